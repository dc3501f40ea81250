import { quoted } from './ddl.ts';

/** What a statement does to one table of an org's file. */
export type Write =
  /** Adds rows, and leaves those that are there. */
  | { readonly how: 'insert'; readonly table: string }
  /** Changes these columns of rows, but neither how many rows there are nor their uuids. */
  | { readonly how: 'update'; readonly table: string; readonly columns: readonly string[] }
  /** Takes rows out. */
  | { readonly how: 'delete'; readonly table: string }
  /** Adds rows, or puts them in the place of others. */
  | { readonly how: 'replace'; readonly table: string };

/** `nothing` covers temporary tables and new empty columns as well; `anything` is a change of every table. */
export type Effect = Write | 'nothing' | 'anything';

/** A value that passes from thread to thread as it is. */
export type StatementParam = string | Uint8Array;

/** SQL with its values, and what it does to the tables of the file. */
export interface Statement {
  readonly sql: string;
  readonly params: readonly StatementParam[];
  readonly writes: Effect;
  /** Readers hear of a new data version once its transaction is committed. */
  readonly publishes?: true;
}

/** The rows of a query, with its values. */
export type BoundQuery = Pick<Statement, 'sql' | 'params'>;

const listOf = (columns: readonly string[]) => columns.map(quoted).join(', ');

/** Adds the rows of a query to a table; without columns the query gives all of them in their order. */
export function insertInto(
  table: string,
  columns: readonly string[],
  sql: string,
  params: readonly StatementParam[] = [],
): Statement {
  const into = columns.length > 0 ? `${quoted(table)} (${listOf(columns)})` : quoted(table);
  return { sql: `INSERT INTO ${into} ${sql}`, params, writes: { how: 'insert', table } };
}

/** Adds one row, or puts it in the place of the row with the same key. */
export function replaceRow(table: string, params: readonly StatementParam[]): Statement {
  const values = params.map((_, index) => `$${String(index + 1)}`).join(', ');
  const sql = `INSERT OR REPLACE INTO ${quoted(table)} VALUES (${values})`;
  return { sql, params, writes: { how: 'replace', table } };
}

/** What each column is set to. */
export type Assignments = Readonly<Record<string, string>>;

/** Sets columns of the rows of `t`; the tail names other tables and the condition. No assignment may change a uuid. */
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

/** Takes out the rows that meet a condition. */
export function deleteFrom(table: string, where: string, params: readonly StatementParam[] = []): Statement {
  const sql = `DELETE FROM ${quoted(table)} WHERE ${where}`;
  return { sql, params, writes: { how: 'delete', table } };
}

/** Keeps the rows of a query in a temporary table of the connection. */
export function createTemp(name: string, sql: string, params: readonly StatementParam[] = []): Statement {
  return { sql: `CREATE OR REPLACE TEMP TABLE ${quoted(name)} AS ${sql}`, params, writes: 'nothing' };
}

/** Drops a temporary table, if it is there. */
export function dropTemp(name: string): Statement {
  return { sql: `DROP TABLE IF EXISTS temp.${quoted(name)}`, params: [], writes: 'nothing' };
}

/** Adds a column that holds nothing yet, unless it is there. */
export function addColumn(table: string, column: string, type: string): Statement {
  const sql = `ALTER TABLE ${quoted(table)} ADD COLUMN IF NOT EXISTS ${quoted(column)} ${type}`;
  return { sql, params: [], writes: 'nothing' };
}
