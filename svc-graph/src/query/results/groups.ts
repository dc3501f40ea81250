import type { Query } from '@cairn/query';
import type { QueryAnswer } from '../codec/answer.ts';
import { planGroups } from '../plan/groups.ts';
import type { GroupsPlan } from '../plan/plan.ts';
import type { QueryScope } from '../plan/scope.ts';
import type { Table } from '../table.ts';
import { EVERY_ROW, metaOf, pageOf } from './page.ts';
import type { Page } from './page.ts';
import type { ReadContext } from '../read-graph.ts';
import { countPlan, runPlan } from '../run-plan.ts';
import { withheldOfGroups } from './withheld.ts';

/** The limit of groups when a query sets none. */
export const USUAL_LIMIT = 1_000;

/** The columns of a groups plan, in the order of its answer. */
export function columnsOf(plan: GroupsPlan) {
  const aggregates = plan.grains.flatMap((grain) => grain.aggregates);
  const byName = new Map(
    [...plan.groups, ...aggregates, ...plan.formulas].map(({ name, column }) => [name, column]),
  );
  return plan.columns.map((name) => byName.get(name)).filter((column) => column !== undefined);
}

/** Removes the last column, the count of all groups, from an answer. */
export function withoutTotal(table: Table): { table: Table; total: number | null } {
  const last = table.vectors.at(-1);
  const total = last?.type === 'number' && table.rowCount > 0 ? (last.values[0] ?? 0) : null;
  return { table: { ...table, vectors: table.vectors.slice(0, -1) }, total };
}

/** Plans measures per group. */
export function groupsPlan(
  query: Query,
  scope: QueryScope,
  page: Page,
  widths?: ReadonlyMap<string, number>,
): GroupsPlan {
  return planGroups({ ...query, widths, limit: page.limit, offset: page.offset }, scope);
}

/** Answers measures per group: one row without groups, the count of selected rows without measures. */
export async function answerGroups(
  plan: GroupsPlan,
  scope: QueryScope,
  page: Page,
  context: ReadContext,
): Promise<QueryAnswer> {
  const { table, total } = withoutTotal(await runPlan(plan, context));
  const inAll = total ?? (plan.offset > 0 || plan.limit === 0 ? await countPlan(plan, context) : 0);
  const withheld = await withheldOfGroups(plan, context);
  const meta = { ...metaOf(scope, page, inAll, context.dataVersion), ...withheld };
  return { columns: columnsOf(plan), table, meta };
}

/** The page of groups: all up to the limit, unless the query names a page. */
export function groupsPage(query: Query): Page {
  return query.whole ? EVERY_ROW : pageOf(query, { limit: USUAL_LIMIT, paged: false });
}
