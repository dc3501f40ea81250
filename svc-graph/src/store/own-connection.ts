import type { DuckDBConnection } from '@duckdb/node-api';

/** A connection of one reader alone, until it is let go. */
export class OwnConnection {
  readonly #connection: DuckDBConnection;
  readonly #left: (own: OwnConnection) => void;
  #running: Promise<unknown> = Promise.resolve();
  #isLetGo = false;

  constructor(connection: DuckDBConnection, left: (own: OwnConnection) => void) {
    this.#connection = connection;
    this.#left = left;
  }

  get isLetGo(): boolean {
    return this.#isLetGo;
  }

  /** Does work with the connection, of which one runs at a time. */
  on<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const result = work(this.#connection);
    this.#running = result.catch(() => undefined);
    return result;
  }

  /** Stops what runs on it. */
  interrupt(): void {
    if (!this.#isLetGo) this.#connection.interrupt();
  }

  /** Closes it and gives back the memory of what ran on it; nothing happens the second time. */
  letGo(): void {
    if (this.#isLetGo) return;
    this.#isLetGo = true;
    this.#left(this);
    // A connection must not be closed under a statement that runs.
    void this.#running.then(() => this.#end());
  }

  /**
   * What a statement worked out stays in the engine's memory until its result is collected as garbage, also when its
   * rows were all read, unless the connection goes on to another statement.
   */
  async #end(): Promise<void> {
    await this.#connection.run('ROLLBACK').catch(() => undefined);
    this.#connection.closeSync();
  }
}
