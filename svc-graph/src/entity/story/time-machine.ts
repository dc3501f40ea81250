import type { OutputOf } from '@cairn/contracts';
import type { entityStoryContract } from '@cairn/contracts/story';
import { eventText } from '@cairn/entities';
import type { ZoneTable } from '@cairn/query';
import { type EntityMatch, isoOf } from '../find.ts';
import { type KeyedReader, narrowedTo } from '../key-index/keyed-rows.ts';
import { EVENT_COLUMNS, type EventRow, actorOf, deltaOf } from './events.ts';

/** The events that change the entity `$1` itself; a comment or a commit beside it changes nothing of it. */
export const changesIt = (
  store: KeyedReader,
) => `e."occurredAt" IS NOT NULL AND e."entityUuid" = $1::UUID${narrowedTo(store, 'Event', 'e', '$1')}
  AND (e.delta IS NOT NULL OR e."newStatus" IS NOT NULL OR e.action IN ('created', 'deleted', 'added', 'modified', 'renamed', 'joined', 'left'))`;

/** Counts the changes for a page past the end, which has no row that tells. */
async function countOf(store: KeyedReader, uuid: string): Promise<number> {
  const [row] = await store.rows<{ total: number }>(
    `SELECT count(*)::INTEGER AS total FROM "Event" e WHERE ${changesIt(store)}`,
    [uuid],
  );
  return row?.total ?? 0;
}

/** A page of the changes of an entity itself, newest first. */
export async function entityTimeMachine(
  store: KeyedReader,
  { row }: EntityMatch,
  { page, pageSize, zone }: { page: number; pageSize: number; zone: ZoneTable },
): Promise<OutputOf<typeof entityStoryContract.entityTimeMachine>> {
  const uuid = String(row['uuid']);
  const rows = await store.rows<EventRow & { readonly total: number }>(
    `SELECT ${EVENT_COLUMNS}, (count(*) OVER ())::INTEGER AS total FROM "Event" e LEFT JOIN "Person" p ON p.uuid = e."actorUuid"
     WHERE ${changesIt(store)} ORDER BY e."occurredAt" DESC, e.uuid LIMIT $2 OFFSET $3`,
    [uuid, pageSize, (page - 1) * pageSize],
  );
  const total = rows[0]?.total ?? (page > 1 ? await countOf(store, uuid) : 0);
  const data = rows.map((event) => {
    const [actor, delta] = [actorOf(event), deltaOf(event.delta)];
    const words = eventText({ ...event, delta }, actor?.name ?? null);
    return { uuid: event.uuid, actor, occurredAt: isoOf(event.occurredAt), event: words, delta };
  });
  return { data, meta: { page, pageSize, total, timezone: zone.zone } };
}
