import { narrowZone, zoneTable } from '@cairn/query';
import type { ZoneTable } from '@cairn/query';
import { ident, join, list, member, sql, toStatement, value } from '../dialect/sql.ts';
import type { Param, Sql } from '../dialect/sql.ts';
import { localTime } from '../dialect/duckdb-time.ts';
import { isUtc, periodStart } from '../dialect/zones.ts';
import { isOfHours, periodOf } from './time-grain.ts';
import type { Fineness } from './time-grain.ts';
import { isZoned } from './rollup-spec.ts';
import type { Need } from './rollup-spec.ts';
import { farName } from './over-edge.ts';
import { KEPT } from './read-rollup.ts';

/** Runs one statement and answers the numbers of its first row. */
export type Runs = (statement: string) => Promise<readonly number[]>;

/** Where rollups lie: beside the graph, in memory, gone with the process. */
export const ROLLUPS = 'rollups';

const TRUNCATED = { hour: sql`'hour'`, day: sql`'day'`, week: sql`'week'`, month: sql`'month'` };

/** Of values there are only names of relations, which the catalogue has. */
const quoted = (param: Param): string =>
  'list' in param ? '' : `'${String(param.value).replaceAll("'", "''")}'`;

const text = (of: Sql): string => toStatement(of, (_index, param) => quoted(param)).text;

function truncated(of: Sql, fineness: Fineness): Sql {
  const { unit, firstDay } = periodOf(fineness);
  const days = (8 - firstDay) % 7;
  if (unit !== 'week' || days === 0) return sql`date_trunc(${TRUNCATED[unit]}, ${of})`;
  return sql`(date_trunc('week', ${of} + to_days(${days})) - to_days(${days}))`;
}

/** What is kept of a moment: where its period began. */
function startOf(time: string, fineness: Fineness, zone: ZoneTable | null): Sql {
  if (fineness === 'hour' || !zone || isUtc(zone)) return truncated(ident(time), fineness);
  const floor = (local: Sql) => sql`epoch_us(${truncated(sql`make_timestamp(${local})`, fineness)})`;
  return sql`make_timestamp(${periodStart(sql`epoch_us(${ident(time)})`, floor, zone)})`;
}

function keysOf({ dims, time }: Need, fineness: Fineness, zone: ZoneTable | null = null): Sql[] {
  return [...dims.map(ident), ...(time === null ? [] : [startOf(time, fineness, zone)])];
}

const namesOf = ({ dims, time }: Need): Sql[] => [...dims, ...(time === null ? [] : [time])].map(ident);

const living = ({ softDeletes }: Need): Sql => (softDeletes ? sql` WHERE deleted IS NOT TRUE` : sql``);

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
  /** The offsets of the zone whose days, weeks or months are kept, as far as rows reach. */
  readonly zone: ZoneTable | null;
}

/** The first and the last moment of rows of a table or of a rollup. */
function reaching({ time }: Need, rows: Sql, from: number | null): string {
  const of = ident(time ?? '');
  const where = from === null ? sql`` : sql` WHERE rowid >= ${from}`;
  return text(
    sql`SELECT CAST(epoch_ms(min(${of})) AS DOUBLE), CAST(epoch_ms(max(${of})) AS DOUBLE) FROM ${rows}${where}`,
  );
}

async function zoneOf(run: Runs, need: Need, rows: Sql, from: number | null): Promise<ZoneTable | null> {
  if (!isZoned(need)) return null;
  const [first = 0, last = 0] = await run(reaching(need, rows, from));
  return narrowZone(zoneTable(need.zone), first, last + 1);
}

/** The offsets by which rows of a table are rolled up. */
export const zoneOfRows = (run: Runs, need: Need, from: number | null): Promise<ZoneTable | null> =>
  zoneOf(run, need, ident(need.table), from);

/** The offsets by which what a rollup keeps is made longer periods; undefined where it does not tell those. */
export async function zoneOfRollup(
  run: Runs,
  need: Need,
  from: { readonly need: Need; readonly name: string },
): Promise<ZoneTable | null | undefined> {
  const zone = await zoneOf(run, need, member(ROLLUPS, from.name), null);
  // What is kept may reach further than what was asked, to where the clock was moved by less than hours.
  return zone === null || from.need.fineness !== 'hour' || isOfHours(zone) ? zone : undefined;
}

/** The rows that are rolled up: those of a table, or as many of each as differ in what an edge leads to. */
function rowsOf({ table, beside, softDeletes }: Need): Sql {
  if (!beside) return ident(table);
  const [near, far] = beside.direction === 'out' ? ['fromUuid', 'toUuid'] : ['toUuid', 'fromUuid'];
  const columns = beside.columns.map((name) => sql`t.${ident(name)} AS ${ident(farName(name))}`);
  const things = beside.living ? sql` AND t.deleted IS NOT TRUE` : sql``;
  const relation = sql`(SELECT * FROM "Relation" WHERE relation = ${value({ type: 'string', value: beside.relation })})`;
  const led = sql`SELECT DISTINCT e.${ident(near)} AS "@near", ${list(columns)}
    FROM ${relation} e JOIN ${ident(beside.table)} t ON t.uuid = e.${ident(far)}${things}`;
  const living = softDeletes ? sql` WHERE b.deleted IS NOT TRUE` : sql``;
  return sql`(SELECT * FROM ${ident(table)} b LEFT JOIN (${led}) f ON f."@near" = b.uuid${living}) r`;
}

