import { AppError } from '@cairn/contracts';
import type { DuckDBDataChunk, DuckDBMaterializedResult, DuckDBResult } from '@duckdb/node-api';
import type { OwnConnection } from './own-connection.ts';
import { runOn, streamOn } from './run-statement.ts';
import type { Asked, Stoppable } from './run-statement.ts';

/** A statement that answers rows, one that counts all of them, and which of all the first answers. */
export interface RowsAsked {
  readonly rows: Asked;
  readonly counted: Asked;
  readonly limit: number;
  readonly offset: number;
}

interface Opened {
  readonly own: OwnConnection;
  readonly result: DuckDBResult;
  readonly total: number;
  readonly rowCount: number;
  readonly idle: number;
}

const IDLE = 60_000;

const numberIn = (result: DuckDBMaterializedResult) =>
  Number(result.getChunk(0).getColumnVector(0).getItem(0));

/**
 * Rows that are read while their statement still runs, as of the moment at which they were counted. They hold a
 * connection until the last is read, they are released, or nobody reads on for a minute.
 */
export class RowsAhead {
  /** Rows without limit and offset. */
  readonly total: number;
  /** Rows to come, all in all. */
  readonly rowCount: number;
  /** What their columns are. */
  readonly result: DuckDBResult;
  readonly #own: OwnConnection;
  readonly #idle: number;
  #timer: NodeJS.Timeout | undefined;
  #came = 0;

  private constructor({ own, result, total, rowCount, idle }: Opened) {
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
    own: OwnConnection,
    { rows, counted, limit, offset }: RowsAsked,
    { signal, idle = IDLE }: Stoppable & { readonly idle?: number } = {},
  ): Promise<RowsAhead> {
    const stop = signal ? { signal } : {};
    try {
      await own.on((connection) => connection.run('BEGIN'));
      const total = numberIn(
        await own.on((connection) => runOn(connection, counted.sql, counted.params, stop)),
      );
      const result = await own.on((connection) => streamOn(connection, rows, stop));
      const rowCount = Math.max(0, Math.min(limit, total - offset));
      return new RowsAhead({ own, result, total, rowCount, idle });
    } catch (error) {
      own.letGo();
      throw error;
    }
  }

  #wait(): void {
    this.#timer = setTimeout(() => this.release(), this.#idle);
    this.#timer.unref();
  }

  /** The next rows, or null after the last. Throws when not all could be read, or they were released before. */
  async next(): Promise<DuckDBDataChunk | null> {
    if (this.#came === this.rowCount) return null;
    clearTimeout(this.#timer);
    if (this.#own.isLetGo) throw givenUp();
    const chunk = await this.#own.on(() => this.result.fetchChunk());
    if (this.#own.isLetGo) throw givenUp();
    const rows = chunk?.rowCount ?? 0;
    this.#came += rows;
    // The client says nothing of a statement that fails now: its rows end.
    if (rows === 0 || this.#came > this.rowCount) {
      this.release();
      throw new AppError('internal', 'The rows could not be read to their end.');
    }
    if (this.#came === this.rowCount) this.release();
    else this.#wait();
    return chunk;
  }

  /** Stops reading and lets go of what was not read. */
  release(): void {
    clearTimeout(this.#timer);
    this.#own.interrupt();
    this.#own.letGo();
  }
}

const givenUp = () => new AppError('cancelled', 'The rows were given up.');
