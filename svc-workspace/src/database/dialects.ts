import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import SQLite from 'better-sqlite3';
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import { Pool } from 'pg';
import type { Tables } from './tables.ts';

/** What the two engines differ in; everything else is one set of queries. */
export interface DatabaseEngine {
  readonly kind: 'sqlite' | 'postgres';
  readonly db: Kysely<Tables>;
  readonly columns: { readonly instant: 'date' | 'timestamptz'; readonly flag: 'integer' | 'boolean' };
}

/** A SQLite file. An acknowledged write is on the disk: the log is flushed with each transaction. */
export function openSqlite(path: string): DatabaseEngine {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
  const database = new SQLite(path, { timeout: 5_000 });
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  database.pragma('trusted_schema = OFF');
  return {
    kind: 'sqlite',
    db: new Kysely<Tables>({ dialect: new SqliteDialect({ database }) }),
    columns: { instant: 'date', flag: 'integer' },
  };
}

/** A PostgreSQL database; `onLost` hears of connections that break while idle. */
export function openPostgres(url: string, onLost: (error: Error) => void): DatabaseEngine {
  const pool = new Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 5_000 });
  pool.on('error', onLost);
  return {
    kind: 'postgres',
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
    columns: { instant: 'timestamptz', flag: 'boolean' },
  };
}
