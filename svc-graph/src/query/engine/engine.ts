import type { CompiledStatement } from '../dialect/sql.ts';
import type { Table, StreamedTable } from '../table.ts';

/** Spooled rows, all of one moment; they stay until they are released. */
export interface SpooledRows {
  readonly rowCount: number;
  /** The rows in their order, a part at a time. */
  parts(signal: AbortSignal): AsyncIterable<Table>;
  release(): void;
}

/** A statement of rows with its limit and offset, and one that counts them without. */
export interface StreamedStatement {
  readonly rows: CompiledStatement;
  readonly counted: CompiledStatement;
  readonly limit: number;
  readonly offset: number;
}

/** Rows, and their total without limit and offset at the same moment; null where nobody counted. */
export interface CountedTable {
  readonly table: Table | StreamedTable;
  readonly total: number | null;
}

/** Runs statements and hands back columns; knows no tenants and no meaning of columns. */
export interface Engine {
  run(statement: CompiledStatement, signal: AbortSignal): Promise<Table>;
  /** Streams rows while they are still read; fails when reading fails, and never ends early. */
  runStreamed?(asked: StreamedStatement, signal: AbortSignal): Promise<CountedTable>;
  /** The engine's report of running a statement; its rows are not read. */
  analyse(statement: CompiledStatement, signal: AbortSignal): Promise<string>;
  /** Spools the rows of a statement, more than memory may hold; it fails here or not at all. */
  spool(statement: CompiledStatement, signal: AbortSignal): Promise<SpooledRows>;
}

/** Rows in memory as a spool, for an engine without one. */
export function spooledInMemory(table: Table): SpooledRows {
  return {
    rowCount: table.rowCount,
    async *parts() {
      yield await Promise.resolve(table);
    },
    release: () => {},
  };
}
