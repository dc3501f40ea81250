import { savedSearchClient } from '@cairn/client';
import type { DeepLink } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { savedKeys } from './saved-keys.ts';
import { useSavedCache } from './use-saved-cache.ts';

/** Brings back what was deleted, with its favourites and openings; undo calls it. */
export function useRestoreThing(): (id: string) => Promise<DeepLink> {
  const { org } = useHost();
  const queries = useQueryClient();
  const { put } = useSavedCache();
  return async (id) => {
    const { data } = await savedSearchClient.restoreLink({ input: { org_id: org.id, id } });
    put(data);
    void queries.invalidateQueries({ queryKey: savedKeys.deleted(org.id) });
    return data;
  };
}

/** A page of the deleted things that this person may restore, the latest first. */
export function useDeletedThings(page: { offset: number; limit: number }) {
  const { org } = useHost();
  return useQuery({
    queryKey: [...savedKeys.deleted(org.id), page],
    queryFn: ({ signal }) => savedSearchClient.listDeleted({ input: { org_id: org.id, ...page }, signal }),
    placeholderData: keepPreviousData,
  });
}
