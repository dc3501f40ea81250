import type { CompiledStatement } from '../dialect/sql.ts';
import type { Table, StreamedTable } from '../table.ts';

/** Spooled rows of one snapshot; they stay until they are released. */
export interface SpooledRows {
  readonly rowCount: number;
  /** The rows in order, a part at a time. */
  parts(signal: AbortSignal): AsyncIterable<Table>;
  release(): void;
}

/** A statement of rows with limit and offset, and one that counts the rows without them. */
export interface StreamedStatement {
  readonly rows: CompiledStatement;
  readonly counted: CompiledStatement;
  readonly limit: number;
  readonly offset: number;
}

/** Rows, and their total in the same snapshot; the total is null when it was not counted. */
export interface CountedTable {
  readonly table: Table | StreamedTable;
  readonly total: number | null;
}

/** Runs statements and returns columns. It knows neither tenants nor the meaning of columns. */
export interface Engine {
  run(statement: CompiledStatement, signal: AbortSignal): Promise<Table>;
  /** Streams rows while the engine still reads them. It fails when reading fails, and never ends early. */
  runStreamed?(asked: StreamedStatement, signal: AbortSignal): Promise<CountedTable>;
  /** The engine's profile of a run of the statement; the rows are not read. */
  analyse(statement: CompiledStatement, signal: AbortSignal): Promise<string>;
  /**
   * Spools the rows of a statement, which may exceed memory. Any failure occurs here, not while reading the
   * spool.
   */
  spool(statement: CompiledStatement, signal: AbortSignal): Promise<SpooledRows>;
}

/** Keeps the rows in memory as a spool, for an engine without one. */
export function spooledInMemory(table: Table): SpooledRows {
  return {
    rowCount: table.rowCount,
    async *parts() {
      yield await Promise.resolve(table);
    },
    release: () => {},
  };
}
