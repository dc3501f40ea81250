import {
  DuckDBBlobValue,
  type DuckDBConnection,
  type DuckDBMaterializedResult,
  type DuckDBValue,
  ResultReturnType,
} from '@duckdb/node-api';
import { appendColumns } from './append-columns.ts';
import type { ColumnBatch } from './columns.ts';
import type { Effect, Statement } from './statement.ts';

/** A part of a transaction: a statement, or columns that the statements after it read. */
export type TransactionStep = Statement | ColumnBatch;

const valueOf = (param: string | Uint8Array) =>
  typeof param === 'string' ? param : new DuckDBBlobValue(param);

/** A transaction that is open on an org's file. It keeps what its statements declare to have written. */
export class Transaction {
  readonly #connection: DuckDBConnection;
  readonly #effects: Effect[] = [];
  #publishes = false;

  /** On a connection that has begun. */
  constructor(connection: DuckDBConnection) {
    this.#connection = connection;
  }

  /** What was written so far. */
  get effects(): readonly Effect[] {
    return this.#effects;
  }

  /** Whether readers are to hear of a new data version. */
  get publishes(): boolean {
    return this.#publishes;
  }

  /** Runs a statement; an insert, update or delete that meets no row counts as no write. */
  async run({ sql, params, writes, publishes }: Statement): Promise<void> {
    const result = await this.#connection.run(sql, params.map(valueOf));
    const meetsNone = result.returnType === ResultReturnType.CHANGED_ROWS && result.rowsChanged === 0;
    if (writes === 'anything' || (writes !== 'nothing' && !meetsNone)) this.#effects.push(writes);
    this.#publishes ||= publishes === true;
  }

  /** Makes a temporary table of columns, or adds their rows to a table of the file. */
  async append(batch: ColumnBatch): Promise<void> {
    await appendColumns(this.#connection, batch);
    if (batch.persistent) this.#effects.push({ how: 'insert', table: batch.table });
  }

  /** Takes the steps one after another. */
  async runAll(steps: readonly TransactionStep[]): Promise<void> {
    for (const step of steps) await ('sql' in step ? this.run(step) : this.append(step));
  }

  /** The result of a query, which reads what this transaction has written. */
  read(sql: string, params: readonly DuckDBValue[] = []): Promise<DuckDBMaterializedResult> {
    return this.#connection.run(sql, [...params]);
  }

  /** The rows of a small answer as plain objects, as those of the store. */
  async rows<Row>(sql: string, params: readonly DuckDBValue[] = []): Promise<Row[]> {
    return (await (await this.read(sql, params)).getRowObjectsJson()) as Row[];
  }
}
