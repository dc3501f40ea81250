import { configurationQuery, sourcesQuery, workspaceClient } from '@cairn/client';
import { BoardState, ExploreState, type AppError, type DeepLink, type LinkType } from '@cairn/contracts';
import { savedThingsKey, useHost } from '@cairn/host';
import { exploreAddress } from '@cairn/query';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';

export const LINK_WORDS: Record<LinkType, { type: 'board' | 'query'; label: string }> = {
  'dashboard-v1': { type: 'board', label: 'Board' },
  'explore-v1': { type: 'query', label: 'Query' },
};

const keys = {
  all: savedThingsKey,
  one: (orgId: string, id: string) => [...savedThingsKey(orgId), id] as const,
};

/** Saved boards and queries of the org that this person may see, newest change first. */
export function useSavedThings() {
  const { org } = useHost();
  return useQuery({
    queryKey: keys.all(org.id),
    queryFn: async ({ signal }) =>
      (await workspaceClient.listLinks({ input: { org_id: org.id }, signal })).data,
    // Others save too.
    refetchOnMount: 'always',
  });
}

/** How one saved thing is read. */
export function savedThing(orgId: DeepLink['orgId'] & string, id: string) {
  return queryOptions<DeepLink, AppError>({
    queryKey: keys.one(orgId, id),
    queryFn: async ({ signal }) =>
      (await workspaceClient.readLink({ input: { org_id: orgId, id }, signal })).data,
    retry: false,
  });
}

/** Changes what is known of the saved things before the server has answered, and has it read again. */
export function useSavedCache() {
  const { org } = useHost();
  const cache = useQueryClient();
  return useMemo(() => {
    const change = (edit: (links: DeepLink[]) => DeepLink[]) =>
      cache.setQueryData<DeepLink[]>(keys.all(org.id), (links) => (links ? edit(links) : links));
    return {
      put: (link: DeepLink) => {
        cache.setQueryData(keys.one(org.id, link.id), link);
        change((links) => [link, ...links.filter(({ id }) => id !== link.id)]);
      },
      drop: (id: string) => {
        cache.removeQueries({ queryKey: keys.one(org.id, id) });
        change((links) => links.filter((link) => link.id !== id));
      },
      patch: (id: string, part: Partial<DeepLink>) =>
        change((links) => links.map((link) => (link.id === id ? { ...link, ...part } : link))),
      reload: () => cache.invalidateQueries({ queryKey: keys.all(org.id) }),
    };
  }, [cache, org.id]);
}

function parseState(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The query that a saved query holds; null when it cannot be read any more. */
export function exploreStateOf(link: DeepLink): ExploreState | null {
  const parsed = ExploreState.safeParse(parseState(link.state));
  return parsed.success ? parsed.data : null;
}

/** The board that a saved board holds; null when it cannot be read any more. */
export function boardStateOf(link: DeepLink): BoardState | null {
  const parsed = BoardState.safeParse(parseState(link.state));
  return parsed.success ? parsed.data : null;
}

/** Where a saved thing opens. */
export function savedAddress(orgId: string, link: DeepLink): string {
  if (link.type === 'dashboard-v1') return `/${orgId}/boards/${link.id}`;
  const state = exploreStateOf(link);
  const view = state?.viz[0];
  return state
    ? exploreAddress(orgId, {
        query: state.params,
        title: link.name,
        saved: link.id,
        ...(view ? { view } : {}),
      })
    : `/${orgId}/explore`;
}

/** The catalogue of the org, what fills it, and the span of its data. */
export function useConfiguration() {
  return useQuery(configurationQuery(useHost().org.id));
}

/** The sources of the org; read often while one of them is being ingested. */
export function useSources() {
  return useQuery(sourcesQuery(useHost().org.id));
}
