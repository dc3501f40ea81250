import type { Expr } from '../plan/plan.ts';
import { renderExpr } from './dialect.ts';
import type { Rules } from './dialect.ts';
import { join, list, sql } from './sql.ts';
import type { Sql } from './sql.ts';

/** All of the conditions; none of them holds always. */
export const and = (conditions: readonly Sql[]): Sql =>
  conditions.length > 0 ? sql`(${join(conditions, sql` AND `)})` : sql`TRUE`;

/** One of the conditions; none of them never holds. */
export const or = (conditions: readonly Sql[]): Sql =>
  conditions.length > 0 ? sql`(${join(conditions, sql` OR `)})` : sql`FALSE`;

type Listed = Extract<Expr, { node: 'oneOf' | 'overlaps' }>;

/** Whether a value is one of the listed or, where that is asked, is missing. */
export function listed(
  expr: Listed,
  rules: Rules,
  has: (of: Sql, values: Sql) => Sql,
  isMissing: (of: Sql) => Sql,
): Sql {
  const of = renderExpr(expr.of, rules);
  const found =
    expr.values.length > 0 ? [sql`coalesce(${has(of, list(expr.values.map(rules.bound)))}, FALSE)`] : [];
  return or([...found, ...(expr.orMissing ? [isMissing(of)] : [])]);
}

/** Whether a value is one of the listed. */
export const oneOf = (expr: Extract<Expr, { node: 'oneOf' }>, rules: Rules): Sql =>
  listed(
    expr,
    rules,
    (of, values) => sql`${of} IN (${values})`,
    (of) => sql`(${of} IS NULL)`,
  );

/** Whether a value lies between two ends, each of which may be open. */
export function between({ of, from, to }: Extract<Expr, { node: 'between' }>, rules: Rules): Sql {
  const what = renderExpr(of, rules);
  const lower = from && sql`${what} ${from.inclusive ? sql`>=` : sql`>`} ${rules.bound(from.bound)}`;
  const upper = to && sql`${what} ${to.inclusive ? sql`<=` : sql`<`} ${rules.bound(to.bound)}`;
  return and([lower, upper].filter((end) => end !== null));
}
