import type { Bound, Expr, ValueType } from '../plan/plan.ts';
import { renderExpr } from './dialect.ts';
import type { Rules } from './dialect.ts';
import { join, list, sql } from './sql.ts';
import type { BoundList, Sql } from './sql.ts';

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
  has: (of: Sql, values: readonly Bound[]) => Sql,
  isMissing: (of: Sql) => Sql,
): Sql {
  const of = renderExpr(expr.of, rules);
  const found = expr.values.length > 0 ? [sql`coalesce(${has(of, expr.values)}, FALSE)`] : [];
  return or([...found, ...(expr.orMissing ? [isMissing(of)] : [])]);
}

/** The values one by one. */
export const singly = (values: readonly Bound[], rules: Rules): Sql => list(values.map(rules.bound));

/** From so many values on, engines look them up instead of comparing each row with each of them. */
const MANY = 16;
const TOGETHER = new Set(['string', 'number', 'uuid']);

/** Values that can travel as one: of one type, and numbers all whole or none. */
function together(values: readonly Bound[]): BoundList[] | null {
  if (values.length < MANY || !values.every(({ type }) => TOGETHER.has(type))) return null;
  const lists = new Map<string, { type: ValueType; list: Bound['value'][] }>();
  for (const { type, value: each } of values) {
    const key = `${type} ${String(type === 'number' && !Number.isSafeInteger(each))}`;
    const known = lists.get(key) ?? { type, list: [] };
    known.list.push(each);
    lists.set(key, known);
  }
  return [...lists.values()];
}

function oneOfValues(of: Sql, values: readonly Bound[], rules: Rules): Sql {
  const many = together(values);
  return many ? or(many.map((each) => rules.oneOfMany(of, each))) : sql`${of} IN (${singly(values, rules)})`;
}

/** Whether a value is one of the listed. */
export const oneOf = (expr: Extract<Expr, { node: 'oneOf' }>, rules: Rules): Sql =>
  listed(
    expr,
    rules,
    (of, values) => oneOfValues(of, values, rules),
    (of) => sql`(${of} IS NULL)`,
  );

/** Whether a value lies between two ends, each of which may be open. */
export function between({ of, from, to }: Extract<Expr, { node: 'between' }>, rules: Rules): Sql {
  const what = renderExpr(of, rules);
  const lower = from && sql`${what} ${from.inclusive ? sql`>=` : sql`>`} ${rules.bound(from.bound)}`;
  const upper = to && sql`${what} ${to.inclusive ? sql`<=` : sql`<`} ${rules.bound(to.bound)}`;
  return and([lower, upper].filter((end) => end !== null));
}
