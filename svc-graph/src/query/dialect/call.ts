import type { Dialect } from './dialect.ts';
import { join, list, sql } from './sql.ts';
import type { Sql } from './sql.ts';

type Call = Dialect['call']['add'];

const between =
  (sign: Sql): Call =>
  (args) =>
    sql`(${join(args, sign)})`;

const one =
  (write: (of: Sql) => Sql): Call =>
  ([of = sql`NULL`]) =>
    write(of);

const two =
  (write: (left: Sql, right: Sql) => Sql): Call =>
  ([left = sql`NULL`, right = sql`NULL`]) =>
    write(left, right);

const divided = two((left, right) => sql`(${left} / nullif(${right}, 0))`);
const first: Call = (args) => sql`coalesce(${list(args)})`;

/** How each function of a formula is computed, in SQL that all engines read alike. */
export const CALLS: Omit<Dialect['call'], 'round'> = {
  add: between(sql` + `),
  subtract: between(sql` - `),
  multiply: between(sql` * `),
  divide: divided,
  ratio: divided,
  percentOfTotal: (args) => one((of) => sql`(${of} / nullif(sum(${of}) OVER (), 0))`)(args, sql``),
  runningTotal: ([of = sql`NULL`], over) => sql`sum(${of}) OVER (${over} ROWS UNBOUNDED PRECEDING)`,
  abs: one((of) => sql`abs(${of})`),
  min: (args) => sql`least(${list(args)})`,
  max: (args) => sql`greatest(${list(args)})`,
  coalesce: first,
  ifNull: first,
  difference: between(sql` - `),
  percentChange: two(
    (now, before) =>
      sql`(CASE WHEN ${before} = 0 THEN CAST(sign(${now}) AS DOUBLE) ELSE (${now} - ${before}) / abs(${before}) END)`,
  ),
};
