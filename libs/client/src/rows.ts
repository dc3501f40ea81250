import { decodeArrow, type ResultSet } from '@cairn/answer';
import { AppError, type CsvFile, type OrgId } from '@cairn/contracts';
import type { Query } from '@cairn/query';
import { graphClient } from './clients.ts';

/** The kind of rows that a query requests: entities, groups, or groups over time. */
export type RowsKind = 'entities' | 'groups' | 'series';

/** A request to svc-graph: the route and the body. The address names the org. */
export interface RowsRequest {
  readonly kind: RowsKind;
  readonly query: Omit<Query, 'orgId'>;
}

const ROUTES = {
  entities: graphClient.entities,
  groups: graphClient.groupBys,
  series: graphClient.timeSeries,
};

function callOf(orgId: OrgId, input: RowsRequest['query'], signal: AbortSignal | undefined) {
  if (!orgId) throw new AppError('invalid_query', 'missing org id');
  return { params: { orgId }, input, ...(signal ? { signal } : {}) };
}

/** Reads the rows of a query as Arrow; rejects with AppError. */
export async function readRows(
  orgId: OrgId,
  { kind, query }: RowsRequest,
  signal?: AbortSignal,
): Promise<ResultSet> {
  return decodeArrow(await ROUTES[kind].arrow(callOf(orgId, query, signal)));
}

/** Reads the rows of a query as a csv file. */
export async function readCsv(
  orgId: OrgId,
  { kind, query }: RowsRequest,
  signal?: AbortSignal,
): Promise<CsvFile> {
  return ROUTES[kind].csv(callOf(orgId, query, signal));
}
