import type { DuckDBValue } from '@duckdb/node-api';
import { refusalOf } from './duckdb-refusals.ts';
import type { GraphStore } from '../../store/graph-store.ts';

/** The graph of one org for pages that are no query, while its turn in the queue lasts. */
export interface Reader {
  rows<Row>(sql: string, params?: readonly DuckDBValue[]): Promise<Row[]>;
}

/** A reader that stops when the signal aborts. Queries beyond the engine's limits get a code and advice. */
export function readerOf(store: Pick<GraphStore, 'rows'>, signal: AbortSignal): Reader {
  return {
    rows: <Row>(sql: string, params: readonly DuckDBValue[] = []) =>
      store.rows<Row>(sql, params, { signal }).catch((error: unknown) => {
        throw refusalOf(error);
      }),
  };
}
