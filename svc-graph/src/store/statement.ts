import { quoted } from './ddl.ts';

/** A write of a statement to one table of an org's file. */
export type Write =
  /** Adds rows, and keeps existing ones. */
  | { readonly how: 'insert'; readonly table: string }
  /** Changes these columns, but neither the number of rows nor their uuids. */
  | { readonly how: 'update'; readonly table: string; readonly columns: readonly string[] }
  /** Deletes rows. */
  | { readonly how: 'delete'; readonly table: string }
  /** Adds rows, or replaces existing ones. */
  | { readonly how: 'replace'; readonly table: string };

/**
 * `nothing` includes temporary tables and new empty columns; `anything` counts as a change of every table.
 */
export type Effect = Write | 'nothing' | 'anything';

/** A value that can pass between threads unchanged. */
export type StatementParam = string | Uint8Array;

/** SQL with its values, and its effect on the tables of the file. */
export interface Statement {
  readonly sql: string;
  readonly params: readonly StatementParam[];
  readonly writes: Effect;
  /** Publishes a new data version when its transaction commits. */
  readonly publishes?: true;
}

/** A query with its values. */
export type BoundQuery = Pick<Statement, 'sql' | 'params'>;

const listOf = (columns: readonly string[]) => columns.map(quoted).join(', ');

/** Inserts the rows of a query; without columns, the query gives all of them in order. */
export function insertInto(
  table: string,
  columns: readonly string[],
  sql: string,
  params: readonly StatementParam[] = [],
): Statement {
  const into = columns.length > 0 ? `${quoted(table)} (${listOf(columns)})` : quoted(table);
  return { sql: `INSERT INTO ${into} ${sql}`, params, writes: { how: 'insert', table } };
}

/** Inserts one row, or replaces the row with the same key. */
export function replaceRow(table: string, params: readonly StatementParam[]): Statement {
  const values = params.map((_, index) => `$${String(index + 1)}`).join(', ');
  const sql = `INSERT OR REPLACE INTO ${quoted(table)} VALUES (${values})`;
  return { sql, params, writes: { how: 'replace', table } };
}

/** The SQL expression that each column is set to. */
export type Assignments = Readonly<Record<string, string>>;

/**
 * Updates columns of the rows of `t`; the tail holds other tables and the condition. No assignment may change
 * a uuid.
 */
export function update(
  table: string,
  set: Assignments,
  tail: string,
  params: readonly StatementParam[] = [],
): Statement {
  const columns = Object.keys(set);
  const sets = Object.entries(set).map(([column, value]) => `${quoted(column)} = ${value}`);
  return {
    sql: `UPDATE ${quoted(table)} t SET ${sets.join(', ')} ${tail}`,
    params,
    writes: { how: 'update', table, columns },
  };
}

/** Deletes the rows that meet a condition. */
export function deleteFrom(table: string, where: string, params: readonly StatementParam[] = []): Statement {
  const sql = `DELETE FROM ${quoted(table)} WHERE ${where}`;
  return { sql, params, writes: { how: 'delete', table } };
}

/** Creates a temporary table from a query. */
export function createTemp(name: string, sql: string, params: readonly StatementParam[] = []): Statement {
  return { sql: `CREATE OR REPLACE TEMP TABLE ${quoted(name)} AS ${sql}`, params, writes: 'nothing' };
}

/** Drops a temporary table if it exists. */
export function dropTemp(name: string): Statement {
  return { sql: `DROP TABLE IF EXISTS temp.${quoted(name)}`, params: [], writes: 'nothing' };
}

/** Drops temporary tables that exist. */
export function dropTemps(names: readonly string[]): Statement {
  return { sql: names.map((name) => dropTemp(name).sql).join('; '), params: [], writes: 'nothing' };
}

/** Adds an empty column unless it exists. */
export function addColumn(table: string, column: string, type: string): Statement {
  const sql = `ALTER TABLE ${quoted(table)} ADD COLUMN IF NOT EXISTS ${quoted(column)} ${type}`;
  return { sql, params: [], writes: 'nothing' };
}
