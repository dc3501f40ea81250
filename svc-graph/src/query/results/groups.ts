import type { Query } from '@cairn/query';
import type { Answer } from '../codec/answer.ts';
import { planGroups } from '../plan/groups.ts';
import type { GroupsPlan } from '../plan/plan.ts';
import type { Scope } from '../plan/scope.ts';
import type { Table } from '../table.ts';
import { EVERYTHING, metaOf, pageOf } from '../query-scope.ts';
import type { Page } from '../query-scope.ts';
import type { Reading } from '../graph-reader.ts';

/** Groups an answer holds when no limit is asked for. */
export const USUAL_LIMIT = 1_000;

/** The columns of a plan of groups in the order of its answer. */
export function columnsOf(plan: GroupsPlan) {
  const aggregates = plan.grains.flatMap((grain) => grain.aggregates);
  const byName = new Map(
    [...plan.groups, ...aggregates, ...plan.formulas].map(({ name, column }) => [name, column]),
  );
  return plan.columns.map((name) => byName.get(name)).filter((column) => column !== undefined);
}

/** Parts the count of all groups, which comes as the last column, from the answer. */
export function withoutTotal(table: Table): { table: Table; total: number | null } {
  const last = table.vectors.at(-1);
  const total = last?.type === 'number' && table.rowCount > 0 ? (last.values[0] ?? 0) : null;
  return { table: { ...table, vectors: table.vectors.slice(0, -1) }, total };
}

/** The plan of measures per group. */
export function groupsPlan(
  query: Query,
  scope: Scope,
  page: Page,
  widths?: ReadonlyMap<string, number>,
): GroupsPlan {
  return planGroups({ ...query, widths, limit: page.limit, offset: page.offset }, scope);
}

/** Measures per group; without a group one row, without a measure the count of what is selected. */
export async function answerGroups(
  plan: GroupsPlan,
  scope: Scope,
  page: Page,
  reading: Reading,
): Promise<Answer> {
  const { table, total } = withoutTotal(await reading.rows(plan));
  const inAll = total ?? (plan.offset > 0 || plan.limit === 0 ? await reading.total(plan) : 0);
  return { columns: columnsOf(plan), table, meta: metaOf(scope, page, inAll, reading.dataVersion) };
}

/** Groups come all at once, up to the limit, unless a page is asked for. */
export function groupsPage(query: Query): Page {
  return query.whole ? EVERYTHING : pageOf(query, { limit: USUAL_LIMIT, paged: false });
}
