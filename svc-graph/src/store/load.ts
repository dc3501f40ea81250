import { CATALOGUE, statedColumn } from '@cairn/entities';
import { quoted, writtenTablesOf } from './ddl.ts';
import { createTemp, dropTemp, insertInto, update } from './statement.ts';
import type { BoundQuery, Statement } from './statement.ts';

/** A value as sources give it: uuids as text, moments in seconds since 1970. */
export type Cell = string | number | boolean | null | readonly string[];
export type Row = Readonly<Record<string, Cell>>;

/** How a column is combined when the row already exists; `own` replaces it in rows of the same integration alone. */
export type OnMatch = 'replace' | 'least' | 'greatest' | 'newest' | 'own';

/** Rows of one table; all have the same columns. */
export interface Load {
  readonly table: string;
  readonly rows: readonly Row[];
  /** The columns that identify a row; the default is `uuid`. */
  readonly key?: readonly string[];
  /** Columns that change on an existing row; the others stay. */
  readonly match?: Readonly<Record<string, OnMatch>>;
  /** Skips rows that do not exist yet. */
  readonly updateOnly?: boolean;
  /** The caller knows that none of the rows exists. */
  readonly append?: boolean;
  /** The org's own columns, with their types. */
  readonly own?: Readonly<Record<string, string>>;
}

const TABLES = writtenTablesOf(CATALOGUE.kinds);

function typeOf({ table, own }: Pick<Load, 'table' | 'own'>, column: string): string {
  const type = TABLES.get(table)?.get(column) ?? own?.[column];
  if (!type) throw new Error(`${table} has no column ${column}`);
  return type;
}

/** The moment of seconds since 1970, to the millisecond. */
export const momentSql = (seconds: string): string =>
  `make_timestamp((${seconds}::DOUBLE * 1000)::BIGINT * 1000)`;

/** The JSON type that carries a SQL type, and the SQL that restores it. */
function carried(type: string): { json: string; read: (value: string) => string } {
  if (type === 'TIMESTAMP') return { json: 'DOUBLE', read: momentSql };
  if (type === 'VARCHAR[]') return { json: 'VARCHAR[]', read: (value) => value };
  if (type === 'JSON') return { json: 'VARCHAR', read: (value) => `${value}::JSON` };
  return { json: type, read: (value) => value };
}

/** Where a column's values come from: a list, which equal columns share, or one value for all rows. */
type Origin = { readonly list: string } | { readonly value: Cell };

function originsOf(rows: readonly Row[], columns: readonly string[]): Map<string, Origin> {
  const origins = new Map<string, Origin>();
  const lists: string[] = [];
  for (const column of columns) {
    const first = rows[0]?.[column] ?? null;
    const single = !Array.isArray(first) && rows.every((row) => row[column] === first);
    const twin = single ? undefined : lists.find((list) => rows.every((row) => row[list] === row[column]));
    if (!single && twin === undefined) lists.push(column);
    origins.set(column, single ? { value: first } : { list: twin ?? column });
  }
  // One list must give the number of rows.
  const [counted] = columns;
  if (lists.length === 0 && counted !== undefined) origins.set(counted, { list: counted });
  return origins;
}

const ZERO = '\0';
const withoutZero = (text: string) => text.replaceAll(ZERO, '\ufffd');

/**
 * The stored form of a value. Lists lose missing elements, which would be neither present nor missing. U+0000
 * is replaced, because not every database that stores queries accepts it.
 */
function kept(cell: Cell | undefined): Cell {
  if (cell === undefined || cell === null) return null;
  if (typeof cell === 'object')
    return cell.filter((each) => typeof each === 'string').map((each) => withoutZero(each));
  return typeof cell === 'string' ? withoutZero(cell) : cell;
}

/**
 * The rows as a query. Columns travel as lists in one JSON text, which the engine parses in its own thread.
 */
function rowsQuery(load: Load): BoundQuery {
  const { rows } = load;
  const columns = Object.keys(rows[0] ?? {});
  const origins = originsOf(rows, columns);
  const lists = columns.filter((column) => {
    const origin = origins.get(column);
    return origin && 'list' in origin && origin.list === column;
  });
  const shape = lists.map((column) => {
    const { json } = carried(typeOf(load, column));
    return [column, json === 'VARCHAR[]' ? [['VARCHAR']] : [json]];
  });
  const values: string[] = [];
  const selected = columns.map((column) => {
    const { json, read } = carried(typeOf(load, column));
    const origin = origins.get(column) ?? { value: null };
    if ('list' in origin) return `${read(quoted(origin.list))} AS ${quoted(column)}`;
    if (origin.value !== null) values.push(String(kept(origin.value)));
    const value = origin.value === null ? 'NULL' : `$${String(values.length + 1)}`;
    return `${read(`CAST(${value} AS ${json})`)} AS ${quoted(column)}`;
  });
  const packed = JSON.stringify(
    Object.fromEntries(lists.map((column) => [column, rows.map((row) => kept(row[column]))])),
  );
  const unnested = lists.map((column) => `unnest(j.${quoted(column)}) AS ${quoted(column)}`);
  const sql = `SELECT ${selected.join(', ')} FROM
    (SELECT ${unnested.join(', ')} FROM
      (SELECT from_json(packed::JSON, '${JSON.stringify(Object.fromEntries(shape))}') AS j FROM (VALUES ($1)) v(packed)))`;
  return { sql, params: [packed, ...values] };
}

