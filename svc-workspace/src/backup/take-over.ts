import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { copyRows, hasNoAccounts } from '../database/copy-rows.ts';
import { openSqlite, type DatabaseEngine } from '../database/dialects.ts';
import { migrate } from '../database/migrate.ts';

/**
 * Fills an empty PostgreSQL database with the accounts and saved things of a SQLite file, such as that of a restored
 * backup, and puts the file aside. True when it did.
 */
export async function takeOver(file: string, to: DatabaseEngine): Promise<boolean> {
  if (to.kind !== 'postgres' || !existsSync(file) || !(await hasNoAccounts(to))) return false;
  const from = openSqlite(file);
  try {
    await migrate(from);
    await copyRows(from, to);
  } finally {
    await from.db.destroy();
  }
  await rename(file, `${file}.moved`);
  return true;
}
