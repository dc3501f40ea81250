import { savedSearchClient } from '@cairn/client';
import type { DeepLink } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { useSavedCache } from './use-saved-cache.ts';

/** Brings back what this person deleted, with its favourites and openings; undo calls it. */
export function useRestoreThing(): (id: string) => Promise<DeepLink> {
  const { org } = useHost();
  const { put } = useSavedCache();
  return async (id) => {
    const { data } = await savedSearchClient.restoreLink({ input: { org_id: org.id, id } });
    put(data);
    return data;
  };
}
