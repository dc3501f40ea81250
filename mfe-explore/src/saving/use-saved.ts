import type { DeepLink, View } from '@cairn/contracts';
import { sameQuestion, type Query } from '@cairn/query';
import { savedQuery, useCountOpening, useSavedCache, useSavedThing, useSaveThing } from '@cairn/saved';
import { AUTOMATIC_VIEW } from '@cairn/views';
import { useMutation } from '@tanstack/react-query';
import type { SaveDetails } from './save-dialog.tsx';

/** New until it is saved; modified when query or view differ from the saved state (X§4). */
export type DocumentStatus = 'new' | 'saved' | 'modified';

export interface SavedState {
  readonly link: DeepLink | undefined;
  readonly status: DocumentStatus;
  readonly isSaving: boolean;
  create(details: SaveDetails): Promise<DeepLink>;
  update(): Promise<DeepLink>;
}

/** The open saved query: loads it, counts the opening, and saves against the loaded version. */
export function useSaved(id: string | undefined, query: Query, view: View): SavedState {
  const cache = useSavedCache();
  const save = useSaveThing();
  const { data: link } = useSavedThing(id);
  useCountOpening(id);
  const state = stateText(query, view);
  const created = useMutation({
    mutationFn: (details: SaveDetails) => save.create({ type: savedQuery.type, state, ...details }),
  });
  const updated = useMutation({
    mutationFn: () => {
      const version = link?.version;
      return save.update({ id: id ?? '', state, ...(version === undefined ? {} : { version }) });
    },
    onError: () => void cache.reloadOne(id ?? ''),
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
  link: Pick<DeepLink, 'type' | 'state'> | undefined,
  query: Query,
  view: View,
): DocumentStatus {
  if (!id) return 'new';
  if (!link) return 'saved';
  const saved = savedQuery.stateOf(link);
  if (!saved) return 'modified';
  const [first = AUTOMATIC_VIEW] = saved.viz;
  const isSameView = first.value === view.value && sameConfig(first.config, view.config);
  return isSameView && sameQuestion(saved.params, query) ? 'saved' : 'modified';
}

function sameConfig(left: View['config'], right: View['config']): boolean {
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...keys].every((key) => JSON.stringify(left[key]) === JSON.stringify(right[key]));
}
