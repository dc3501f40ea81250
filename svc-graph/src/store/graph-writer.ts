import { DuckDBBlobValue, type DuckDBConnection } from '@duckdb/node-api';
import type { GraphStore } from './graph-store.ts';
import type { Columns } from './columns.ts';
import { layColumns } from './lay-columns.ts';
import type { Statement } from './load.ts';

/** A part of a transaction: a statement, or columns that the statements after it read. */
export type Step = Statement | Columns;

/** A transaction that is open: statements run in it one after another. */
export interface OpenTransaction {
  run(steps: readonly Step[]): Promise<void>;
}

/** The graph as a source needs it; it works from another thread as well, where a file must not be opened twice. */
export interface GraphWriter {
  rows<Row>(sql: string, params?: readonly string[]): Promise<Row[]>;
  /** All steps or none. */
  commit(steps: readonly Step[]): Promise<void>;
  transaction(work: (open: OpenTransaction) => Promise<void>): Promise<void>;
}

/** Takes the steps on a connection. */
export async function runAll(connection: DuckDBConnection, steps: readonly Step[]): Promise<void> {
  for (const step of steps)
    if ('sql' in step)
      await connection.run(
        step.sql,
        step.params.map((param) => (typeof param === 'string' ? param : new DuckDBBlobValue(param))),
      );
    else await layColumns(connection, step);
}

/** Writes to the store of this thread. */
export function writerOf(store: GraphStore): GraphWriter {
  const transaction: GraphWriter['transaction'] = (work) =>
    store.transaction((connection) => work({ run: (steps) => runAll(connection, steps) }));
  return {
    rows: (sql, params = []) => store.rows(sql, [...params]),
    commit: (steps) => transaction((open) => open.run(steps)),
    transaction,
  };
}
