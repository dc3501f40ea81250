import { Migrator } from 'kysely';
import type { DatabaseEngine } from './dialects.ts';
import { migrationsFor } from './migrations.ts';

/** A database that this version of Cairn cannot use; the message is for the operator. */
export class DatabaseVersionError extends Error {
  override readonly name = 'DatabaseVersionError';
}

/** Migrates a database to the newest or a named migration; refuses, untouched, one written by a newer version. */
export async function migrate(engine: DatabaseEngine, upTo?: string): Promise<void> {
  const migrations = migrationsFor(engine);
  const migrator = new Migrator({
    db: engine.db,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  });
  await refuseNewer(engine, Object.keys(migrations));
  const { error } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
  if (error) throw error instanceof Error ? error : new Error('migration failed', { cause: error });
}

async function refuseNewer(engine: DatabaseEngine, known: string[]): Promise<void> {
  const tables = await engine.db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === 'kysely_migration')) return;
  const done = await engine.db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .execute();
  const unknown = done.map(({ name }) => name).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new DatabaseVersionError(
    `The workspace database was written by a newer version of Cairn (it knows ${unknown.join(', ')}). ` +
      'Start that version again, or use another data directory.',
  );
}
