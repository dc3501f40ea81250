import { workspaceClient } from '@cairn/client';
import type { DeepLink, LinkSummary } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { savedKeys } from './saved-keys.ts';

const listed = ({ state: _state, ...link }: DeepLink): LinkSummary => link;

/** Edits the cached saved things before the server has answered, or reads them again. */
export function useSavedCache() {
  const { org } = useHost();
  const cache = useQueryClient();
  return useMemo(() => {
    const edit = (change: (links: LinkSummary[]) => LinkSummary[]) =>
      cache.setQueryData<LinkSummary[]>(savedKeys.all(org.id), (links) => (links ? change(links) : links));
    return {
      /** Keeps a link as it is now, first in the list. */
      put: (link: DeepLink) => {
        cache.setQueryData(savedKeys.one(org.id, link.id), link);
        edit((links) => [listed(link), ...links.filter(({ id }) => id !== link.id)]);
      },
      /** Forgets a link. */
      drop: (id: string) => {
        cache.removeQueries({ queryKey: savedKeys.one(org.id, id) });
        edit((links) => links.filter((link) => link.id !== id));
      },
      /** Changes a part of a link in the list. */
      patch: (id: string, part: Partial<LinkSummary>) =>
        edit((links) => links.map((link) => (link.id === id ? { ...link, ...part } : link))),
      /** Reads one saved thing again. */
      reloadOne: (id: string) => cache.invalidateQueries({ queryKey: savedKeys.one(org.id, id) }),
      /** Reads every saved thing again. */
      reload: () => cache.invalidateQueries({ queryKey: savedKeys.all(org.id) }),
    };
  }, [cache, org.id]);
}

type CreateInput = Omit<Parameters<typeof workspaceClient.createLink>[0]['input'], 'org_id'>;
type UpdateInput = Omit<Parameters<typeof workspaceClient.updateLink>[0]['input'], 'org_id'>;

/** Creates and updates saved things; the service's answer goes to the cache. */
export function useSaveThing() {
  const { org } = useHost();
  const { put } = useSavedCache();
  return useMemo(() => {
    const keep = ({ data }: { data: DeepLink }): DeepLink => {
      put(data);
      return data;
    };
    return {
      create: async (input: CreateInput) =>
        keep(await workspaceClient.createLink({ input: { org_id: org.id, ...input } })),
      update: async (input: UpdateInput) =>
        keep(await workspaceClient.updateLink({ input: { org_id: org.id, ...input } })),
    };
  }, [org.id, put]);
}
