import { KINDS } from '@cairn/entities';
import type { GraphStore } from '../src/store/graph-store.ts';
import { columnsOf } from '../src/store/ddl.ts';
import { entityUuidSql } from '../src/store/uuid.ts';

/** How schema version 2 called the things of a git source, as SQL over the record `r` and its repository's source. */
const FORMER_ID: Readonly<Record<string, string>> = {
  Repository: `'repository:' || r."sourceId"`,
  Commit: `'commit:' || r."sourceId" || ':' || r."externalId"`,
  Branch: `'branch:' || r."sourceId" || ':' || r."externalId"`,
  Release: `'tag:' || r."sourceId" || ':' || r."externalId"`,
  SourceFile: `'file:' || r."sourceId" || ':' || r."externalId"`,
};
const CASES = Object.entries(FORMER_ID).map(([kind, id]) => `WHEN '${kind}' THEN ${id}`);
const OF_GIT = `SELECT r."entityUuid" AS uuid, ${entityUuidSql(`'acme'`, 'git', `CASE r.kind ${CASES.join(' ')} END`)} AS former
  FROM "SourceRecord" r WHERE r.kind IN (${Object.keys(FORMER_ID)
    .map((kind) => `'${kind}'`)
    .join(', ')})`;

/** Every column of a table that holds the uuid of something. */
function uuidColumns(table: string): string[] {
  if (table === 'Relation') return ['fromUuid', 'toUuid'];
  const kind = KINDS.find(({ name }) => name === table);
  return kind ? [...columnsOf(kind)].filter(([, type]) => type === 'UUID').map(([name]) => name) : [];
}

/**
 * Writes the file as schema version 2 left it: former uuids, and no word of who knows what. `former` selects the
 * present and the former uuids; the default is for sources of git in the org `acme`.
 */
export async function writeFormerShape(store: GraphStore, former = OF_GIT): Promise<void> {
  await store.run(`CREATE TABLE "Was" AS ${former}`);
  for (const table of [...KINDS.map(({ name }) => name), 'Relation'])
    for (const column of uuidColumns(table))
      await store.run(
        `UPDATE "${table}" t SET "${column}" = w.former FROM "Was" w WHERE t."${column}" = w.uuid`,
      );
  await store.run(
    `UPDATE "Repository" t SET "externalId" = r."sourceId" FROM "SourceRecord" r JOIN "Was" w ON w.uuid = r."entityUuid" WHERE t.uuid = w.former`,
  );
  await store.run('DROP TABLE "Was"');
  await store.run('DROP TABLE "SourceRecord"');
  await store.run('DROP TABLE "FormerUuid"');
  for (const table of ['Relation', 'Event']) await store.run(`ALTER TABLE "${table}" DROP COLUMN "sourceId"`);
  await store.run(`UPDATE "Meta" SET value = 'older' WHERE key = 'schema'`);
  await store.run(`UPDATE "Meta" SET value = '2' WHERE key = 'schemaVersion'`);
}
