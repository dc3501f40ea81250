import SQLite from 'better-sqlite3';

/** Tables of sessions and of links that are still open: whoever holds a backup must not come in by them. */
export const NOT_BACKED_UP = ['session', 'verification'];

/**
 * Takes the sessions out of a copied account database, and what its log still held into it. Nothing is migrated, so the
 * version that wrote it can still read it.
 */
export function endSessionsIn(file: string): void {
  const database = new SQLite(file);
  try {
    database.pragma('secure_delete = ON');
    const tables = database.prepare("select name from sqlite_master where type = 'table'").pluck().all();
    for (const name of NOT_BACKED_UP) if (tables.includes(name)) database.exec(`delete from "${name}"`);
    database.pragma('wal_checkpoint(TRUNCATE)');
    // A closed database leaves its log behind, unless it has none.
    database.pragma('journal_mode = DELETE');
    database.exec('vacuum');
  } finally {
    database.close();
  }
}
