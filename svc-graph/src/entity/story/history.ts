import type { OutputOf } from '@cairn/contracts';
import {
  type EventFacet,
  type EventField,
  type EventFilter,
  entityStoryContract,
} from '@cairn/contracts/story';
import type { ZoneTable } from '@cairn/query';
import { EVENT_TYPE } from '../event-type.ts';
import type { EntityMatch } from '../find.ts';
import { type StoryEvents, sortsOf } from '../key-index/event-sorts.ts';
import { type KeyedReader, fewRows } from '../key-index/keyed-rows.ts';
import { storyEvents } from './about.ts';
import { EVENT_COLUMNS, type EventRow, timelineEvent } from './events.ts';

type History = OutputOf<typeof entityStoryContract.entityHistory>;

/** The value of an event `e` by `p` that a filter compares. */
const VALUE: Readonly<Record<EventField, string>> = {
  action: 'e.action',
  actor: `coalesce(e."actorUuid"::VARCHAR, '')`,
  integration: 'e.integration',
  entityType: 'e."entityType"',
  eventType: EVENT_TYPE,
  name: `coalesce(e.name, '')`,
};
const LABEL: Partial<Record<EventField, string>> = { actor: `coalesce(p.name, '')` };
const FACET_VALUES = 50;

export interface HistoryOptions {
  readonly page: number;
  readonly pageSize: number;
  readonly zone: ZoneTable;
  readonly filters: readonly EventFilter[];
  readonly withoutBots: boolean;
  readonly facets: boolean;
}

const LIST = '["VARCHAR"]';

/** The conditions of filters; their values are bound from `$4` on. */
function conditionsOf(
  filters: readonly EventFilter[],
  withoutBots: boolean,
): { sql: string; params: string[] } {
  const conditions = filters.map(
    ({ field, mode }, at) =>
      `AND ${mode === 'exclude' ? 'NOT ' : ''}list_contains(from_json($${String(at + 4)}::JSON, '${LIST}'), ${VALUE[field]})`,
  );
  if (withoutBots) conditions.push('AND NOT coalesce(p."isBot", false)');
  return { sql: conditions.join(' '), params: filters.map(({ values }) => JSON.stringify(values)) };
}

const ACTORS = 'LEFT JOIN "Person" p ON p.uuid = e."actorUuid"';
const JOINED = `FROM "Event" e ${ACTORS}`;

/** The values of a facet, over sorts of events `e` by `p`. */
const FACETS = { ...VALUE, eventType: 'e.type' } as const;

/** How many events have each value, the most frequent first; people by name, because nobody is ranked. */
async function facetsOf(store: KeyedReader, story: StoryEvents, uuid: string): Promise<EventFacet[]> {
  const fields = Object.keys(VALUE) as EventField[];
  const counted = fields.map((field) => {
    const value = FACETS[field];
    const from = field === 'name' ? 'named' : 'sorted';
    return `SELECT '${field}' AS field, ${value} AS value, any_value(${LABEL[field] ?? value}) AS label, sum(e.events)::INTEGER AS count
      FROM ${from} e ${ACTORS} WHERE ${value} IS NOT NULL GROUP BY ${value}
      ORDER BY ${field === 'actor' ? 'label' : 'count DESC, label'} LIMIT ${String(FACET_VALUES)}`;
  });
  const rows = await store.rows<{ field: EventField; value: string; label: string; count: number }>(
    `WITH sorted AS MATERIALIZED (${sortsOf(store, story)}),
       named AS MATERIALIZED (SELECT e.name, NULL::UUID AS "actorUuid", count(*) AS events
         FROM (${fewRows(`SELECT e.name FROM "Event" e WHERE ${story.condition}`)}) e GROUP BY e.name)
     ${counted.map((sql) => `SELECT * FROM (${sql})`).join(' UNION ALL ')}`,
    [uuid],
  );
  return fields.map((field) => ({
    field,
    values: rows
      .filter((row) => row.field === field)
      .map(({ value, label, count }) => ({ value, label, count })),
  }));
}

/** Counts the events for a page past the end, which has no row that tells. */
async function countOf(
  store: KeyedReader,
  about: string,
  params: (string | number)[],
  sql: string,
): Promise<number> {
  const [row] = await store.rows<{ total: number }>(
    `SELECT count(*)::INTEGER AS total ${JOINED} WHERE ${about} AND $2::INTEGER = $3::INTEGER ${sql}`,
    params,
  );
  return row?.total ?? 0;
}

/** A page of the events that concern an entity, newest first. */
export async function entityHistory(
  store: KeyedReader,
  found: EntityMatch,
  options: HistoryOptions,
): Promise<History> {
  const { page, pageSize, zone, filters, withoutBots } = options;
  const uuid = String(found.row['uuid']);
  const story = await storyEvents(store, found);
  const about = story.condition;
  const { sql, params } = conditionsOf(filters, withoutBots);
  const [rows, counted] = await Promise.all([
    store.rows<EventRow & { readonly total: number }>(
      `WITH found AS (SELECT e.rowid AS at, (count(*) OVER ())::INTEGER AS total
         FROM "Event" e ${withoutBots ? ACTORS : ''} WHERE ${about} ${sql}
         ORDER BY e."occurredAt" DESC, e.rowid DESC LIMIT $2 OFFSET $3)
       SELECT ${EVENT_COLUMNS}, f.total FROM found f JOIN "Event" e ON e.rowid = f.at
         ${ACTORS} ORDER BY e."occurredAt" DESC, e.rowid DESC`,
      [uuid, pageSize, (page - 1) * pageSize, ...params],
    ),
    options.facets ? facetsOf(store, story, uuid) : undefined,
  ]);
  const data = rows.map((row) => timelineEvent(row, zone));
  const total = rows[0]?.total ?? (page > 1 ? await countOf(store, about, [uuid, 0, 0, ...params], sql) : 0);
  const facets = counted ? { facets: counted } : {};
  return { data, meta: { page, pageSize, total, timezone: zone.zone, ...facets } };
}
