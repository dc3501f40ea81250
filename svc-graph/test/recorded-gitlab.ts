import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findRecorded } from './recorded-data.ts';

/** The recorded JSON of a folder, by file; nothing where it is not here. */
export function findRecordedJson(folder: string, end = '.json'): [name: string, value: unknown][] {
  const found = findRecorded(folder);
  if (found === null) return [];
  return readdirSync(found)
    .filter((name) => name.endsWith(end))
    .map((name) => [
      name.slice(0, -end.length),
      JSON.parse(readFileSync(join(found, name), 'utf8')) as unknown,
    ]);
}
