import type { Statement } from '../dialect/sql.ts';
import type { Table } from '../table.ts';

/** Runs statements and hands back columns; knows no tenants and no meaning of columns. */
export interface Engine {
  run(statement: Statement, signal: AbortSignal): Promise<Table>;
  /** Tells in the engine's own words how it runs a statement; its rows are not read. */
  analyse(statement: Statement, signal: AbortSignal): Promise<string>;
}
