import type { DuckDBValue } from '@duckdb/node-api';
import { createTemp, dropTemps } from '../store/statement.ts';
import type { Statement, StatementParam } from '../store/statement.ts';
import type { Transaction } from '../store/transaction.ts';

/** The open transaction that measures are computed in. */
export interface DeriveSession {
  readonly orgId: string;
  /** True when everything is recomputed. */
  readonly full: boolean;
  /** The present moment in seconds since 1970. */
  readonly now: number;
  run(statement: Statement): Promise<void>;
  /** Creates a temporary table of this session from a query. */
  createTemp(name: string, query: string, params?: readonly StatementParam[]): Promise<void>;
  /** Drops these tables, because connections are reused and their content takes memory. */
  dropTemps(): Promise<void>;
  rows<Row>(sql: string, params?: readonly DuckDBValue[]): Promise<Row[]>;
  /** True when the query has any row. */
  exists(sql: string): Promise<boolean>;
}

/** A session in an open transaction. */
export function sessionIn(
  transaction: Transaction,
  facts: Pick<DeriveSession, 'orgId' | 'full' | 'now'>,
): DeriveSession {
  const created = new Set<string>();
  const run = (statement: Statement) => transaction.run(statement);
  return {
    ...facts,
    run,
    rows: (sql, params) => transaction.rows(sql, params),
    createTemp: (name, query, params) => {
      created.add(name);
      return run(createTemp(name, query, params));
    },
    dropTemps: async () => {
      if (created.size > 0) await run(dropTemps([...created]));
      created.clear();
    },
    exists: async (sql) => (await transaction.rows(`SELECT 1 FROM (${sql}) LIMIT 1`)).length > 0,
  };
}

/**
 * Selects rows that the open transaction inserted. DuckDB numbers them from 2^55 until the commit, and skips
 * all others without reading them.
 */
export const NEW_ROWS = `rowid >= ${String(2 ** 50)}`;

/** The steps that compute the measures of one kind. When `invalidate` finds nothing, no other step runs. */
export interface Derivation {
  /** Finds the entities whose measures are stale. */
  invalidate(session: DeriveSession): Promise<void>;
  /** The temporary table in which `invalidate` lists them. */
  readonly invalidated: string;
  /** Collects the moments between which the measures run. */
  gather?(session: DeriveSession): Promise<void>;
  /** The query of those moments in seconds, which calendars must cover. */
  readonly moments: string;
  /** Writes the measures, once the working hours at those moments are known. */
  compute(session: DeriveSession): Promise<void>;
}

/** Stands for a person to whom only the org's calendar applies. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Whole seconds since 1970. Spans are differences of these, so that parts add up to their whole. */
export function seconds(moment: string): string {
  return `(epoch_us(${moment}) // 1000000)`;
}
