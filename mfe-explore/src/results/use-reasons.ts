import type { graphContract, OutputOf } from '@cairn/contracts';
import { asRead, GRAPH_DATA, useHost } from '@cairn/host';
import type { Query } from '@cairn/query';
import { useQuery } from '@tanstack/react-query';
import { graphClient } from '@cairn/client';

export type Reasons = OutputOf<typeof graphContract.emptyReasons>;

/** Why a question finds nothing, as the graph knows it; undefined until it has said, or when it cannot. */
export function useReasons(query: Query): Reasons | undefined {
  const host = useHost();
  const { org } = host;
  const { orgId: _, ...asked } = asRead(query, host);
  const { data } = useQuery({
    queryKey: ['explore', 'empty-reasons', org.id, asked],
    meta: GRAPH_DATA,
    queryFn: ({ signal }) => graphClient.emptyReasons({ params: { orgId: org.id }, input: asked, signal }),
    retry: false,
  });
  return data;
}
