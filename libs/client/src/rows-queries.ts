import { AppError, type OrgId, type queryContract, type SentOf } from '@cairn/contracts';
import type { ResultSet } from '@cairn/answer';
import { GRAPH_DATA } from '@cairn/host';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { whileAway } from './away.ts';
import { graphClient } from './clients.ts';
import { keyOf } from './keys.ts';
import { readRows, type RowsRequest } from './rows.ts';

const FRESH_MS = 30_000;

/** Rows, and the page's context of the request. */
export interface RowsAnswer<Context> {
  readonly answer: ResultSet;
  /** Milliseconds from the request to the rows. */
  readonly elapsed: number;
  readonly context: Context;
}

/** The decoded rows of a query. They keep their `context` while newer rows are awaited. */
export function rowsQuery<Context>(orgId: OrgId, request: RowsRequest, context: Context) {
  return queryOptions({
    queryKey: keyOf('rows', orgId, request.kind, request.query),
    meta: GRAPH_DATA,
    queryFn: async ({ signal }): Promise<RowsAnswer<Context>> => {
      const started = performance.now();
      const answer = await readRows(orgId, request, signal);
      return { answer, elapsed: performance.now() - started, context };
    },
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    retry: whileAway,
  });
}

type Input<Route extends keyof typeof queryContract> = Omit<SentOf<(typeof queryContract)[Route]>, 'format'>;

/** The groups of a query as JSON, for the few values of a tile or a list. */
export function groupsQuery(orgId: OrgId, input: Input<'groupBys'>) {
  return queryOptions({
    queryKey: keyOf('rows', orgId, 'groups', 'json', input),
    meta: GRAPH_DATA,
    queryFn: ({ signal }) => graphClient.groupBys.json({ params: { orgId }, input, signal }),
    placeholderData: keepPreviousData,
  });
}

/** A measure over time as JSON, for the small line of a tile. */
export function seriesQuery(orgId: OrgId, input: Input<'timeSeries'>) {
  return queryOptions({
    queryKey: keyOf('rows', orgId, 'series', 'json', input),
    meta: GRAPH_DATA,
    queryFn: ({ signal }) => graphClient.timeSeries.json({ params: { orgId }, input, signal }),
    staleTime: FRESH_MS,
  });
}

/** Entities as JSON, for lists to choose from. */
export function entitiesQuery(orgId: OrgId, input: Input<'entities'>) {
  return queryOptions({
    queryKey: keyOf('rows', orgId, 'entities', 'json', input),
    meta: GRAPH_DATA,
    queryFn: ({ signal }) => graphClient.entities.json({ params: { orgId }, input, signal }),
  });
}

/** The values of an attribute with their counts. */
export function facetOptionsQuery(orgId: OrgId, input: Input<'facetOptions'>) {
  return queryOptions({
    queryKey: keyOf('facetOptions', orgId, input),
    meta: GRAPH_DATA,
    queryFn: ({ signal }) => graphClient.facetOptions.json({ params: { orgId }, input, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

/** Why a query finds nothing. */
export function emptyReasonsQuery(orgId: OrgId, input: Input<'emptyReasons'>) {
  return queryOptions({
    queryKey: keyOf('emptyReasons', orgId, input),
    meta: GRAPH_DATA,
    queryFn: ({ signal }) => graphClient.emptyReasons({ params: { orgId }, input, signal }),
    retry: whileAway,
  });
}

/** How a query is planned and run, for super administrators. */
export function explanationQuery(orgId: OrgId, input: Input<'explain'>) {
  return queryOptions({
    queryKey: keyOf('explanation', orgId, input),
    meta: GRAPH_DATA,
    queryFn: ({ signal }) => graphClient.explain({ params: { orgId }, input, signal }),
    retry: whileAway,
  });
}

/** The figures of a period, each with that of the previous period. */
export function highlightsQuery(orgId: OrgId, input: Input<'overviewHighlights'>) {
  return queryOptions({
    queryKey: keyOf('highlights', orgId, input),
    meta: GRAPH_DATA,
    queryFn: ({ signal }) => graphClient.overviewHighlights({ params: { orgId }, input, signal }),
    placeholderData: keepPreviousData,
  });
}

/** What queries may ask in this org. It changes only with the data. */
export function configurationQuery(orgId: OrgId) {
  return queryOptions({
    queryKey: keyOf('configuration', orgId),
    meta: GRAPH_DATA,
    queryFn: async ({ signal }) => {
      if (!orgId) throw new AppError('unauthenticated', 'Expected authed session for an org (missing orgId)');
      return graphClient.configuration({ params: { orgId }, signal });
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
