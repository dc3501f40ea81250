import type { Integration } from '@cairn/entities';
import type { Query } from '@cairn/query';
import type { Answer } from '../query/codec/answer.ts';
import type { RowsPlan } from '../query/plan/plan.ts';
import { withSort } from '../query/plan/formulas.ts';
import { planRows, usualColumns } from '../query/plan/rows.ts';
import type { Scope } from '../query/plan/scope.ts';
import { USUAL_LIMIT } from './group-bys.ts';
import { EVERYTHING, metaOf, pageOf } from './question.ts';
import type { Page } from './question.ts';
import type { Reading } from './reading.ts';

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

/** The selected entities themselves, each with its `uuid`. */
export async function answerRows(
  plan: RowsPlan,
  scope: Scope,
  page: Page,
  reading: Reading,
  format: Query['format'],
): Promise<Answer> {
  const table = await (format === 'arrow' ? reading.rowsInParts(plan) : reading.rows(plan));
  const isLast = table.rowCount < plan.limit && (table.rowCount > 0 || plan.offset === 0);
  const total = isLast ? plan.offset + table.rowCount : await reading.total(plan);
  return {
    columns: plan.projections.map(({ column }) => column),
    table,
    meta: metaOf(scope, page, total, reading.dataVersion),
  };
}
