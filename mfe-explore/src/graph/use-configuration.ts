import { AppError, type Configuration, type Org } from '@cairn/contracts';
import { GRAPH_DATA, useHost } from '@cairn/host';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { graphClient } from '@cairn/client';

/** The catalogue of this org's graph; read once (X§9: never stale). */
export function useConfiguration(): UseQueryResult<Configuration> {
  const { id } = useHost().org;
  return useQuery({
    queryKey: ['explore', 'configuration', id],
    meta: GRAPH_DATA,
    queryFn: ({ signal }) => readConfiguration(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

async function readConfiguration(orgId: Org['id'], signal: AbortSignal): Promise<Configuration> {
  if (!orgId) throw new AppError('unauthenticated', 'Expected authed session for an org (missing orgId)');
  return graphClient.configuration({ params: { orgId }, signal });
}
