import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';

/** The open transaction that measures are worked out in. */
export interface Session {
  readonly orgId: string;
  /** Everything anew, whatever has changed. */
  readonly whole: boolean;
  /** The present moment in seconds since 1970. */
  readonly now: number;
  run(sql: string, params?: readonly DuckDBValue[]): Promise<void>;
  /** A table of this session only, made anew. */
  scratch(name: string, query: string, params?: readonly DuckDBValue[]): Promise<void>;
  /** Drops what was made: connections are used again, and what they hold takes memory. */
  clear(): Promise<void>;
  rows<Row>(sql: string, params?: readonly DuckDBValue[]): Promise<Row[]>;
  /** Whether the query has any row. */
  any(sql: string): Promise<boolean>;
}

/** A session on a connection that has a transaction open. */
export function sessionOn(
  connection: DuckDBConnection,
  facts: Pick<Session, 'orgId' | 'whole' | 'now'>,
): Session {
  const rows = async <Row>(sql: string, params: readonly DuckDBValue[] = []) =>
    (await (await connection.run(sql, [...params])).getRowObjectsJson()) as Row[];
  const made = new Set<string>();
  const run: Session['run'] = async (sql, params = []) => void (await connection.run(sql, [...params]));
  return {
    ...facts,
    rows,
    run,
    scratch: (name, query, params) => {
      made.add(name);
      return run(`CREATE OR REPLACE TEMP TABLE ${name} AS ${query}`, params);
    },
    clear: async () => {
      for (const name of made) await run(`DROP TABLE IF EXISTS temp.${name}`);
      made.clear();
    },
    any: async (sql) => (await rows(`SELECT 1 FROM (${sql}) LIMIT 1`)).length > 0,
  };
}

/**
 * The rows that the open transaction has brought: until it ends they are numbered from 2^55 on, beyond what any
 * table reaches, and the engine skips all others without reading them.
 */
export const FRESH = `rowid >= ${String(2 ** 50)}`;

/** What is worked out of one kind of thing, step by step: nothing is done beyond `touch` where it finds nothing. */
export interface Derivation {
  /** Finds what something new is known about. */
  touch(session: Session): Promise<void>;
  /** Where `touch` puts it. */
  readonly touched: string;
  /** Gathers the moments that the measures run between. */
  gather?(session: Session): Promise<void>;
  /** A query of those moments, in seconds, that calendars must cover. */
  readonly moments: string;
  /** Writes the measures, once calendars are laid out. */
  measure(session: Session): Promise<void>;
}

/** Where a person's calendar holds that no team or person gives another. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Whole seconds since 1970; spans are differences of these, so that parts add up to their whole. */
export function seconds(moment: string): string {
  return `(epoch_us(${moment}) // 1000000)`;
}
