import type { CompiledStatement } from '../dialect/sql.ts';
import type { Table, StreamedTable } from '../table.ts';

/** Rows that an engine set aside, all as of one moment; they stay until they are released. */
export interface SpooledRows {
  readonly rowCount: number;
  /** The rows in their order, a part at a time. */
  parts(signal: AbortSignal): AsyncIterable<Table>;
  release(): void;
}

/** A statement of rows, one that counts how many they are without limit and offset, and both of these. */
export interface StreamedStatement {
  readonly rows: CompiledStatement;
  readonly counted: CompiledStatement;
  readonly limit: number;
  readonly offset: number;
}

/** Rows, and how many they are without limit and offset as of the same moment; null where nobody counted. */
export interface CountedTable {
  readonly table: Table | StreamedTable;
  readonly total: number | null;
}

/** Runs statements and hands back columns; knows no tenants and no meaning of columns. */
export interface Engine {
  run(statement: CompiledStatement, signal: AbortSignal): Promise<Table>;
  /** Rows that go on as they are while they are still read; it fails where their reading does, and never ends early. */
  runStreamed?(asked: StreamedStatement, signal: AbortSignal): Promise<CountedTable>;
  /** Tells in the engine's own words how it runs a statement; its rows are not read. */
  analyse(statement: CompiledStatement, signal: AbortSignal): Promise<string>;
  /** Runs a statement whose rows may be more than memory holds; it fails here or not at all. */
  spool(statement: CompiledStatement, signal: AbortSignal): Promise<SpooledRows>;
}

/** Rows that are in memory already, for an engine that sets none aside. */
export function spooledInMemory(table: Table): SpooledRows {
  return {
    rowCount: table.rowCount,
    async *parts() {
      yield await Promise.resolve(table);
    },
    release: () => {},
  };
}
