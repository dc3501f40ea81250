import { narrowZone, zoneTable } from '@cairn/query';
import type { ZoneTable } from '@cairn/query';
import { localTime } from '../dialect/duckdb-time.ts';
import { ident, join, list, member, sql, toStatement, value } from '../dialect/sql.ts';
import type { Param, Sql } from '../dialect/sql.ts';
import { isUtc, periodStart } from '../dialect/zones.ts';
import { edgeColumn } from './over-edge.ts';
import type { EdgeColumns } from './over-edge.ts';
import { KEPT } from './read-rollup.ts';
import { isZoned } from './rollup-spec.ts';
import type { RollupSpec } from './rollup-spec.ts';
import { periodOf } from './time-grain.ts';
import type { TimeGrain } from './time-grain.ts';

/** Runs one statement and returns the numbers of its first row. */
export type RunStatement = (statement: string) => Promise<readonly number[]>;

/** The schema of rollups, which is in memory beside the graph and ends with the process. */
export const ROLLUPS = 'rollups';

const TRUNCATED = { hour: sql`'hour'`, day: sql`'day'`, week: sql`'week'`, month: sql`'month'` };

/** The only values are names of relations, all from the catalogue. */
function relationName(param: Param): string {
  const name = 'list' in param ? null : param.value;
  if (typeof name !== 'string' || !/^\w+$/.test(name)) throw new Error('a rollup has no such value');
  return `'${name}'`;
}

/** The text of a statement; all its names come from the catalogue. */
const text = (of: Sql): string => toStatement(of, (_, param) => relationName(param)).text;

function truncated(of: Sql, timeGrain: TimeGrain): Sql {
  const { unit, firstDay } = periodOf(timeGrain);
  const days = (8 - firstDay) % 7;
  if (unit !== 'week' || days === 0) return sql`date_trunc(${TRUNCATED[unit]}, ${of})`;
  return sql`(date_trunc('week', ${of} + to_days(${days})) - to_days(${days}))`;
}

/** The start of the period that contains a moment. */
function startOf(time: string, timeGrain: TimeGrain, zone: ZoneTable | null): Sql {
  if (timeGrain === 'hour' || !zone || isUtc(zone)) return truncated(ident(time), timeGrain);
  const floor = (local: Sql) => sql`epoch_us(${truncated(sql`make_timestamp(${local})`, timeGrain)})`;
  return sql`make_timestamp(${periodStart(sql`epoch_us(${ident(time)})`, floor, zone)})`;
}

function keysOf({ dims, time }: RollupSpec, timeGrain: TimeGrain, zone: ZoneTable | null = null): Sql[] {
  return [...dims.map(ident), ...(time === null ? [] : [startOf(time, timeGrain, zone)])];
}

const namesOf = ({ dims, time }: RollupSpec): Sql[] => [...dims, ...(time === null ? [] : [time])].map(ident);

const notDeleted = ({ softDeletes }: RollupSpec): Sql =>
  softDeletes ? sql` WHERE deleted IS NOT TRUE` : sql``;

/** The distinct rows that an edge leads to. */
function reachedBy({ relation, direction, table, softDeletes, columns }: EdgeColumns): Sql {
  const [near, far] = direction === 'out' ? ['fromUuid', 'toUuid'] : ['toUuid', 'fromUuid'];
  const named = columns.map((name) => sql`t.${ident(name)} AS ${ident(edgeColumn(name))}`);
  const isKept = softDeletes ? sql` AND t.deleted IS NOT TRUE` : sql``;
  const name = value({ type: 'string', value: relation });
  return sql`SELECT DISTINCT e.${ident(near)} AS "@near", ${list(named)}
    FROM "Relation" e JOIN ${ident(table)} t ON t.uuid = e.${ident(far)}${isKept} WHERE e.relation = ${name}`;
}

/** The rows that are rolled up: each row of the table, once for each distinct value that its edge reaches. */
function rowsOf(spec: RollupSpec): Sql {
  const { table, edge } = spec;
  if (!edge) return ident(table);
  const rows = sql`SELECT * FROM ${ident(table)}${notDeleted(spec)}`;
  return sql`(SELECT * FROM (${rows}) b LEFT JOIN (${reachedBy(edge)}) r ON r."@near" = b.uuid)`;
}

/** Counts the rows of a table; the engine knows the count without reading them. */
export const countingRows = ({ table }: RollupSpec): string =>
  text(sql`SELECT CAST(count(*) AS DOUBLE) FROM ${ident(table)}`);

