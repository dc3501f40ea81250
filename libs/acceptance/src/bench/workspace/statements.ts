import SQLite from 'better-sqlite3';
import { Kysely, SqliteDialect, type LogEvent } from 'kysely';
import { preparingOnce, type DatabaseEngine } from '../../../../../svc-workspace/src/database/dialects.ts';
import { DatabaseHealth } from '../../../../../svc-workspace/src/database/health.ts';
import type { Tables } from '../../../../../svc-workspace/src/database/tables.ts';

/** A statement as the service sent it. */
export interface TimedStatement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** A SQLite file as svc-workspace opens it, with the statements since `record` was called. */
export function recordingEngine(path: string) {
  const database = openFile(path);
  let statements: TimedStatement[] | null = null;
  const log = ({ query }: LogEvent) =>
    void statements?.push({ sql: query.sql, parameters: [...query.parameters] });
  const engine: DatabaseEngine = {
    kind: 'sqlite',
    db: new Kysely<Tables>({ dialect: new SqliteDialect({ database: preparingOnce(database) }), log }),
    columns: { instant: 'date', flag: 'integer' },
    health: new DatabaseHealth(path),
  };
  return {
    engine,
    database,
    /** The statements that a call sends. */
    record: async (call: () => Promise<unknown>): Promise<TimedStatement[]> => {
      const seen: TimedStatement[] = [];
      statements = seen;
      await call();
      statements = null;
      return seen;
    },
  };
}

/** Opens a file with the settings of svc-workspace. */
export function openFile(path: string): SQLite.Database {
  const database = new SQLite(path, { timeout: 5_000 });
  for (const setting of [
    'journal_mode = WAL',
    'synchronous = FULL',
    'foreign_keys = ON',
    'trusted_schema = OFF',
  ])
    database.pragma(setting);
  return database;
}

/** Runs statements as they were sent, with other parameters where `change` says so; gives the rows of each. */
export function replay(database: SQLite.Database, change: (value: unknown) => unknown = (value) => value) {
  const prepared = new Map<string, SQLite.Statement>();
  return (statements: readonly TimedStatement[]): unknown[] =>
    statements.map(({ sql, parameters }) => {
      const statement = prepared.get(sql) ?? database.prepare(sql);
      prepared.set(sql, statement);
      const values = parameters.map(change);
      return statement.reader ? statement.all(...values) : statement.run(...values);
    });
}
