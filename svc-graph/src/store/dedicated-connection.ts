import type { DuckDBConnection } from '@duckdb/node-api';

/** A connection for one reader alone, until it closes it. */
export class DedicatedConnection {
  readonly #connection: DuckDBConnection;
  readonly #closed: (own: DedicatedConnection) => void;
  readonly #explain: (error: unknown) => unknown;
  #running: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  /** `closed` is called at the end; `explain` turns an error into a better one. */
  constructor(
    connection: DuckDBConnection,
    closed: (own: DedicatedConnection) => void,
    explain: (error: unknown) => unknown = (error) => error,
  ) {
    this.#connection = connection;
    this.#closed = closed;
    this.#explain = explain;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Runs work on the connection. The caller runs one at a time. */
  on<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const result = work(this.#connection).catch((error: unknown) => {
      throw this.#explain(error);
    });
    this.#running = result.catch(() => undefined);
    return result;
  }

  /** Interrupts the running statement. */
  interrupt(): void {
    if (!this.#isClosed) this.#connection.interrupt();
  }

  /** Closes the connection and frees the memory of its statements; a second call does nothing. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#closed(this);
    // A connection must not be closed while a statement runs.
    void this.#running.then(() => this.#end());
  }

  /**
   * DuckDB keeps the rows of a read result until its object is garbage-collected. It frees them when the
   * connection runs another statement.
   */
  async #end(): Promise<void> {
    await this.#connection.run('ROLLBACK').catch(() => undefined);
    this.#connection.closeSync();
  }
}