/** The offsets of a rollup's zone, within the extent of its table's rows. */
export async function zoneOfRows(run: RunStatement, spec: RollupSpec): Promise<ZoneTable | null> {
  if (!isZoned(spec)) return null;
  const of = ident(spec.time ?? '');
  const [first = 0, last = 0] = await run(
    text(
      sql`SELECT CAST(epoch_ms(min(${of})) AS DOUBLE), CAST(epoch_ms(max(${of})) AS DOUBLE) FROM ${ident(spec.table)}`,
    ),
  );
  return narrowZone(zoneTable(spec.zone), first, last + 1);
}

/** The statement that makes the table of a rollup. */
export function making(spec: RollupSpec, table: string, zone: ZoneTable | null): string {
  const names = namesOf(spec);
  const kept = spec.numbers.flatMap((name) => {
    const of = ident(name);
    return [
      sql`count(${of}) AS ${ident(KEPT.count(name))}`,
      sql`sum(${of}) AS ${ident(KEPT.sum(name))}`,
      sql`min(${of}) AS ${ident(KEPT.min(name))}`,
      sql`max(${of}) AS ${ident(KEPT.max(name))}`,
    ];
  });
  const keys = keysOf(spec, spec.timeGrain, zone).map((key, index) => sql`${key} AS ${names[index] ?? key}`);
  const columns = list([...keys, sql`count(uuid) AS ${ident(KEPT.rows)}`, ...kept]);
  const rows = sql`SELECT ${columns} FROM ${rowsOf(spec)}${notDeleted(spec)}${grouped(spec)}`;
  return text(sql`CREATE TABLE ${member(ROLLUPS, table)} AS ${withDay(spec, rows, zone)}`);
}

/** Adds the day of the wall clock to the periods of a zone. */
function withDay({ time }: RollupSpec, rows: Sql, zone: ZoneTable | null): Sql {
  if (time === null || zone === null) return rows;
  return sql`SELECT r.*, CAST(${localTime(ident(time), zone)} AS DATE) AS ${ident(KEPT.day)} FROM (${rows}) r`;
}

function grouped(spec: RollupSpec): Sql {
  const { length } = namesOf(spec);
  const by = Array.from({ length }, (_, index) => sql`${index + 1}`);
  if (length === 0) return sql``;
  return spec.time === null ? sql` GROUP BY ${list(by)}` : sql` GROUP BY ${list(by)} ORDER BY ${length}`;
}

/** Counts the rows that are not deleted, and estimates the rows of a rollup of each grain. */
export function estimatingRows(spec: RollupSpec, grains: readonly TimeGrain[]): string {
  const groups = grains.map((timeGrain) => distinct(keysOf(spec, timeGrain)));
  return text(sql`SELECT CAST(count(*) AS DOUBLE), ${list(groups)} FROM ${rowsOf(spec)}${notDeleted(spec)}`);
}

function distinct(keys: readonly Sql[]): Sql {
  const count = keys.length > 0 ? sql`approx_count_distinct(hash(${list(keys)}))` : sql`1`;
  return sql`CAST(${count} AS DOUBLE)`;
}

/** Estimated bytes of a rollup's row with short texts, with a third more for the engine's overhead. */
export function widthOf({ dims, time, numbers }: RollupSpec): number {
  const moment = time === null ? 0 : 12;
  return 1.3 * (16 * dims.length + moment + 8 + 40 * numbers.length);
}

/** Counts the rows of a rollup, and the bytes by which its texts exceed `widthOf`. */
export function measuring({ dims }: RollupSpec, table: string): string {
  const beyond = dims.map(
    (name) =>
      sql`CASE WHEN typeof(${ident(name)}) = 'VARCHAR' THEN greatest(strlen(CAST(${ident(name)} AS VARCHAR)) - 12, 0) ELSE 0 END`,
  );
  const bytes = beyond.length > 0 ? sql`coalesce(sum(${join(beyond, sql` + `)}), 0)` : sql`0`;
  return text(sql`SELECT CAST(count(*) AS DOUBLE), CAST(${bytes} AS DOUBLE) FROM ${member(ROLLUPS, table)}`);
}

/** The statement that drops the table of a rollup. */
export const dropping = (table: string): string => text(sql`DROP TABLE IF EXISTS ${member(ROLLUPS, table)}`);
