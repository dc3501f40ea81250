import { CATALOGUE } from '@cairn/entities';
import { quoted, tablesOf } from './ddl.ts';

/** A value as sources give it: uuids as text, moments in seconds since 1970. */
export type Cell = string | number | boolean | null | readonly string[];
export type Row = Readonly<Record<string, Cell>>;

/** SQL with its values; only bytes and text are bound, so that it can pass from thread to thread. */
export interface Statement {
  readonly sql: string;
  readonly params: readonly (string | Uint8Array)[];
}

/** What becomes of a column when the row is there already. */
export type OnMatch = 'replace' | 'least' | 'greatest' | 'newest';

/** Rows of one table; all have the same columns. */
export interface Load {
  readonly table: string;
  readonly rows: readonly Row[];
  /** The columns that name a row; `uuid` unless told otherwise. */
  readonly key?: readonly string[];
  /** Columns that change on a row that is there; the others stay. */
  readonly match?: Readonly<Record<string, OnMatch>>;
  /** Leaves out rows that are not there yet. */
  readonly updateOnly?: boolean;
  /** The caller knows that none of the rows is there. */
  readonly append?: boolean;
}

const TABLES = tablesOf(CATALOGUE.kinds);

function typeOf(table: string, column: string): string {
  const type = TABLES.get(table)?.get(column);
  if (!type) throw new Error(`${table} has no column ${column}`);
  return type;
}

/** How JSON carries a type, and what makes the type of it again. */
function carried(type: string): { json: string; read: (value: string) => string } {
  if (type === 'TIMESTAMP') return { json: 'BIGINT', read: (value) => `make_timestamp(${value} * 1000000)` };
  if (type === 'VARCHAR[]') return { json: 'VARCHAR[]', read: (value) => value };
  if (type === 'JSON') return { json: 'VARCHAR', read: (value) => `${value}::JSON` };
  return { json: type, read: (value) => value };
}

/** Columns travel as lists in one JSON text, which the engine reads in a thread of its own. */
function packed(rows: readonly Row[], columns: readonly string[]): string {
  return JSON.stringify(
    Object.fromEntries(columns.map((column) => [column, rows.map((row) => row[column] ?? null)])),
  );
}

function structure(table: string, columns: readonly string[]): string {
  const lists = columns.map((column) => {
    const { json } = carried(typeOf(table, column));
    return [column, json === 'VARCHAR[]' ? [['VARCHAR']] : [json]];
  });
  return JSON.stringify(Object.fromEntries(lists));
}

/** The rows as a temporary table. */
export function stage(name: string, table: string, rows: readonly Row[]): Statement {
  const columns = Object.keys(rows[0] ?? {});
  const lists = columns.map((column) => `unnest(j.${quoted(column)}) AS ${quoted(column)}`);
  const values = columns.map(
    (column) => `${carried(typeOf(table, column)).read(quoted(column))} AS ${quoted(column)}`,
  );
  const sql = `CREATE OR REPLACE TEMP TABLE ${quoted(name)} AS SELECT ${values.join(', ')} FROM
    (SELECT ${lists.join(', ')} FROM (SELECT from_json($1::JSON, '${structure(table, columns)}') AS j))`;
  return { sql, params: [packed(rows, columns)] };
}

const COMBINE: Readonly<Record<OnMatch, (column: string) => string>> = {
  replace: (column) => `s.${column}`,
  least: (column) => `least(t.${column}, s.${column})`,
  greatest: (column) => `greatest(t.${column}, s.${column})`,
  newest: (column) => `CASE WHEN t."updatedAt" > s."updatedAt" THEN t.${column} ELSE s.${column} END`,
};

/** Brings rows into a table; what is there already stays but for the matched columns. */
export function loadStatements(batch: Load): Statement[] {
  const first = batch.rows[0];
  if (!first) return [];
  const { key = ['uuid'], match = {}, updateOnly = false, append = false } = batch;
  const name = `stage_${batch.table}`;
  const [table, staged] = [quoted(batch.table), `temp.${quoted(name)}`];
  const on = key.map((column) => `t.${quoted(column)} = s.${quoted(column)}`).join(' AND ');
  const statements = [stage(name, batch.table, batch.rows)];
  const sets = Object.entries(match).map(
    ([column, how]) => `${quoted(column)} = ${COMBINE[how](quoted(column))}`,
  );
  if (sets.length > 0)
    statements.push({
      sql: `UPDATE ${table} t SET ${sets.join(', ')} FROM ${staged} s WHERE ${on}`,
      params: [],
    });
  if (!updateOnly) {
    const list = Object.keys(first).map(quoted).join(', ');
    const fresh = append ? '' : ` WHERE NOT EXISTS (SELECT 1 FROM ${table} t WHERE ${on})`;
    statements.push({
      sql: `INSERT INTO ${table} (${list}) SELECT ${list} FROM ${staged} s${fresh}`,
      params: [],
    });
  }
  return [...statements, { sql: `DROP TABLE ${staged}`, params: [] }];
}

/** Tells readers that answers may have changed; it belongs in the transaction of the change. */
export const PUBLISH: Statement = {
  sql: `UPDATE "Meta" SET value = (CAST(value AS BIGINT) + 1)::VARCHAR WHERE key = 'dataVersion'`,
  params: [],
};

export interface RawPayload {
  readonly sourceId: string;
  readonly kind: string;
  /** Seconds since 1970. */
  readonly receivedAt: number;
  readonly payload: Uint8Array;
}

/** Keeps what a source sent, after what it sent before. */
export function keepRaw(raw: RawPayload): Statement {
  return {
    sql: `INSERT INTO "RawPayload" SELECT $1, coalesce(max(number), 0) + 1, $2, make_timestamp($3::BIGINT * 1000000), $4
          FROM "RawPayload" WHERE "sourceId" = $1`,
    params: [raw.sourceId, raw.kind, String(raw.receivedAt), raw.payload],
  };
}
