import type { Bound, Expr, ValueType } from '../plan/plan.ts';
import { renderExpr } from './dialect.ts';
import type { Dialect } from './dialect.ts';
import { join, list, sql } from './sql.ts';
import type { BoundList, Sql } from './sql.ts';

/** True when all conditions hold, and when there are none. */
export const and = (conditions: readonly Sql[]): Sql =>
  conditions.length > 0 ? sql`(${join(conditions, sql` AND `)})` : sql`TRUE`;

/** True when one of the conditions holds; false when there are none. */
export const or = (conditions: readonly Sql[]): Sql =>
  conditions.length > 0 ? sql`(${join(conditions, sql` OR `)})` : sql`FALSE`;

type Listed = Extract<Expr, { node: 'oneOf' | 'overlaps' }>;

/** True when a value is one of the listed or, if `orMissing`, is missing. */
export function listed(
  expr: Listed,
  dialect: Dialect,
  has: (of: Sql, values: readonly Bound[]) => Sql,
  isMissing: (of: Sql) => Sql,
): Sql {
  const of = renderExpr(expr.of, dialect);
  const found = expr.values.length > 0 ? [sql`coalesce(${has(of, expr.values)}, FALSE)`] : [];
  return or([...found, ...(expr.orMissing ? [isMissing(of)] : [])]);
}

/** The values as a SQL list, each bound by itself. */
export const singly = (values: readonly Bound[], dialect: Dialect): Sql => list(values.map(dialect.bound));

/**
 * From this many values on, an engine looks them up in a set instead of comparing each row with each value.
 */
const MANY = 16;
const TOGETHER = new Set(['string', 'number', 'uuid']);

/**
 * Groups many values into lists of one type, so that each list travels as one parameter. Null when they are
 * few or of mixed kinds.
 */
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

function oneOfValues(of: Sql, values: readonly Bound[], dialect: Dialect): Sql {
  const many = together(values);
  return many
    ? or(many.map((each) => dialect.oneOfMany(of, each)))
    : sql`${of} IN (${singly(values, dialect)})`;
}

/** True when a value is one of the listed. */
export const oneOf = (expr: Extract<Expr, { node: 'oneOf' }>, dialect: Dialect): Sql =>
  listed(
    expr,
    dialect,
    (of, values) => oneOfValues(of, values, dialect),
    (of) => sql`(${of} IS NULL)`,
  );

/** True when a value lies between two ends, each of which may be open. */
export function between({ of, from, to }: Extract<Expr, { node: 'between' }>, dialect: Dialect): Sql {
  const what = renderExpr(of, dialect);
  const lower = from && sql`${what} ${from.inclusive ? sql`>=` : sql`>`} ${dialect.bound(from.bound)}`;
  const upper = to && sql`${what} ${to.inclusive ? sql`<=` : sql`<`} ${dialect.bound(to.bound)}`;
  return and([lower, upper].filter((end) => end !== null));
}
