import { entityDiffQuery, entityHistoryQuery, entityQuery } from '@cairn/client';
import type { entityContract, OutputOf } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';

export type { ChangeSet } from '@cairn/client';
export type HistoryPage = OutputOf<typeof entityContract.entityHistory>;
export type HistoryEvent = HistoryPage['data'][number];

/** One entity; the previous one stays while another is loading. */
export function useEntity(uuid: string) {
  const { org, timezone } = useHost();
  return useQuery(entityQuery(org.id, uuid, timezone));
}

/** The files of a commit with their diffs. */
export function useChangeSet(uuid: string) {
  const { org } = useHost();
  return useQuery(entityDiffQuery(org.id, uuid));
}

/** The events of an entity, newest first, a page at a time. */
export function useHistory(uuid: string) {
  const { org } = useHost();
  return useInfiniteQuery(entityHistoryQuery(org.id, uuid));
}
