import type { Integration } from '@cairn/entities';
import type { Query } from '@cairn/query';
import type { QueryAnswer } from '../codec/answer.ts';
import { isCsv } from '../codec/encode.ts';
import type { RowsPlan } from '../plan/plan.ts';
import { withSort } from '../plan/formulas.ts';
import { planRows, usualColumns } from '../plan/rows.ts';
import type { QueryScope } from '../plan/scope.ts';
import type { CountedTable } from '../engine/engine.ts';
import { USUAL_LIMIT, withoutTotal } from './groups.ts';
import { EVERY_ROW, metaOf, pageOf } from './page.ts';
import type { Page } from './page.ts';
import type { ReadContext } from '../read-graph.ts';
import { countPlan, runPlan, streamPlan } from '../run-plan.ts';
import { withheldOfRows } from './withheld.ts';

/** The page of rows. Rows are paged by default; csv and a query with only a limit get all at once. */
export function rowsPage(query: Query): Page {
  if (query.whole) return EVERY_ROW;
  return isCsv(query.format)
    ? pageOf(query, { limit: USUAL_LIMIT, paged: false })
    : pageOf(query, { paged: true });
}

/** Plans the selected rows; groups and measures do not apply. */
export function rowsPlan(
  query: Query,
  scope: QueryScope,
  page: Page,
  sources: readonly Integration[],
): RowsPlan {
  const columns = query.columns.length > 0 ? query.columns : usualColumns(scope, sources);
  return planRows(
    { ...query, order: withSort(query.order, query.sort), columns, limit: page.limit, offset: page.offset },
    scope,
  );
}

const MOST_COUNTED = 1_000;
/** Answers of more rows are streamed, if the codec can. */
const MOST_AT_ONCE = 50_000;

/** True when counting is cheap: a page of all rows, or of all rows of a window. */
const countsFast = ({ limit, where }: RowsPlan): boolean =>
  limit <= MOST_COUNTED && where.every((each) => each.node === 'between' && each.of.node === 'column');

/** The rows of a plan and their total, from one statement when that is cheaper than two. */
async function pageAndTotal(
  plan: RowsPlan,
  context: ReadContext,
  format: Query['format'],
): Promise<CountedTable> {
  if (countsFast(plan)) return withoutTotal(await runPlan({ ...plan, counted: true }, context));
  if (format === 'arrow' && plan.limit > MOST_AT_ONCE) return streamPlan(plan, context);
  return { table: await runPlan(plan, context), total: null };
}

/** Answers the selected rows, each with its `uuid`. */
export async function answerRows(
  plan: RowsPlan,
  scope: QueryScope,
  page: Page,
  context: ReadContext,
  format: Query['format'],
): Promise<QueryAnswer> {
  const { table, total: counted } = await pageAndTotal(plan, context, format);
  const isLast = table.rowCount < plan.limit && (table.rowCount > 0 || plan.offset === 0);
  const total = isLast ? plan.offset + table.rowCount : (counted ?? (await countPlan(plan, context)));
  return {
    columns: plan.projections.map(({ column }) => column),
    table,
    meta: { ...metaOf(scope, page, total, context.dataVersion), ...withheldOfRows(plan, context) },
  };
}
