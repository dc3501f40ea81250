import { savedSearchClient } from '@cairn/client';
import { useHost } from '@cairn/host';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { savedKeys } from './saved-keys.ts';

type SearchInput = Omit<Parameters<typeof savedSearchClient.searchLinks>[0]['input'], 'org_id'>;

const FRESH_MS = 30_000;

/** The first finds of a text among the saved things of each type; of all of them without a text. */
export function useFoundThings(input: SearchInput, enabled = true) {
  const { org } = useHost();
  return useQuery({
    queryKey: [...savedKeys.all(org.id), 'search', input],
    queryFn: ({ signal }) => savedSearchClient.searchLinks({ input: { org_id: org.id, ...input }, signal }),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    enabled,
  });
}
