import { entityContract, type OutputOf } from '@cairn/contracts';
import { findEntity, isoOf } from './find.ts';
import type { KeyedReader } from './key-index/keyed-rows.ts';

type Resolution = OutputOf<typeof entityContract.resolution>['data'];

interface RecordRow {
  readonly sourceId: string;
  readonly name: string;
  readonly type: string;
  readonly externalId: string | null;
  readonly firstSeen: string | null;
  readonly lastSeen: string | null;
  readonly deleted: boolean;
}

const SOURCES = `SELECT r."sourceId", s.name, s.type, r."externalId", r."firstSeen", r."lastSeen", r.deleted
  FROM "SourceRecord" r JOIN "Source" s ON s.id = r."sourceId" WHERE r."entityUuid" = $1::UUID
  ORDER BY r.deleted, r."firstSeen", s.name`;

const IDENTITIES = `SELECT DISTINCT ON (i.uuid) i.uuid, i.integration, i."externalId", i.username, i.name, i.emails,
    coalesce(i."isBot", false) AS "isBot", l.method, l.confidence, coalesce(l.locked, false) AS locked
  FROM "IdentityLink" l JOIN "Identity" i ON i.uuid = l."identityUuid" WHERE l."personUuid" = $1::UUID
  ORDER BY i.uuid, l.confidence DESC LIMIT 200`;

const FORMER = 'SELECT former FROM "FormerUuid" WHERE current = $1::UUID ORDER BY former LIMIT 200';

const momentOf = (moment: string | null) => (moment === null ? null : isoOf(moment));

/** Which sources know an entity, and which accounts of tools are linked to it. */
export async function resolutionOf(store: KeyedReader, wanted: string): Promise<Resolution> {
  const { kind, row } = await findEntity(store, wanted);
  const uuid = String(row['uuid']);
  const sources = await store.rows<RecordRow>(SOURCES, [uuid]);
  const identities = await store.rows<Resolution['identities'][number]>(IDENTITIES, [uuid]);
  const former = await store.rows<{ former: string }>(FORMER, [uuid]);
  return {
    uuid,
    kind: kind.name,
    former: former.map((each) => each.former),
    sources: sources.map(({ firstSeen, lastSeen, ...source }) => ({
      ...source,
      firstSeen: momentOf(firstSeen),
      lastSeen: momentOf(lastSeen),
    })),
    identities: identities.map((each) => ({ ...each, confidence: Number(each.confidence) })),
  };
}
