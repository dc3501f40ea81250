import { AppError } from '@cairn/contracts';
import type { DuckDBDataChunk, DuckDBMaterializedResult, DuckDBResult } from '@duckdb/node-api';
import type { DedicatedConnection } from './dedicated-connection.ts';
import { runOn, streamOn } from './run-statement.ts';
import type { BoundStatement, Cancellable } from './run-statement.ts';

/** A statement that gives rows, one that counts all of them, and which of all the first gives. */
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
 * Rows that are read while their statement still runs, from the snapshot that they were counted in. They hold a
 * connection until the last is read, until they are released, or until nobody reads on for a minute.
 */
export class StreamedRows {
  /** Rows without limit and offset. */
  readonly total: number;
  /** How many rows the stream has. */
  readonly rowCount: number;
  /** Describes their columns. */
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

  /** Counts rows and begins to read them; what fails or is stopped until then throws. */
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

  /** The next rows, or null after the last. Throws when not all could be read, or they were released before. */
  async next(): Promise<DuckDBDataChunk | null> {
    if (this.#received === this.rowCount) return null;
    clearTimeout(this.#timer);
    if (this.#own.isClosed) throw released();
    const chunk = await this.#own.on(() => this.result.fetchChunk());
    if (this.#own.isClosed) throw released();
    const rows = chunk?.rowCount ?? 0;
    this.#received += rows;
    // The client says nothing of a statement that fails now: its rows end.
    if (rows === 0 || this.#received > this.rowCount) {
      this.release();
      throw new AppError('internal', 'The rows could not be read to their end.');
    }
    if (this.#received === this.rowCount) this.release();
    else this.#wait();
    return chunk;
  }

  /** Stops reading and drops the rows that were not read. */
  release(): void {
    clearTimeout(this.#timer);
    this.#own.interrupt();
    this.#own.close();
  }
}

const released = () => new AppError('cancelled', 'The rows were given up.');
