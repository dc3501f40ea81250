import { emptyReasonsQuery } from '@cairn/client';
import type { OutputOf, queryContract } from '@cairn/contracts';
import { useHost, withTimezone } from '@cairn/host';
import type { Query } from '@cairn/query';
import { useQuery } from '@tanstack/react-query';

export type Reasons = OutputOf<typeof queryContract.emptyReasons>;

/** The reasons for an empty answer; undefined until they arrive or when they cannot be read. */
export function useReasons(query: Query): Reasons | undefined {
  const host = useHost();
  const { orgId: _, ...input } = withTimezone(query, host);
  return useQuery(emptyReasonsQuery(host.org.id, input)).data;
}
