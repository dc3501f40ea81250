import { AppError } from '@cairn/contracts';
import { update } from './statement.ts';
import type { Statement } from './statement.ts';

/** The schema version from which on uuids are made of natural keys, and rows name their sources. */
const WITH_SOURCES = 3;

/** An org of an earlier version that holds rows of a load set, which keeps nothing to make them anew from. */
export class OldLoadSetError extends AppError {
  constructor(file: string) {
    super(
      'unreadable_data',
      `This organization holds a load set that an earlier version of Cairn made, and a load set keeps nothing from which its rows could be built again. Whoever runs Cairn makes it anew with npm run seed -- --events N --replace, with the number in its name, or moves ${file} away.`,
    );
  }
}

/**
 * Marks the sources of a file of an earlier version as to be built again; throws for a load set. `before` is the
 * version that the file has.
 */
export async function outdateSources(
  store: { rows<Row>(sql: string): Promise<Row[]> },
  { file, before }: { readonly file: string; readonly before: number },
): Promise<Statement[]> {
  if (before >= WITH_SOURCES) return [];
  const [found] = await store.rows<{ rows: boolean; payloads: boolean }>(
    `SELECT EXISTS (FROM "Event") AS rows, EXISTS (FROM "RawPayload") AS payloads`,
  );
  if (found?.rows && !found.payloads) throw new OldLoadSetError(file);
  return [update('Source', { state: `json_merge_patch(t.state, '{"outdated": true}')` }, 'WHERE true')];
}
