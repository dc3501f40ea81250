import { AppError } from '@cairn/contracts';
import type { DuckDBDataChunk, DuckDBMaterializedResult, DuckDBResult } from '@duckdb/node-api';
import type { DedicatedConnection } from './dedicated-connection.ts';
import { runOn, streamOn } from './run-statement.ts';
import type { BoundStatement, Cancellable } from './run-statement.ts';

/** A statement of rows, a statement that counts all of them, and the limit and offset of the first. */
export interface StreamRequest {
  readonly rows: BoundStatement;
  readonly counted: BoundStatement;
  readonly limit: number;
  readonly offset: number;
}

interface OpenStream {
  readonly own: DedicatedConnection;
  readonly result: DuckDBResult;
  readonly total: number;
  readonly rowCount: number;
  readonly idle: number;
}

const IDLE = 60_000;

const numberIn = (result: DuckDBMaterializedResult) =>
  Number(result.getChunk(0).getColumnVector(0).getItem(0));

/**
 * Rows that are read while their statement runs, in the snapshot of their count. They hold a connection until
 * the last is read, they are released, or nobody reads for a minute.
 */
export class StreamedRows {
  /** Rows without limit and offset. */
  readonly total: number;
  /** How many rows the stream has. */
  readonly rowCount: number;
  /** The result that describes their columns. */
  readonly result: DuckDBResult;
  readonly #own: DedicatedConnection;
  readonly #idle: number;
  #timer: NodeJS.Timeout | undefined;
  #received = 0;

  private constructor({ own, result, total, rowCount, idle }: OpenStream) {
    this.#own = own;
    this.result = result;
    this.total = total;
    this.rowCount = rowCount;
    this.#idle = idle;
    if (rowCount === 0) this.release();
    else this.#wait();
  }

  /** Counts rows and starts to read them; throws when either fails or is cancelled. */
  static async open(
    own: DedicatedConnection,
    { rows, counted, limit, offset }: StreamRequest,
    { signal, idle = IDLE }: Cancellable & { readonly idle?: number } = {},
  ): Promise<StreamedRows> {
    const stop = signal ? { signal } : {};
    try {
      await own.on((connection) => connection.run('BEGIN'));
      const total = numberIn(
        await own.on((connection) => runOn(connection, counted.sql, counted.params, stop)),
      );
      const result = await own.on((connection) => streamOn(connection, rows, stop));
      const rowCount = Math.max(0, Math.min(limit, total - offset));
      return new StreamedRows({ own, result, total, rowCount, idle });
    } catch (error) {
      own.close();
      throw error;
    }
  }

  #wait(): void {
    this.#timer = setTimeout(() => this.release(), this.#idle);
    this.#timer.unref();
  }

  /** The next rows, or null after the last. Throws when reading fails, or after a release. */
  async next(): Promise<DuckDBDataChunk | null> {
    if (this.#received === this.rowCount) return null;
    clearTimeout(this.#timer);
    if (this.#own.isClosed) throw released();
    const chunk = await this.#own.on(() => this.result.fetchChunk());
    if (this.#own.isClosed) throw released();
    const rows = chunk?.rowCount ?? 0;
    this.#received += rows;
    // The client reports no error when a statement fails now; its rows just end.
    if (rows === 0 || this.#received > this.rowCount) {
      this.release();
      throw new AppError('internal', 'The rows could not be read to their end.');
    }
    if (this.#received === this.rowCount) this.release();
    else this.#wait();
    return chunk;
  }

  /** Stops reading and drops the remaining rows. */
  release(): void {
    clearTimeout(this.#timer);
    this.#own.interrupt();
    this.#own.close();
  }
}

const released = () => new AppError('cancelled', 'The rows were given up.');
