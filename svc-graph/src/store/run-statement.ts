import { AppError } from '@cairn/contracts';
import type {
  DuckDBConnection,
  DuckDBMaterializedResult,
  DuckDBPreparedStatement,
  DuckDBResult,
  DuckDBValue,
} from '@duckdb/node-api';

export type Params = DuckDBValue[] | Record<string, DuckDBValue>;

/** Options of work that a signal can cancel. */
export interface Cancellable {
  readonly signal?: AbortSignal;
}

/** A statement with bound values. */
export interface BoundStatement {
  readonly sql: string;
  readonly params: DuckDBValue[];
}

const INTERRUPT_EVERY = 5;

const cancelled = (cause?: unknown) => new AppError('cancelled', 'The request was cancelled.', { cause });

/** Runs work on a connection; an abort interrupts it and throws `cancelled`. */
async function cancellable<T>(
  connection: DuckDBConnection,
  { signal }: Cancellable,
  work: () => Promise<T>,
): Promise<T> {
  if (signal?.aborted) throw cancelled();
  let timer: NodeJS.Timeout | undefined;
  const interrupt = () => {
    connection.interrupt();
    // DuckDB ignores an interrupt before the query starts, so it is repeated.
    timer ??= setInterval(() => connection.interrupt(), INTERRUPT_EVERY);
  };
  signal?.addEventListener('abort', interrupt);
  try {
    return await work();
  } catch (error) {
    if (signal?.aborted) throw cancelled(error);
    throw error;
  } finally {
    signal?.removeEventListener('abort', interrupt);
    clearInterval(timer);
  }
}

/**
 * Prepares a statement with values here. Otherwise the client takes three thread switches for it; without
 * values it takes one.
 */
async function prepared<T>(
  connection: DuckDBConnection,
  sql: string,
  params: Params,
  how: (statement: DuckDBPreparedStatement) => Promise<T>,
): Promise<T> {
  const statement = await connection.prepare(sql);
  try {
    statement.bind(params);
    return await how(statement);
  } finally {
    statement.destroySync();
  }
}

/** Runs one statement to its end. */
export function runOn(
  connection: DuckDBConnection,
  sql: string,
  params: Params,
  options: Cancellable,
): Promise<DuckDBMaterializedResult> {
  const plain = Array.isArray(params) && params.length === 0;
  return cancellable(connection, options, () =>
    plain ? connection.run(sql) : prepared(connection, sql, params, (statement) => statement.run()),
  );
}

/** Runs one statement until its first rows arrive. When it fails later, its rows end without an error. */
export function streamOn(
  connection: DuckDBConnection,
  { sql, params }: BoundStatement,
  options: Cancellable,
): Promise<DuckDBResult> {
  return cancellable(connection, options, () =>
    prepared(connection, sql, params, (statement) => statement.stream()),
  );
}
