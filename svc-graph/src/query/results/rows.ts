import type { Integration } from '@cairn/entities';
import type { Query } from '@cairn/query';
import type { Answer } from '../codec/answer.ts';
import type { RowsPlan } from '../plan/plan.ts';
import { withSort } from '../plan/formulas.ts';
import { planRows, usualColumns } from '../plan/rows.ts';
import type { Scope } from '../plan/scope.ts';
import type { Counted } from '../engine/engine.ts';
import { USUAL_LIMIT, withoutTotal } from './groups.ts';
import { EVERYTHING, metaOf, pageOf } from '../query-scope.ts';
import type { Page } from '../query-scope.ts';
import type { Reading } from '../graph-reader.ts';

/** Rows come a page at a time; csv and an explicit limit without a page give them at once. */
export function rowsPage(query: Query): Page {
  if (query.whole) return EVERYTHING;
  return query.format === 'csv'
    ? pageOf(query, { limit: USUAL_LIMIT, paged: false })
    : pageOf(query, { paged: true });
}

/** The plan of the selected rows; groups and measures of the query do not matter to them. */
export function rowsPlan(query: Query, scope: Scope, page: Page, sources: readonly Integration[]): RowsPlan {
  const columns = query.columns.length > 0 ? query.columns : usualColumns(scope, sources);
  return planRows(
    { ...query, order: withSort(query.order, query.sort), columns, limit: page.limit, offset: page.offset },
    scope,
  );
}

const MOST_COUNTED = 1_000;
/** More rows than this are encoded while they are still read, where a codec can. */
const MOST_AT_ONCE = 50_000;

/** Whether rows are counted without reading much: they are a page of all, or of all within a span of time. */
const countsFast = ({ limit, where }: RowsPlan): boolean =>
  limit <= MOST_COUNTED && where.every((each) => each.node === 'between' && each.of.node === 'column');

/** The rows of a plan; and how many there are in all, where one statement tells both for less than two. */
async function pageAndTotal(plan: RowsPlan, reading: Reading, format: Query['format']): Promise<Counted> {
  if (countsFast(plan)) return withoutTotal(await reading.rows({ ...plan, counted: true }));
  if (format === 'arrow' && plan.limit > MOST_AT_ONCE) return reading.rowsInParts(plan);
  return { table: await reading.rows(plan), total: null };
}

/** The selected entities themselves, each with its `uuid`. */
export async function answerRows(
  plan: RowsPlan,
  scope: Scope,
  page: Page,
  reading: Reading,
  format: Query['format'],
): Promise<Answer> {
  const { table, total: counted } = await pageAndTotal(plan, reading, format);
  const isLast = table.rowCount < plan.limit && (table.rowCount > 0 || plan.offset === 0);
  const total = isLast ? plan.offset + table.rowCount : (counted ?? (await reading.total(plan)));
  return {
    columns: plan.projections.map(({ column }) => column),
    table,
    meta: metaOf(scope, page, total, reading.dataVersion),
  };
}
