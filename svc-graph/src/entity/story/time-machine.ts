import type { OutputOf } from '@cairn/contracts';
import type { entityStoryContract } from '@cairn/contracts/story';
import { eventText } from '@cairn/entities';
import type { ZoneTable } from '@cairn/query';
import type { Reader } from '../../query/engine/reader.ts';
import { type EntityMatch, isoOf } from '../find.ts';
import { EVENT_COLUMNS, type EventRow, actorOf, deltaOf } from './events.ts';

/** The events that change the entity `$1` itself; a comment or a commit beside it changes nothing of it. */
export const CHANGES_IT = `e."occurredAt" IS NOT NULL AND e."entityUuid" = $1::UUID
  AND (e.delta IS NOT NULL OR e."newStatus" IS NOT NULL OR e.action IN ('created', 'deleted', 'added', 'modified', 'renamed', 'joined', 'left'))`;

/** A page of the changes of an entity itself, newest first. */
export async function entityTimeMachine(
  store: Reader,
  { row }: EntityMatch,
  { page, pageSize, zone }: { page: number; pageSize: number; zone: ZoneTable },
): Promise<OutputOf<typeof entityStoryContract.entityTimeMachine>> {
  const uuid = String(row['uuid']);
  const [count] = await store.rows<{ total: number }>(
    `SELECT count(*)::INTEGER AS total FROM "Event" e WHERE ${CHANGES_IT}`,
    [uuid],
  );
  const rows = await store.rows<EventRow>(
    `SELECT ${EVENT_COLUMNS} FROM "Event" e LEFT JOIN "Person" p ON p.uuid = e."actorUuid" WHERE ${CHANGES_IT}
     ORDER BY e."occurredAt" DESC, e.uuid LIMIT $2 OFFSET $3`,
    [uuid, pageSize, (page - 1) * pageSize],
  );
  const data = rows.map((event) => {
    const [actor, delta] = [actorOf(event), deltaOf(event.delta)];
    const words = eventText({ ...event, delta }, actor?.name ?? null);
    return { uuid: event.uuid, actor, occurredAt: isoOf(event.occurredAt), event: words, delta };
  });
  return { data, meta: { page, pageSize, total: count?.total ?? 0, timezone: zone.zone } };
}
