import { narrowZone, zoneTable } from '@cairn/query';
import type { ZoneTable } from '@cairn/query';
import { ident, join, list, member, sql, toStatement } from '../dialect/sql.ts';
import type { Sql } from '../dialect/sql.ts';
import { isUtc, periodStart } from '../dialect/zones.ts';
import { FINENESSES, KEPT } from './need.ts';
import type { Fineness, Need } from './need.ts';

/** Where rollups lie: beside the graph, in memory, gone with the process. */
export const ROLLUPS = 'rollups';

const TRUNCATED: Readonly<Record<Fineness, Sql>> = {
  hour: sql`'hour'`,
  day: sql`'day'`,
  month: sql`'month'`,
};

const text = (of: Sql): string => toStatement(of, () => '').text;

/** What is kept of a moment: where its hour, day or month began. */
function startOf(time: string, fineness: Fineness, zone: ZoneTable | null): Sql {
  const unit = TRUNCATED[fineness];
  if (!zone || isUtc(zone)) return sql`date_trunc(${unit}, ${ident(time)})`;
  const floor = (local: Sql) => sql`epoch_us(date_trunc(${unit}, make_timestamp(${local})))`;
  return sql`make_timestamp(${periodStart(sql`epoch_us(${ident(time)})`, floor, zone)})`;
}

function keysOf({ dims, time }: Need, fineness: Fineness, zone: ZoneTable | null = null): Sql[] {
  return [...dims.map(ident), ...(time === null ? [] : [startOf(time, fineness, zone)])];
}

const namesOf = ({ dims, time }: Need): Sql[] => [...dims, ...(time === null ? [] : [time])].map(ident);

const living = ({ mortal }: Need): Sql => (mortal ? sql` WHERE deleted IS NOT TRUE` : sql``);

/** How many rows a table has; the engine knows without reading them. */
export const counting = ({ table }: Need): string =>
  text(sql`SELECT CAST(count(*) AS DOUBLE) FROM ${ident(table)}`);

/** The statement that tells how many rows a table has, and how many places it has for them up to the last one. */
export const placing = ({ table }: Need): string =>
  text(
    sql`SELECT CAST(count(*) AS DOUBLE), CAST(coalesce(max(rowid) + 1, 0) AS DOUBLE) FROM ${ident(table)}`,
  );

/** What a rollup is made of. */
export interface Making {
  /** The place in its table from which on rows are rolled up. */
  readonly from: number | null;
  /** The first and the last moment of them, where days or months of a zone are kept. */
  readonly extent: readonly number[];
}

/** The statement that tells the first and the last moment of rows. */
export function reaching({ table, time }: Need, from: number | null): string {
  const of = time === null ? sql`NULL::TIMESTAMP` : ident(time);
  const where = from === null ? sql`` : sql` WHERE rowid >= ${from}`;
  return text(
    sql`SELECT CAST(epoch_ms(min(${of})) AS DOUBLE), CAST(epoch_ms(max(${of})) AS DOUBLE) FROM ${ident(table)}${where}`,
  );
}

/** The offsets of the zone as far as rows reach. */
function zoneOf({ zone, fineness }: Need, [first = 0, last = 0]: readonly number[]): ZoneTable | null {
  return fineness === 'hour' || zone === 'UTC' ? null : narrowZone(zoneTable(zone), first, last + 1);
}

/** The statement that rolls up a table. */
export function making(need: Need, part: string, { from, extent }: Making): string {
  const keys = keysOf(need, need.fineness, zoneOf(need, extent));
  const names = namesOf(need);
  const kept = need.numbers.flatMap((name) => {
    const of = ident(name);
    return [
      sql`count(${of}) AS ${ident(KEPT.count(name))}`,
      sql`sum(${of}) AS ${ident(KEPT.sum(name))}`,
      sql`min(${of}) AS ${ident(KEPT.min(name))}`,
      sql`max(${of}) AS ${ident(KEPT.max(name))}`,
    ];
  });
  const columns = keys.map((key, index) => sql`${key} AS ${names[index] ?? key}`);
  const counted = sql`count(uuid) AS ${ident(KEPT.rows)}`;
  const conditions = [
    ...(need.mortal ? [sql`deleted IS NOT TRUE`] : []),
    ...(from === null ? [] : [sql`rowid >= ${from}`]),
  ];
  const where = conditions.length > 0 ? sql` WHERE ${join(conditions, sql` AND `)}` : sql``;
  return text(
    sql`CREATE TABLE ${member(ROLLUPS, part)} AS SELECT ${list([...columns, counted, ...kept])}
      FROM ${ident(need.table)}${where}${grouped(need)}`,
  );
}

