import { workspaceClient } from '@cairn/client';
import { ExploreState, type DeepLink, type View } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { sameQuestion, type Query } from '@cairn/query';
import { AUTOMATIC_VIEW } from '@cairn/views';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { SaveDetails } from './save-dialog.tsx';

/** New until it is saved; modified when it asks or shows something else than what was saved (X§4). */
export type DocumentStatus = 'new' | 'saved' | 'modified';

export interface SavedState {
  readonly link: DeepLink | undefined;
  readonly status: DocumentStatus;
  readonly isSaving: boolean;
  create(details: SaveDetails): Promise<DeepLink>;
  update(): Promise<DeepLink>;
}

/** The saved query that is open: reads it, counts the opening, writes it back against its version. */
export function useSaved(id: string | undefined, query: Query, view: View): SavedState {
  const { org } = useHost();
  const cache = useQueryClient();
  const key = ['explore', 'saved', org.id, id];
  const { data: link } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) =>
      (await workspaceClient.readLink({ input: { org_id: org.id, id: id ?? '' }, signal })).data,
    enabled: id !== undefined,
    retry: false,
  });
  useEffect(() => {
    if (id) void workspaceClient.hitLink({ input: { org_id: org.id, id } }).catch(() => undefined);
  }, [id, org.id]);
  const keep = ({ data }: { data: DeepLink }) => {
    cache.setQueryData(['explore', 'saved', org.id, data.id], data);
    void cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes('links') });
    return data;
  };
  const state = stateText(query, view);
  const created = useMutation({
    mutationFn: async (details: SaveDetails) =>
      keep(
        await workspaceClient.createLink({
          input: { org_id: org.id, type: 'explore-v1', state, ...details },
        }),
      ),
  });
  const updated = useMutation({
    mutationFn: async () => {
      const version = link?.version;
      const input = { org_id: org.id, id: id ?? '', state, ...(version === undefined ? {} : { version }) };
      return keep(await workspaceClient.updateLink({ input }));
    },
    onError: () => void cache.invalidateQueries({ queryKey: key }),
  });
  return {
    link,
    status: statusOf(id, link, query, view),
    isSaving: created.isPending || updated.isPending,
    create: created.mutateAsync,
    update: () => updated.mutateAsync(),
  };
}

/** The saved state: the query without org and page, and the view. */
export function stateText(query: Query, view: View): string {
  const { orgId: _org, page: _page, pageSize: _size, ...params } = query;
  return JSON.stringify({ params, viz: [view] });
}

/** Compares the page with the saved state. */
export function statusOf(
  id: string | undefined,
  link: Pick<DeepLink, 'state'> | undefined,
  query: Query,
  view: View,
): DocumentStatus {
  if (!id) return 'new';
  if (!link) return 'saved';
  const saved = readState(link.state);
  if (!saved) return 'modified';
  const [first = AUTOMATIC_VIEW] = saved.viz;
  const isSameView = first.value === view.value && sameConfig(first.config, view.config);
  return isSameView && sameQuestion(saved.params, query) ? 'saved' : 'modified';
}

function readState(text: string): ExploreState | null {
  try {
    const parsed = ExploreState.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

function sameConfig(left: View['config'], right: View['config']): boolean {
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...keys].every((key) => JSON.stringify(left[key]) === JSON.stringify(right[key]));
}