const COMBINE: Readonly<Record<OnMatch, (column: string) => string>> = {
  replace: (column) => `s.${column}`,
  least: (column) => `least(t.${column}, s.${column})`,
  greatest: (column) => `greatest(t.${column}, s.${column})`,
  own: (column) => `CASE WHEN t.integration = s.integration THEN s.${column} ELSE t.${column} END`,
  newest: (column) => `CASE WHEN t."updatedAt" > s."updatedAt" THEN t.${column} ELSE s.${column} END`,
};

/** How rows are merged into a table. */
export type Into = Omit<Load, 'rows'> & { readonly columns: readonly string[] };

function keyed({ key = ['uuid'] }: Into): string {
  return key.map((column) => `t.${quoted(column)} = s.${quoted(column)}`).join(' AND ');
}

function insertOf(into: Into, from: BoundQuery): Statement {
  const list = into.columns.map(quoted).join(', ');
  const fresh = into.append
    ? ''
    : ` WHERE NOT EXISTS (SELECT 1 FROM ${quoted(into.table)} t WHERE ${keyed(into)})`;
  return insertInto(into.table, into.columns, `SELECT ${list} FROM (${from.sql}) s${fresh}`, from.params);
}

/** Merges the rows of a query into a table. Existing rows change only in the matched columns. */
export function mergeStatements(into: Into, from: BoundQuery): Statement[] {
  const set = Object.fromEntries(
    Object.entries(into.match ?? {}).map(([column, how]) => [column, COMBINE[how](quoted(column))]),
  );
  const updates =
    Object.keys(set).length > 0
      ? [update(into.table, set, `FROM (${from.sql}) s WHERE ${keyed(into)}`, from.params)]
      : [];
  return [...updates, ...(into.updateOnly ? [] : [insertOf(into, from)])];
}

const DECIDED = new Map(CATALOGUE.kinds.map(({ name, decided = [] }) => [name, decided]));

/** The rows with what they state of attributes that rules of the org may decide later. */
function keepStated(load: Load): Load {
  const [first] = load.rows;
  const decided = (DECIDED.get(load.table) ?? []).filter((name) => first && Object.hasOwn(first, name));
  if (decided.length === 0) return load;
  const { match = {} } = load;
  const beside = <V>(from: Readonly<Record<string, V>>) =>
    Object.fromEntries(
      decided.flatMap((name) => {
        const value = from[name];
        return value === undefined ? [] : [[statedColumn(name), value] as const];
      }),
    );
  return {
    ...load,
    rows: load.rows.map((row) => ({ ...row, ...beside(row) })),
    match: { ...match, ...beside(match) },
  };
}

/** Merges rows into a table. Existing rows change only in the matched columns. */
export function loadStatements(loaded: Load): Statement[] {
  const batch = keepStated(loaded);
  const first = batch.rows[0];
  if (!first) return [];
  const into = { ...batch, columns: Object.keys(first) };
  if (Object.keys(batch.match ?? {}).length === 0)
    return batch.updateOnly ? [] : [insertOf(into, rowsQuery(batch))];
  const name = `stage_${batch.table}`;
  const { sql, params } = rowsQuery(batch);
  return [
    createTemp(name, sql, params),
    ...mergeStatements(into, { sql: `SELECT * FROM temp.${quoted(name)}`, params: [] }),
    dropTemp(name),
  ];
}

/** Publishes the next data version; it belongs in the transaction of the change. */
export const PUBLISH: Statement = {
  ...update('Meta', { value: '(CAST(value AS BIGINT) + 1)::VARCHAR' }, `WHERE key = 'dataVersion'`),
  publishes: true,
};

/** A payload of a source in its stored form. */
export interface RawPayload {
  readonly kind: string;
  /** Seconds since 1970, with milliseconds. */
  readonly receivedAt: number;
  readonly payload: Uint8Array;
}

/** Stores payloads of a source in their order, after those that came before. */
export function keepRaws(sourceId: string, raws: readonly RawPayload[]): Statement {
  const rows = raws.map((_, index) => {
    const [kind, at, payload] = [2, 3, 4].map((first) => `$${String(index * 3 + first)}`);
    return `(${String(index + 1)}, ${String(kind)}, ${String(at)}, ${String(payload)}::BLOB)`;
  });
  return insertInto(
    'RawPayload',
    [],
    `SELECT $1, (SELECT coalesce(max(number), 0) FROM "RawPayload" WHERE "sourceId" = $1) + v.place,
      v.kind, ${momentSql('v.moment')}, v.payload
      FROM (VALUES ${rows.join(', ')}) v(place, kind, moment, payload)`,
    [sourceId, ...raws.flatMap(({ kind, receivedAt, payload }) => [kind, String(receivedAt), payload])],
  );
}
