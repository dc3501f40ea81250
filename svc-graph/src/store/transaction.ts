import {
  DuckDBBlobValue,
  type DuckDBConnection,
  type DuckDBMaterializedResult,
  type DuckDBValue,
  ResultReturnType,
} from '@duckdb/node-api';
import { appendColumns } from './append-columns.ts';
import type { ColumnBatch } from './columns.ts';
import { runOn } from './run-statement.ts';
import type { Effect, Statement } from './statement.ts';

/** A step of a transaction: a statement, or columns for the statements after it. */
export type TransactionStep = Statement | ColumnBatch;

const valueOf = (param: string | Uint8Array) =>
  typeof param === 'string' ? param : new DuckDBBlobValue(param);

/** An open transaction on an org's file, which collects the declared effects of its statements. */
export class Transaction {
  readonly #connection: DuckDBConnection;
  readonly #effects: Effect[] = [];
  #publishes = false;

  /** The connection must already be in a transaction. */
  constructor(connection: DuckDBConnection) {
    this.#connection = connection;
  }

  /** The effects so far. */
  get effects(): readonly Effect[] {
    return this.#effects;
  }

  /** True when the transaction publishes a new data version. */
  get publishes(): boolean {
    return this.#publishes;
  }

  /** True when the transaction puts a message into the outbox. */
  get tells(): boolean {
    return this.#effects.some(
      (effect) => typeof effect === 'object' && effect.how === 'insert' && effect.table === 'Outbox',
    );
  }

  /** Runs a statement. An insert, update or delete that changes no row has no effect. */
  async run({ sql, params, writes, publishes }: Statement): Promise<void> {
    const result = await runOn(this.#connection, sql, params.map(valueOf), {});
    const meetsNone = result.returnType === ResultReturnType.CHANGED_ROWS && result.rowsChanged === 0;
    if (writes === 'anything' || (writes !== 'nothing' && !meetsNone)) this.#effects.push(writes);
    this.#publishes ||= publishes === true;
  }

  /** Makes a temporary table from columns, or adds their rows to a table of the file. */
  async append(batch: ColumnBatch): Promise<void> {
    await appendColumns(this.#connection, batch);
    if (batch.persistent) this.#effects.push({ how: 'insert', table: batch.table });
  }

  /** Runs the steps in order. */
  async runAll(steps: readonly TransactionStep[]): Promise<void> {
    for (const step of steps) await ('sql' in step ? this.run(step) : this.append(step));
  }

  /** Runs a query that also sees the transaction's own writes. */
  read(sql: string, params: readonly DuckDBValue[] = []): Promise<DuckDBMaterializedResult> {
    return runOn(this.#connection, sql, [...params], {});
  }

  /** The rows of a small result as plain objects, in the form of the store's `rows`. */
  async rows<Row>(sql: string, params: readonly DuckDBValue[] = []): Promise<Row[]> {
    return (await (await this.read(sql, params)).getRowObjectsJson()) as Row[];
  }
}
