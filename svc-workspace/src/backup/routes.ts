import { AppError } from '@cairn/contracts';
import type { internalContract } from '@cairn/contracts/internal';
import type { Handlers } from '@cairn/service-kit';
import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import { copyRows } from '../database/copy-rows.ts';
import { openSqlite, type DatabaseEngine } from '../database/dialects.ts';
import { migrate } from '../database/migrate.ts';
import { endSessionsIn, NOT_BACKED_UP } from './end-sessions.ts';

async function copyInto(file: string, engine: DatabaseEngine): Promise<void> {
  const copy = openSqlite(file);
  try {
    await migrate(copy);
    await copyRows(engine, copy, NOT_BACKED_UP);
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
      else {
        await sql`vacuum into ${file}`.execute(engine.db);
        endSessionsIn(file);
      }
      return { success: true as const };
    },
  };
}
