import SQLite from 'better-sqlite3';
import { closeSync, openSync, writeSync } from 'node:fs';

/** Overwrites the first page of a table in a database file that nobody has open. */
export function damageTable(file: string, table: string): void {
  const database = new SQLite(file);
  const root = database.prepare('SELECT rootpage FROM sqlite_master WHERE name = ?').pluck().get(table);
  const size = Number(database.pragma('page_size', { simple: true }));
  database.close();
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(size, 'secret words '), 0, size, (Number(root) - 1) * size);
  closeSync(handle);
}
