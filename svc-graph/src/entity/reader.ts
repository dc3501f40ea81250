import type { DuckDBValue } from '@duckdb/node-api';
import { refusalOf } from '../query/engine/duckdb-refusals.ts';
import type { GraphStore } from '../store/graph-store.ts';

/** The graph of one org as a page of an entity reads it, for as long as its turn lasts. */
export interface Reader {
  rows<Row>(sql: string, params?: readonly DuckDBValue[]): Promise<Row[]>;
}

/** Reads until the signal aborts; what is too much for the engine says so. */
export function readerOf(store: Pick<GraphStore, 'rows'>, signal: AbortSignal): Reader {
  return {
    rows: <Row>(sql: string, params: readonly DuckDBValue[] = []) =>
      store.rows<Row>(sql, params, { signal }).catch((error: unknown) => {
        throw refusalOf(error);
      }),
  };
}
