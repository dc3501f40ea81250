import type { AnswerMeta } from '@cairn/contracts';
import { DEFAULT_PAGE_SIZE, MAX_LIMIT } from '@cairn/query';
import type { Query } from '@cairn/query';
import { isCsv } from '../codec/encode.ts';
import { invalidQuery } from '../plan/refusals.ts';
import type { QueryScope } from '../plan/scope.ts';

/** The section of all rows that an answer holds. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
  /** The largest number of rows that all pages together can hold. */
  readonly cap: number;
  readonly page?: number;
  readonly pageSize?: number;
}

/** The page that a query requests; without one, all rows up to the limit. */
export function pageOf(query: Query, usual: { limit?: number; paged: boolean }): Page {
  const paged = query.page !== undefined || query.pageSize !== undefined || (usual.paged && !query.limit);
  if (!paged) {
    const limit = query.limit ?? usual.limit ?? MAX_LIMIT;
    return { limit, offset: 0, cap: limit };
  }
  const page = query.page ?? 1;
  const pageSize = query.pageSize ?? DEFAULT_PAGE_SIZE;
  const cap = query.limit ?? MAX_LIMIT;
  const offset = (page - 1) * pageSize;
  return { limit: Math.max(0, Math.min(pageSize, cap - offset)), offset, cap, page, pageSize };
}

/** The page of a full export. */
export const EVERY_ROW: Page = {
  limit: Number.MAX_SAFE_INTEGER,
  offset: 0,
  cap: Number.MAX_SAFE_INTEGER,
};

/** Rejects a full export with a limit or page, or in a format other than csv. */
export function checkFullExport({ whole, format, limit, page, pageSize }: Query): void {
  if (!whole) return;
  if (!isCsv(format)) throw invalidQuery('Only a csv can hold every row; ask for pages in other formats.');
  if (limit === undefined && page === undefined && pageSize === undefined) return;
  throw invalidQuery('Every row and a limit or a page exclude each other.');
}

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** The meta of an answer: what it covers, and whether rows were left out. */
export function metaOf(scope: QueryScope, page: Page, total: number, dataVersion: number): AnswerMeta {
  return {
    ...(page.page === undefined ? {} : { page: page.page, pageSize: page.pageSize }),
    limit: page.cap,
    total,
    truncated: total > page.cap,
    timezone: scope.calendar.zone.zone,
    start: iso(scope.window.start),
    end: iso(scope.window.end),
    ...(scope.compared
      ? { compared: { start: iso(scope.compared.start) ?? '', end: iso(scope.compared.end) ?? '' } }
      : {}),
    dataVersion,
  };
}
