import { decodeArrow, type ResultSet } from '@cairn/answer';
import { AppError, type CsvFile, type OrgId } from '@cairn/contracts';
import type { Query } from '@cairn/query';
import { graphClient } from './clients.ts';

/** Which rows a query asks for: those of things, of groups, or of groups over time. */
export type RowsKind = 'entities' | 'groups' | 'series';

export interface RowsRequest {
  readonly orgId: OrgId;
  readonly kind: RowsKind;
  readonly query: Query;
}

const ROUTES = {
  entities: graphClient.entities,
  groups: graphClient.groupBys,
  series: graphClient.timeSeries,
};

/** The call of a request. The address names the org, so the query does not. */
function callOf({ orgId, query }: RowsRequest, signal: AbortSignal | undefined) {
  if (!orgId) throw new AppError('invalid_query', 'missing org id');
  const { orgId: _, ...input } = query;
  return { params: { orgId }, input, ...(signal ? { signal } : {}) };
}

/** Reads the rows of a query as Arrow; rejects with AppError. */
export async function readRows(request: RowsRequest, signal?: AbortSignal): Promise<ResultSet> {
  return decodeArrow(await ROUTES[request.kind].arrow(callOf(request, signal)));
}

/** Reads the rows of a query as a csv file. */
export async function readCsv(request: RowsRequest, signal?: AbortSignal): Promise<CsvFile> {
  return ROUTES[request.kind].csv(callOf(request, signal));
}
