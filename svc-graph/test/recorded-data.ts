import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

const FOLDER = resolve(import.meta.dirname, '../../../shared/data');

/** A file or folder of the payloads that are recorded beside the project; null, and said so, where it is absent. */
export function findRecorded(path: string): string | null {
  const found = resolve(FOLDER, path);
  if (existsSync(found)) return found;
  process.stdout.write(`The tests over ../shared/data/${path} are skipped: it is not here.\n`);
  return null;
}
