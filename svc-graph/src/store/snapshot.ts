import { AppError } from '@cairn/contracts';
import type { DuckDBConnection, DuckDBMaterializedResult } from '@duckdb/node-api';
import { runOn } from './run-statement.ts';
import type { Params, Stoppable } from './run-statement.ts';

/** The data as of the first statement, whatever is written meanwhile; one runs after another, until it is let go. */
export class Snapshot {
  readonly #connection: DuckDBConnection;
  readonly #done: () => void;
  #last: Promise<unknown>;
  #isLetGo = false;

  /** Takes a connection, and gives it back when it is let go. */
  constructor(connection: DuckDBConnection, done: () => void) {
    this.#connection = connection;
    this.#done = done;
    this.#last = connection.run('BEGIN');
    this.#last.catch(() => undefined);
  }

  run(sql: string, params: Params = [], options: Stoppable = {}): Promise<DuckDBMaterializedResult> {
    // The connection is another's by now; this is what went on beside a statement that failed.
    if (this.#isLetGo) return Promise.reject(new AppError('cancelled', 'The question is over.'));
    const result = this.#last.then(() => runOn(this.#connection, sql, params, options));
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Nothing is run after this; whoever calls does not wait. */
  letGo(): void {
    this.#isLetGo = true;
    const end = () => this.#connection.run('ROLLBACK');
    void this.#last
      .then(end, end)
      .catch(() => undefined)
      .then(this.#done);
  }
}
