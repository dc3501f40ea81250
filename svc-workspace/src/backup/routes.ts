import { AppError, type internalContract } from '@cairn/contracts';
import type { Handlers } from '@cairn/service-kit';
import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import type { DatabaseEngine } from '../database/dialects.ts';

/** The copy of the database that `npm run backup` asks for. SQLite writes it as of one moment, while others read and write. */
export function backupRoutes({
  kind,
  db,
}: Pick<DatabaseEngine, 'kind' | 'db'>): Pick<Handlers<typeof internalContract>, 'backupWorkspace'> {
  return {
    backupWorkspace: async ({ input: { file } }) => {
      if (kind === 'postgres') {
        throw new AppError('conflict', 'The accounts are in PostgreSQL. Back them up with pg_dump.');
      }
      if (existsSync(file)) throw new AppError('conflict', `${file} exists already.`);
      await sql`vacuum into ${file}`.execute(db);
      return { success: true as const };
    },
  };
}