/** The statement that rolls up a table. */
export function making(need: Need, part: string, { from, zone }: Making): string {
  const keys = keysOf(need, need.fineness, zone);
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
    ...(need.softDeletes ? [sql`deleted IS NOT TRUE`] : []),
    ...(from === null ? [] : [sql`rowid >= ${from}`]),
  ];
  const where = conditions.length > 0 ? sql` WHERE ${join(conditions, sql` AND `)}` : sql``;
  const rows = sql`SELECT ${list([...columns, counted, ...kept])} FROM ${rowsOf(need)}${where}${grouped(need)}`;
  return laying(part, withDay(need, rows, zone));
}

const laying = (part: string, rows: Sql): string =>
  text(sql`CREATE TABLE ${member(ROLLUPS, part)} AS ${rows}`);

/** The rows with the day of the wall clock, where they are of periods of one. */
function withDay({ time }: Need, rows: Sql, zone: ZoneTable | null): Sql {
  if (time === null || zone === null) return rows;
  return sql`SELECT r.*, CAST(${localTime(ident(time), zone)} AS DATE) AS ${ident(KEPT.day)} FROM (${rows}) r`;
}

function grouped(need: Need): Sql {
  const { length } = namesOf(need);
  const by = Array.from({ length }, (_, index) => sql`${index + 1}`);
  if (length === 0) return sql``;
  return need.time === null ? sql` GROUP BY ${list(by)}` : sql` GROUP BY ${list(by)} ORDER BY ${length}`;
}

/** The statement that makes one part of those that a rollup has come to consist of. */
export const uniting = (need: Need, from: string, part: string): string =>
  laying(part, gathering(need, from, namesOf(need), isZoned(need) ? [sql`min(${DAY}) AS ${DAY}`] : []));

/** The statement that makes what is needed of a rollup that keeps more. */
export const coarsening = (need: Need, from: string, part: string, zone: ZoneTable | null): string =>
  laying(part, withDay(need, gathering(need, from, keysOf(need, need.fineness, zone)), zone));

const DAY = ident(KEPT.day);

function gathering(need: Need, from: string, keys: readonly Sql[], beside: readonly Sql[] = []): Sql {
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
  const names = namesOf(need);
  const rows = ident(KEPT.rows);
  const columns = [
    ...keys.map((key, index) => sql`${key} AS ${names[index] ?? key}`),
    sql`CAST(sum(${rows}) AS BIGINT) AS ${rows}`,
    ...kept,
    ...beside,
  ];
  return sql`SELECT ${list(columns)} FROM ${member(ROLLUPS, from)}${grouped(need)}`;
}

/** The statement that names what its parts are together. */
export function naming(name: string, parts: readonly string[]): string {
  const all = parts.map((part) => sql`SELECT * FROM ${member(ROLLUPS, part)}`);
  return text(sql`CREATE OR REPLACE VIEW ${member(ROLLUPS, name)} AS ${join(all, sql` UNION ALL `)}`);
}

/** How many living rows there are, how many rows a rollup of each fineness would have: of all, or of some. */
export function estimating(need: Need, finenesses: readonly Fineness[], of: 'all' | 'some'): string {
  const rows = sql`FROM ${rowsOf(need)}${of === 'some' ? sql` TABLESAMPLE SYSTEM (2 PERCENT)` : sql``}`;
  const groups = finenesses.map((fineness) => distinct(keysOf(need, fineness)));
  return text(sql`SELECT CAST(count(*) AS DOUBLE), ${list(groups)} ${rows}${living(need)}`);
}

/** How many rows it would have, made of a rollup that keeps more, by each fineness. */
export function estimatingOf(
  need: Need,
  finenesses: readonly Fineness[],
  from: string,
  zone: ZoneTable | null,
): string {
  const groups = finenesses.map((fineness) => distinct(keysOf(need, fineness, zone)));
  return text(sql`SELECT ${list(groups)} FROM ${member(ROLLUPS, from)}`);
}

function distinct(keys: readonly Sql[]): Sql {
  const count = keys.length > 0 ? sql`approx_count_distinct(hash(${list(keys)}))` : sql`1`;
  return sql`CAST(${count} AS DOUBLE)`;
}

/** Bytes of a row of a rollup whose texts are short; what the engine needs beside is a third more at most. */
export function widthOf({ dims, time, numbers }: Need): number {
  const moment = time === null ? 0 : 12;
  return 1.3 * (16 * dims.length + moment + 8 + 40 * numbers.length);
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
