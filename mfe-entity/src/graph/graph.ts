import { entityDiffQuery, entityQuery } from '@cairn/client';
import { useHost } from '@cairn/host';
import { useQuery } from '@tanstack/react-query';

export type { ChangeSet } from '@cairn/client';

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