function grouped(need: Need): Sql {
  const { length } = namesOf(need);
  const by = Array.from({ length }, (_, index) => sql`${index + 1}`);
  if (length === 0) return sql``;
  return need.time === null ? sql` GROUP BY ${list(by)}` : sql` GROUP BY ${list(by)} ORDER BY ${length}`;
}

/** The statement that makes one part of those that a rollup has come to consist of. */
export function uniting(need: Need, from: string, part: string): string {
  const kept = need.numbers.flatMap((name) => {
    const [count, sum] = [ident(KEPT.count(name)), ident(KEPT.sum(name))];
    const [min, max] = [ident(KEPT.min(name)), ident(KEPT.max(name))];
    return [
      sql`CAST(sum(${count}) AS BIGINT) AS ${count}`,
      sql`sum(${sum}) AS ${sum}`,
      sql`min(${min}) AS ${min}`,
      sql`max(${max}) AS ${max}`,
    ];
  });
  const rows = ident(KEPT.rows);
  const columns = [...namesOf(need), sql`CAST(sum(${rows}) AS BIGINT) AS ${rows}`, ...kept];
  return text(
    sql`CREATE TABLE ${member(ROLLUPS, part)} AS SELECT ${list(columns)} FROM ${member(ROLLUPS, from)}${grouped(need)}`,
  );
}

/** The statement that names what its parts are together. */
export function naming(name: string, parts: readonly string[]): string {
  const all = parts.map((part) => sql`SELECT * FROM ${member(ROLLUPS, part)}`);
  return text(sql`CREATE OR REPLACE VIEW ${member(ROLLUPS, name)} AS ${join(all, sql` UNION ALL `)}`);
}

/** How many living rows there are, how many rows a rollup of each fineness would have: of all, or of some. */
export function estimating(need: Need, of: 'all' | 'some'): string {
  const rows = sql`FROM ${ident(need.table)}${of === 'some' ? sql` TABLESAMPLE SYSTEM (2 PERCENT)` : sql``}`;
  const groups = FINENESSES.map((fineness) => {
    const keys = keysOf(need, fineness);
    const distinct = keys.length > 0 ? sql`approx_count_distinct(hash(${list(keys)}))` : sql`1`;
    return sql`CAST(${distinct} AS DOUBLE)`;
  });
  return text(sql`SELECT CAST(count(*) AS DOUBLE), ${list(groups)} ${rows}${living(need)}`);
}

/** Bytes of a row of a rollup whose texts are short; what the engine needs beside is a third more at most. */
export function widthOf({ dims, time, numbers }: Need): number {
  return 1.3 * (16 * dims.length + (time === null ? 0 : 8) + 8 + 40 * numbers.length);
}

/** The statement that tells how many rows a rollup has, and how many bytes of texts beyond those of `widthOf`. */
export function measuring({ dims }: Need, table: string): string {
  const beyond = dims.map(
    (name) =>
      sql`CASE WHEN typeof(${ident(name)}) = 'VARCHAR' THEN greatest(strlen(CAST(${ident(name)} AS VARCHAR)) - 12, 0) ELSE 0 END`,
  );
  const bytes = beyond.length > 0 ? sql`coalesce(sum(${join(beyond, sql` + `)}), 0)` : sql`0`;
  return text(sql`SELECT CAST(count(*) AS DOUBLE), CAST(${bytes} AS DOUBLE) FROM ${member(ROLLUPS, table)}`);
}

/** The statements that let go of a rollup. */
export function dropping(name: string, parts: readonly string[]): string {
  const drops = parts.map((part) => sql`; DROP TABLE IF EXISTS ${member(ROLLUPS, part)}`);
  return text([...sql`DROP VIEW IF EXISTS ${member(ROLLUPS, name)}`, ...drops.flat()]);
}
