import { graphClient } from '@cairn/client';
import {
  AppError,
  type ChangedFile,
  type EntityDetail,
  EntityUuid,
  graphContract,
  type OutputOf,
} from '@cairn/contracts';
import { GRAPH_DATA, useHost } from '@cairn/host';
import {
  keepPreviousData,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  useQuery,
  type InfiniteData,
  type UseQueryResult,
} from '@tanstack/react-query';

export type HistoryPage = OutputOf<typeof graphContract.entityHistory>;
export type HistoryEvent = HistoryPage['data'][number];
export interface ChangeSet {
  readonly files: readonly ChangedFile[];
  /** More than `files` when the commit changes more than an answer holds. */
  readonly total: number;
}

/** How long an answer counts as fresh (E§9). */
const FRESH_MS = 20_000;
const HISTORY_PAGE = 5;

const isWorthRetrying = (count: number, error: Error) =>
  count < 2 && ['unavailable', 'internal'].includes((error as { code?: string }).code ?? 'internal');

/** One entity; what was there stays while another is loading. */
export function useEntity(uuid: string): UseQueryResult<EntityDetail> {
  const { org, timezone } = useHost();
  return useQuery({
    queryKey: ['entity', org.id, uuid],
    meta: GRAPH_DATA,
    queryFn: async ({ signal }) => {
      if (!org.id) throw new AppError('invalid_input', 'orgId is undefined');
      const input = { entityUuid: EntityUuid.parse(uuid), timezone };
      return (await graphClient.entityDetail({ params: { orgId: org.id }, input, signal })).data;
    },
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
    retry: isWorthRetrying,
  });
}

/** The files of a commit with their diffs. */
export function useChangeSet(uuid: string): UseQueryResult<ChangeSet> {
  const { org } = useHost();
  return useQuery({
    queryKey: ['entity-diff', org.id, uuid],
    meta: GRAPH_DATA,
    queryFn: async ({ signal }) => {
      const input = { entityUuid: EntityUuid.parse(uuid) };
      const { data, meta } = await graphClient.entityDiff({ params: { orgId: org.id }, input, signal });
      return { files: data, total: meta.total };
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: isWorthRetrying,
  });
}

/** The events of an entity, newest first, five at a time (E§9). */
export function useHistory(uuid: string): UseInfiniteQueryResult<InfiniteData<HistoryPage>> {
  const { org } = useHost();
  return useInfiniteQuery({
    queryKey: ['entity-history', org.id, uuid],
    meta: GRAPH_DATA,
    queryFn: ({ signal, pageParam }) => {
      const pagination = { page: pageParam, pageSize: HISTORY_PAGE };
      const input = { entityUuid: EntityUuid.parse(uuid), pagination };
      return graphClient.entityHistory({ params: { orgId: org.id }, input, signal });
    },
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page * meta.pageSize < meta.total ? meta.page + 1 : undefined),
    staleTime: FRESH_MS,
    retry: isWorthRetrying,
  });
}
