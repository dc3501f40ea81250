import type { Statement } from '../dialect/sql.ts';
import type { Table, TableInParts } from '../table.ts';

/** Rows that an engine set aside, all as of one moment; they stay until they are released. */
export interface Aside {
  readonly rowCount: number;
  /** The rows in their order, a part at a time. */
  parts(signal: AbortSignal): AsyncIterable<Table>;
  release(): void;
}

/** A statement of rows, one that counts how many they are without limit and offset, and both of these. */
export interface InParts {
  readonly rows: Statement;
  readonly counted: Statement;
  readonly limit: number;
  readonly offset: number;
}

/** Rows, and how many they are without limit and offset as of the same moment; null where nobody counted. */
export interface Counted {
  readonly table: Table | TableInParts;
  readonly total: number | null;
}

/** Runs statements and hands back columns; knows no tenants and no meaning of columns. */
export interface Engine {
  run(statement: Statement, signal: AbortSignal): Promise<Table>;
  /** Rows that go on as they are while they are still read; it fails where their reading does, and never ends early. */
  runInParts?(asked: InParts, signal: AbortSignal): Promise<Counted>;
  /** Tells in the engine's own words how it runs a statement; its rows are not read. */
  analyse(statement: Statement, signal: AbortSignal): Promise<string>;
  /** Runs a statement whose rows may be more than memory holds; it fails here or not at all. */
  setAside(statement: Statement, signal: AbortSignal): Promise<Aside>;
}

/** Rows that are in memory already, for an engine that sets none aside. */
export function heldAside(table: Table): Aside {
  return {
    rowCount: table.rowCount,
    async *parts() {
      yield await Promise.resolve(table);
    },
    release: () => {},
  };
}
