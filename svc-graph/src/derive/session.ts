import type { DuckDBValue } from '@duckdb/node-api';
import { createTemp, dropTemp } from '../store/statement.ts';
import type { Statement, StatementParam } from '../store/statement.ts';
import type { Transaction } from '../store/transaction.ts';

/** The open transaction that measures are computed in. */
export interface DeriveSession {
  readonly orgId: string;
  /** Everything is computed anew, whatever has changed. */
  readonly full: boolean;
  /** The present moment in seconds since 1970. */
  readonly now: number;
  run(statement: Statement): Promise<void>;
  /** Keeps the rows of a query in a temporary table of this session. */
  createTemp(name: string, query: string, params?: readonly StatementParam[]): Promise<void>;
  /** Drops those tables: connections are used again, and what they hold takes memory. */
  dropTemps(): Promise<void>;
  rows<Row>(sql: string, params?: readonly DuckDBValue[]): Promise<Row[]>;
  /** Whether the query has any row. */
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
      await transaction.runAll([...created].map(dropTemp));
      created.clear();
    },
    exists: async (sql) => (await transaction.rows(`SELECT 1 FROM (${sql}) LIMIT 1`)).length > 0,
  };
}

/**
 * The rows that the open transaction has inserted. Until it ends they are numbered from 2^55 on, beyond what any table
 * reaches, and the engine skips all others without reading them.
 */
export const NEW_ROWS = `rowid >= ${String(2 ** 50)}`;

/** What is computed of one kind of thing, step by step; where `invalidate` finds nothing, no other step runs. */
export interface Derivation {
  /** Finds the things whose measures have to be computed again. */
  invalidate(session: DeriveSession): Promise<void>;
  /** The temporary table that `invalidate` keeps them in. */
  readonly invalidated: string;
  /** Gathers the moments that the measures run between. */
  gather?(session: DeriveSession): Promise<void>;
  /** A query of those moments, in seconds, that calendars must cover. */
  readonly moments: string;
  /** Writes the measures, once the working hours of those moments are known. */
  compute(session: DeriveSession): Promise<void>;
}

/** Stands for a person to whom only the org's calendar applies. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Whole seconds since 1970; spans are differences of these, so that parts add up to their whole. */
export function seconds(moment: string): string {
  return `(epoch_us(${moment}) // 1000000)`;
}
