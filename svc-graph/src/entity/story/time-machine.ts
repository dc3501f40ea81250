import type { OutputOf } from '@cairn/contracts';
import type { entityStoryContract } from '@cairn/contracts/story';
import { eventText, type Kind, type Relation } from '@cairn/entities';
import type { ZoneTable } from '@cairn/query';
import type { Audience } from '../../query/passes/limit-people.ts';
import { quoted } from '../../store/ddl.ts';
import { type EntityMatch, isoOf } from '../find.ts';
import { type KeyedReader, edgesAt, eventsAt } from '../key-index/keyed-rows.ts';
import { EVENT_COLUMNS, type EventRow, actorOf, deltaOf, namedFor } from './events.ts';

type TimeMachine = OutputOf<typeof entityStoryContract.entityTimeMachine>;
type Change = TimeMachine['data'][number];

/** Whether an event changes the entity `$1` itself; a comment or a commit beside it changes nothing of it. */
export const CHANGES_IT = `e."occurredAt" IS NOT NULL AND e."entityUuid" = $1::UUID
  AND (e.delta IS NOT NULL OR e."newStatus" IS NOT NULL OR e.action IN ('created', 'deleted', 'added', 'modified', 'renamed', 'joined', 'left'))`;

/** The dated relations whose beginnings and ends change the entity; what a person is asked to do changes no person. */
function datedRelations({ name, relations }: Kind): readonly Relation[] {
  return relations.filter(
    ({ via }) =>
      via.kind === 'edge' && via.dated !== undefined && (name !== 'Person' || via.direction === 'out'),
  );
}

/** The events among which those that change the entity `$1` are. */
export const eventsOf = (store: KeyedReader): string =>
  eventsAt(
    store,
    'entityUuid',
    ['rowid', 'uuid', 'occurredAt', 'delta', 'newStatus', 'action', 'sourceEventId'],
    '$1',
  );

/** What of an edge tells when it began and ended. */
const TURN_COLUMNS = ['relation', 'fromUuid', 'toUuid', 'since', 'until'];

/** The beginnings and ends of a dated relation of the entity `$1`; it reads `near_edge`. */
function turnsOf({ via, target }: Relation, place: number): string[] {
  if (via.kind !== 'edge') return [];
  const [here, there] = via.direction === 'out' ? ['fromUuid', 'toUuid'] : ['toUuid', 'fromUuid'];
  return ['since', 'until'].map(
    (
      moment,
    ) => `SELECT r.${quoted(moment)} AS moment, ${String(place)} AS place, t.uuid::VARCHAR AS other, t.name, '${moment}' AS turn
      FROM near_edge r JOIN ${quoted(target)} t ON t.uuid = r.${quoted(there ?? '')}
      WHERE r.relation = '${via.relation}' AND r.${quoted(here ?? '')} = $1::UUID AND r.${quoted(moment)} IS NOT NULL AND NOT coalesce(t.deleted, false)`,
  );
}

interface ChangeRow extends EventRow {
  readonly moment: string;
  readonly total: number;
  readonly place: number | null;
  readonly other: string | null;
  readonly otherName: string | null;
  readonly turn: string | null;
}

/** A dated relation that began or ended, as a change. */
function turned(row: ChangeRow, relation: Relation): Change {
  const name = row.otherName ?? row.other ?? '';
  const began = row.turn === 'since';
  return {
    uuid: `${relation.name} ${row.other ?? ''} ${row.turn ?? ''} ${row.moment}`,
    actor: null,
    occurredAt: isoOf(row.moment),
    event: `${relation.label}: ${name} was ${began ? 'added' : 'removed'}`,
    delta: { [relation.name]: began ? { before: null, after: name } : { before: name, after: null } },
  };
}

function presentChange(row: ChangeRow, relations: readonly Relation[]): Change {
  const relation = row.place === null ? undefined : relations[row.place];
  if (relation) return turned(row, relation);
  const [actor, delta] = [actorOf(row), deltaOf(row.delta)];
  const event = eventText({ ...row, delta }, actor?.name ?? null);
  return { uuid: row.uuid, actor, occurredAt: isoOf(row.moment), event, delta };
}

/**
 * A page of the changes of an entity itself, newest first: its events, and the beginnings and ends of its dated
 * relations. What an event of the same moment tells is not said again.
 */
export async function entityTimeMachine(
  store: KeyedReader,
  { kind, row }: EntityMatch,
  { page, pageSize, zone, named }: { page: number; pageSize: number; zone: ZoneTable; named: Audience },
): Promise<TimeMachine> {
  const relations = datedRelations(kind);
  const none =
    'SELECT NULL::TIMESTAMP AS moment, NULL::INTEGER AS place, NULL AS other, NULL AS name, NULL AS turn WHERE false';
  const turns = [none, ...relations.flatMap(turnsOf)].join(' UNION ALL ');
  const uuid = String(row['uuid']);
  const edges = await edgesAt(store, { kind: kind.name, uuid, placeholder: '$1' }, TURN_COLUMNS);
  const changes = `WITH told AS MATERIALIZED (SELECT e."occurredAt" AS moment, e.uuid, e.rowid AS row FROM ${eventsOf(store)} e WHERE ${CHANGES_IT}),
    near_edge AS MATERIALIZED (${edges}),
    turn AS (SELECT * FROM (${turns}) t WHERE t.moment NOT IN (SELECT told.moment FROM told)),
    change AS (SELECT moment, uuid, row, NULL AS place, NULL AS other, NULL AS name, NULL AS turn FROM told
      UNION ALL SELECT moment, NULL, NULL, place, other, name, turn FROM turn)`;
  const rows = await store.rows<ChangeRow>(
    `${changes}, shown AS (SELECT *, (count(*) OVER ())::INTEGER AS total FROM change
       ORDER BY moment DESC, uuid NULLS LAST, place, turn, other LIMIT $2 OFFSET $3)
     SELECT s.moment, s.total, s.place, s.other, s.name AS "otherName", s.turn, ${EVENT_COLUMNS}
     FROM shown s LEFT JOIN "Event" e ON e.rowid = s.row LEFT JOIN "Person" p ON p.uuid = e."actorUuid"
     ORDER BY s.moment DESC, s.uuid NULLS LAST, s.place, s.turn, s.other`,
    [uuid, pageSize, (page - 1) * pageSize],
  );
  const total = rows[0]?.total ?? (page > 1 ? await countOf(store, changes, uuid) : 0);
  const data = rows.map((change) => presentChange(namedFor(change, named), relations));
  return { data, meta: { page, pageSize, total, timezone: zone.zone } };
}

/** Counts the changes for a page past the end, which has no row that tells. */
async function countOf(store: KeyedReader, changes: string, uuid: string): Promise<number> {
  const [row] = await store.rows<{ total: number }>(
    `${changes} SELECT count(*)::INTEGER AS total FROM change`,
    [uuid],
  );
  return row?.total ?? 0;
}
