import { AppError } from '@cairn/contracts';
import { keepForLater } from '@cairn/service-kit/keep-for-later';
import type { DuckDBConnection, DuckDBMaterializedResult } from '@duckdb/node-api';
import { runOn } from './run-statement.ts';
import type { Params, Cancellable } from './run-statement.ts';

/** A read snapshot as of its first statement. Statements run one after another until it is released. */
export class Snapshot {
  readonly #connection: DuckDBConnection;
  readonly #done: () => void;
  readonly #explain: (error: unknown) => unknown;
  #last: Promise<unknown>;
  #isClosed = false;

  /** Takes over a connection, and gives it back on release; `explain` turns an error into a better one. */
  constructor(connection: DuckDBConnection, done: () => void, explain: (error: unknown) => unknown) {
    this.#connection = connection;
    this.#done = done;
    this.#explain = explain;
    this.#last = keepForLater(connection.run('BEGIN'));
  }

  run(sql: string, params: Params = [], options: Cancellable = {}): Promise<DuckDBMaterializedResult> {
    // The connection now belongs to another reader. Such a call continued after a sibling statement failed.
    if (this.#isClosed) return Promise.reject(new AppError('cancelled', 'The question is over.'));
    const result = this.#last
      .then(() => runOn(this.#connection, sql, params, options))
      .catch((error: unknown) => {
        throw this.#explain(error);
      });
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Ends the snapshot without waiting; no statement runs after it. */
  release(): void {
    this.#isClosed = true;
    const end = () => this.#connection.run('ROLLBACK');
    void this.#last
      .then(end, end)
      .catch(() => undefined)
      .then(this.#done);
  }
}
