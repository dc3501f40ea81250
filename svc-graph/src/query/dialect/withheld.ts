import type { GroupsPlan, Withheld } from '../plan/plan.ts';
import { ident, join, list, member, sql } from './sql.ts';
import type { Sql } from './sql.ts';

/** 1 for a withheld group. */
export const WITHHELD = '@withheld';
const SIZE = '@people';

const v = (name: string) => member('v', name);
const flag = (condition: Sql): Sql => sql`CASE WHEN ${condition} THEN 1 ELSE 0 END`;

/** Groups in which a measure is about some people, but fewer than the least number. */
function fewSql({ counts, least }: Withheld, groups: Sql, mark: string): Sql {
  const few = counts.map((name) => sql`(${v(name)} > 0 AND ${v(name)} < ${least})`);
  const isFew = join(few, sql` OR `);
  const largest = counts.length === 1 ? v(counts[0] ?? '') : sql`greatest(${list(counts.map(v))})`;
  const size = sql`CASE WHEN ${isFew} THEN 0 ELSE ${largest} END`;
  return sql`SELECT v.*, ${flag(isFew)} AS ${ident(mark)}, ${size} AS ${ident(SIZE)} FROM (${groups}) v`;
}

/**
 * Of the groups that differ in one key alone, withholds the smallest large one beside those that are withheld, so
 * that their total tells none of them.
 */
function besideSql(plan: GroupsPlan, key: string, of: Sql, mark: string): Sql {
  const least = plan.withheld?.least ?? 0;
  const keys = plan.groups.map(({ name }) => v(name));
  const others = plan.groups.filter(({ name }) => name !== key).map(({ name }) => v(name));
  const slice = others.length > 0 ? sql`PARTITION BY ${list(others)}` : sql``;
  const [before, large] = [v(mark), sql`${v(SIZE)} >= ${least}`];
  const places = sql`${before}, CASE WHEN ${large} THEN 0 ELSE 1 END, ${v(SIZE)}, ${list(keys)}`;
  const all = sql`sum(${before}) OVER (${slice})`;
  const larges = sql`sum(CASE WHEN ${large} THEN ${before} ELSE 0 END) OVER (${slice})`;
  const place = sql`row_number() OVER (${slice} ORDER BY ${places})`;
  const seen = [`${mark} all`, `${mark} large`, `${mark} place`] as const;
  const counted = sql`SELECT v.*, ${all} AS ${ident(seen[0])}, ${larges} AS ${ident(seen[1])}, ${place} AS ${ident(seen[2])} FROM (${of}) v`;
  const needed = sql`${v(seen[0])} > 0 AND (${v(seen[0])} < 2 OR ${v(seen[1])} = 0)`;
  const chosen = sql`${large} AND ${v(seen[2])} = 1 AND ${needed}`;
  return sql`SELECT v.*, ${flag(sql`${before} = 1 OR (${chosen})`)} AS ${ident(`${mark}+`)} FROM (${counted}) v`;
}

/** Groups with a column that says which of them are withheld. */
export function markedSql(plan: GroupsPlan, withheld: Withheld, groups: Sql): Sql {
  let mark = '@few';
  let marked = fewSql(withheld, groups, mark);
  const keys = plan.groups.map(({ name }) => name);
  // What is withheld beside one key may stand alone beside another, so several keys are gone through twice.
  for (const key of keys.length > 1 ? [...keys, ...keys] : keys) {
    marked = besideSql(plan, key, marked, mark);
    mark = `${mark}+`;
  }
  return sql`SELECT v.*, ${v(mark)} AS ${ident(WITHHELD)} FROM (${marked}) v`;
}

/** The groups that may be shown; those that are withheld stay without measures where the plan or the answer needs them. */
export function shownSql(plan: GroupsPlan, withheld: Withheld, groups: Sql): Sql {
  const marked = markedSql(plan, withheld, groups);
  if (plan.groups.length > 0 && !plan.keepsWithheld)
    return sql`SELECT v.* FROM (${marked}) v WHERE ${v(WITHHELD)} = 0`;
  const keys = plan.groups.map(({ name }) => sql`${v(name)} AS ${ident(name)}`);
  const measures = plan.grains.flatMap(({ aggregates }) =>
    aggregates.map(
      ({ name }) => sql`CASE WHEN ${v(WITHHELD)} = 0 THEN ${v(name)} ELSE NULL END AS ${ident(name)}`,
    ),
  );
  return sql`SELECT ${list([...keys, ...measures, sql`${v(WITHHELD)} AS ${ident(WITHHELD)}`])} FROM (${marked}) v`;
}
