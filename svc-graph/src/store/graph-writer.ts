import { DuckDBBlobValue, type DuckDBConnection } from '@duckdb/node-api';
import type { GraphStore } from './graph-store.ts';
import type { Statement } from './load.ts';

/** A transaction that is open: statements run in it one after another. */
export interface OpenTransaction {
  run(statements: readonly Statement[]): Promise<void>;
}

/** The graph as a source needs it; it works from another thread as well, where a file must not be opened twice. */
export interface GraphWriter {
  rows<Row>(sql: string, params?: readonly string[]): Promise<Row[]>;
  /** All statements or none. */
  commit(statements: readonly Statement[]): Promise<void>;
  transaction(work: (open: OpenTransaction) => Promise<void>): Promise<void>;
}

/** Runs statements on a connection. */
export async function runAll(connection: DuckDBConnection, statements: readonly Statement[]): Promise<void> {
  for (const { sql, params } of statements)
    await connection.run(
      sql,
      params.map((param) => (typeof param === 'string' ? param : new DuckDBBlobValue(param))),
    );
}

/** Writes to the store of this thread. */
export function writerOf(store: GraphStore): GraphWriter {
  const transaction: GraphWriter['transaction'] = (work) =>
    store.transaction((connection) => work({ run: (statements) => runAll(connection, statements) }));
  return {
    rows: (sql, params = []) => store.rows(sql, [...params]),
    commit: (statements) => transaction((open) => open.run(statements)),
    transaction,
  };
}
