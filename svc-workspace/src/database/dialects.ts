import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { dirname } from 'node:path';
import SQLite from 'better-sqlite3';
import {
  Kysely,
  PostgresDialect,
  SqliteDialect,
  type Dialect,
  type LogEvent,
  type SqliteDatabase,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import { Pool } from 'pg';
import { DatabaseHealth } from './health.ts';
import type { Tables } from './tables.ts';

/** What the two engines differ in; everything else is one set of queries. */
export interface DatabaseEngine {
  readonly kind: 'sqlite' | 'postgres';
  readonly db: Kysely<Tables>;
  readonly columns: { readonly instant: 'date' | 'timestamptz'; readonly flag: 'integer' | 'boolean' };
  readonly health: DatabaseHealth;
}

function connect(dialect: Dialect, health: DatabaseHealth): Kysely<Tables> {
  const log = (event: LogEvent) => {
    if (event.level === 'error') health.note(event.error);
  };
  return new Kysely<Tables>({ dialect, log });
}

/** Statements that are kept prepared; the service has fewer. */
const KEPT_STATEMENTS = 500;

/** A SQLite database that prepares each statement once. A change of the schema forgets them all. */
export function preparingOnce(database: SQLite.Database): SqliteDatabase {
  const prepared = new LRUCache<string, SQLite.Statement>({ max: KEPT_STATEMENTS });
  return {
    close: () => void database.close(),
    prepare: (text) => {
      if (/^\s*(create|alter|drop)\b/i.test(text)) {
        prepared.clear();
        return database.prepare(text);
      }
      const known = prepared.get(text);
      if (known && !known.busy) return known;
      const statement = database.prepare(text);
      prepared.set(text, statement);
      return statement;
    },
  };
}

/** A SQLite file. An acknowledged write is on the disk: the log is flushed with each transaction. */
export function openSqlite(path: string): DatabaseEngine {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
  const database = new SQLite(path, { timeout: 5_000 });
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  database.pragma('trusted_schema = OFF');
  const health = new DatabaseHealth(path);
  return {
    kind: 'sqlite',
    db: connect(new SqliteDialect({ database: preparingOnce(database) }), health),
    columns: { instant: 'date', flag: 'integer' },
    health,
  };
}

/** Whether a SQLite file is damaged anywhere that its pages tell; leaves the folder as it was. */
export function isDamaged(path: string): boolean {
  if (!existsSync(path)) return false;
  const madeByReading = [`${path}-wal`, `${path}-shm`].filter((name) => !existsSync(name));
  const database = new SQLite(path, { readonly: true, timeout: 5_000 });
  try {
    return database.pragma('quick_check(1)', { simple: true }) !== 'ok';
  } catch (error) {
    if (error instanceof SQLite.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code)) return true;
    throw error;
  } finally {
    database.close();
    for (const name of madeByReading) rmSync(name, { force: true });
  }
}

/** No statement takes this long, so a connection that is silent for this time counts as dead. */
const SILENT_MS = 30_000;

/** A connection that closes after a silence, since its other end may vanish unnoticed. */
function connection(): Socket {
  const socket = new Socket();
  return socket.setTimeout(SILENT_MS, () => socket.destroy());
}

/** A PostgreSQL database; `onLost` hears of connections that break. */
export function openPostgres(url: string, onLost: (error: Error) => void): DatabaseEngine {
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    stream: connection,
  });
  // The pool does not listen to a client that is checked out, and its connection may break then.
  pool.on('connect', (client) => client.on('error', onLost));
  pool.on('error', () => undefined);
  const health = new DatabaseHealth();
  const reached = () =>
    pool.connect().catch((error: unknown) => {
      health.note(error);
      throw error;
    });
  return {
    kind: 'postgres',
    db: connect(new PostgresDialect({ pool: { connect: reached, end: () => pool.end() } }), health),
    columns: { instant: 'timestamptz', flag: 'boolean' },
    health,
  };
}
