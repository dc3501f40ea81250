import type { Statement } from '../dialect/sql.ts';
import type { Table, TableInParts } from '../table.ts';

/** Rows that an engine set aside, all as of one moment; they stay until they are released. */
export interface Aside {
  readonly rowCount: number;
  /** The rows in their order, a part at a time. */
  parts(signal: AbortSignal): AsyncIterable<Table>;
  release(): void;
}

/** Runs statements and hands back columns; knows no tenants and no meaning of columns. */
export interface Engine {
  run(statement: Statement, signal: AbortSignal): Promise<Table>;
  /** The same for rows that go on as they are; an engine that has no parts hands back a table. */
  runInParts?(statement: Statement, signal: AbortSignal): Promise<Table | TableInParts>;
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
