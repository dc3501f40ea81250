import { entityContract, type OutputOf } from '@cairn/contracts';
import type { Reader } from './reader.ts';
import { findEntity, isoOf } from './find.ts';

type History = OutputOf<typeof entityContract.entityHistory>;

/** Events that belong on the page of a kind, beside its own. */
const ALSO: Readonly<Record<string, string>> = {
  Person: 'e."actorUuid" = $1::UUID',
  Repository: 'e."repositoryUuid" = $1::UUID',
  Branch: `e."entityUuid" IN (SELECT uuid FROM "Commit" WHERE "branchUuid" = $1::UUID)`,
  SourceFile: `e."entityUuid" IN (SELECT "fromUuid" FROM "Relation" WHERE relation = 'touches' AND "toUuid" = $1::UUID)`,
  Release: `e."entityUuid" IN (SELECT "toUuid" FROM "Relation" WHERE relation = 'includes' AND "fromUuid" = $1::UUID)`,
};

interface EventRow {
  readonly uuid: string;
  readonly occurredAt: string;
  readonly action: string;
  readonly integration: string;
  readonly entityType: string;
  readonly entityUuid: string;
  readonly name: string | null;
  readonly actorUuid: string | null;
  readonly actorName: string | null;
}

/** A page of the events that concern an entity, newest first. */
export async function entityHistory(
  store: Reader,
  wanted: string,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<History> {
  const { kind, row } = await findEntity(store, wanted);
  const uuid = String(row['uuid']);
  const also = ALSO[kind.name];
  const where = `e."occurredAt" IS NOT NULL AND (e."entityUuid" = $1::UUID${also ? ` OR ${also}` : ''})`;
  const [count] = await store.rows<{ total: number }>(
    `SELECT count(*)::INTEGER AS total FROM "Event" e WHERE ${where}`,
    [uuid],
  );
  const rows = await store.rows<EventRow>(
    `SELECT e.uuid, e."occurredAt", e.action, e.integration, e."entityType", e."entityUuid", e.name,
       p.uuid AS "actorUuid", p.name AS "actorName"
     FROM "Event" e LEFT JOIN "Person" p ON p.uuid = e."actorUuid"
     WHERE ${where} ORDER BY e."occurredAt" DESC, e.uuid LIMIT $2 OFFSET $3`,
    [uuid, pageSize, (page - 1) * pageSize],
  );
  const data = rows.map(({ actorUuid, actorName, occurredAt, ...event }) => ({
    ...event,
    occurredAt: isoOf(occurredAt),
    actor: actorUuid === null ? null : { uuid: actorUuid, name: actorName ?? '' },
  }));
  return { data, meta: { page, pageSize, total: count?.total ?? 0 } };
}
