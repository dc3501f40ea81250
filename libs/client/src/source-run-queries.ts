import { createClient, type OrgId } from '@cairn/contracts';
import type { sourceRunContract } from '@cairn/contracts/source-runs';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { keyOf } from './keys.ts';
import { routeAt } from './route-at.ts';

type Runs = typeof sourceRunContract;

/** The routes of svc-graph about when sources are read, and the log of their runs. */
export const sourceRunClient = /* #__PURE__ */ createClient(
  {
    listSourceRuns: routeAt<Runs['listSourceRuns']>('/api/{orgId}/sources/list-runs'),
    pauseSource: routeAt<Runs['pauseSource']>('/api/{orgId}/sources/pause-source'),
    resumeSource: routeAt<Runs['resumeSource']>('/api/{orgId}/sources/resume-source'),
    disconnectSource: routeAt<Runs['disconnectSource']>('/api/{orgId}/sources/disconnect-source'),
    scheduleSource: routeAt<Runs['scheduleSource']>('/api/{orgId}/sources/schedule-source'),
  },
  (url, init) => fetch(url, init),
);

const RUNNING_MS = 1_500;
const IDLE_MS = 30_000;
/** The runs of one page. */
const PAGE = 20;

/** The runs of a source, page by page from the newest; followed while one of them goes on. */
export function sourceRunsQuery(orgId: OrgId, id: string) {
  return infiniteQueryOptions({
    queryKey: keyOf('sourceRuns', orgId, id),
    queryFn: ({ pageParam, signal }) =>
      sourceRunClient.listSourceRuns({
        params: { orgId },
        input: { id, limit: PAGE, ...(pageParam === null ? {} : { before: pageParam }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.data[0]?.outcome === 'running' ? RUNNING_MS : IDLE_MS,
  });
}
