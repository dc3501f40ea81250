import type { OutputOf } from '@cairn/contracts';
import type { entityNameContract } from '@cairn/contracts/entity-names';
import type { Reader } from '../query/engine/reader.ts';
import { formerUuids, joinedPeople } from '../store/former-uuids.ts';
import { ENTITY_NAMES, FURTHER_NAMES } from './searched-kinds.ts';

type Named = OutputOf<typeof entityNameContract.nameEntities>['data'];

/** What entities are called, by the uuid that was asked for; a joined account by its person. `names` is a table of `ENTITY_NAMES`. */
export async function nameEntities(
  reader: Reader,
  uuids: readonly string[],
  names = `(${ENTITY_NAMES})`,
): Promise<Named> {
  const asked = [...new Set(uuids.map((uuid) => uuid.toLowerCase()))];
  const former = await formerUuids(reader, asked);
  const present = asked.map((uuid) => former.get(uuid) ?? uuid);
  const joined = await joinedPeople(reader, present);
  const meant = new Map(asked.map((uuid, at) => [uuid, joined.get(present[at] ?? uuid) ?? present[at]]));
  const known = new Map<string, Named[number]>();
  for (const table of [names, `(${FURTHER_NAMES})`]) {
    const left = [...meant.values()].filter((uuid) => uuid !== undefined && !known.has(uuid));
    if (left.length === 0) break;
    const rows = await reader.rows<Named[number]>(
      `SELECT uuid::VARCHAR AS uuid, kind, coalesce(name, uuid::VARCHAR) AS name, nullif(hint, name) AS hint
       FROM ${table} WHERE uuid IN (SELECT unnest($1::JSON::VARCHAR[])::UUID)`,
      [JSON.stringify(left)],
    );
    for (const row of rows) known.set(row.uuid, row);
  }
  return asked.flatMap((uuid) => {
    const row = known.get(meant.get(uuid) ?? uuid);
    return row ? [{ ...row, uuid }] : [];
  });
}
