import { AppError, type internalContract } from '@cairn/contracts';
import type { Handlers } from '@cairn/service-kit';
import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import { copyRows } from '../database/copy-rows.ts';
import { openSqlite, type DatabaseEngine } from '../database/dialects.ts';
import { migrate } from '../database/migrate.ts';

/** Sessions and links that are still open: whoever holds a backup must not come in by them. */
const LEFT_OUT = ['session', 'verification'];

async function copyInto(file: string, engine: DatabaseEngine): Promise<void> {
  const copy = openSqlite(file);
  try {
    await migrate(copy);
    await copyRows(engine, copy, LEFT_OUT);
  } finally {
    await copy.db.destroy();
  }
}

async function copyFile(file: string, engine: DatabaseEngine): Promise<void> {
  await sql`vacuum into ${file}`.execute(engine.db);
  const copy = openSqlite(file);
  try {
    // Without this the bytes of deleted rows stay in the file.
    await sql`pragma secure_delete = on`.execute(copy.db);
    for (const table of LEFT_OUT) await sql`delete from ${sql.table(table)}`.execute(copy.db);
  } finally {
    await copy.db.destroy();
  }
}

/**
 * The copy of the database that `npm run backup` asks for, as of one moment, while others read and write. It is a SQLite
 * file, also of PostgreSQL, and holds no sessions.
 */
export function backupRoutes(
  engine: DatabaseEngine,
): Pick<Handlers<typeof internalContract>, 'backupWorkspace'> {
  return {
    backupWorkspace: async ({ input: { file } }) => {
      if (existsSync(file)) throw new AppError('conflict', `${file} exists already.`);
      if (engine.kind === 'postgres') await copyInto(file, engine);
      else await copyFile(file, engine);
      return { success: true as const };
    },
  };
}
