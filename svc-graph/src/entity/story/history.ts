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
import { type StoryEvents, momentsOf, sortsOf } from '../key-index/event-sorts.ts';
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

/** The conditions of filters on an event `e` by `p`; their values are bound from `$2` on. */
function conditionsOf(
  { filters, withoutBots }: HistoryOptions,
  value: Readonly<Record<EventField, string>>,
): string {
  const conditions = filters.map(
    ({ field, mode }, at) =>
      `AND ${mode === 'exclude' ? 'NOT ' : ''}list_contains(from_json($${String(at + 2)}::JSON, '${LIST}'), ${value[field]})`,
  );
  if (withoutBots) conditions.push('AND NOT coalesce(p."isBot", false)');
  return conditions.join(' ');
}

const ACTORS = 'LEFT JOIN "Person" p ON p.uuid = e."actorUuid"';

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

/** The rows of the events that fit the filters, with their moments; names alone stand only with the events themselves. */
function toldOf(store: KeyedReader, story: StoryEvents, options: HistoryOptions): string {
  const { filters, withoutBots } = options;
  const actors = withoutBots ? ACTORS : '';
  const words = withoutBots || filters.length > 0;
  const moments = filters.some(({ field }) => field === 'name') ? null : momentsOf(store, story, { words });
  if (moments === null)
    return `SELECT e.rowid AS row, e."occurredAt" FROM "Event" e ${actors} WHERE ${story.condition} ${conditionsOf(options, VALUE)}`;
  return `SELECT e.row, e."occurredAt" FROM (${moments}) e ${actors} WHERE true ${conditionsOf(options, FACETS)}`;
}

/** A page of the events that concern an entity, newest first. */
export async function entityHistory(
  store: KeyedReader,
  found: EntityMatch,
  options: HistoryOptions,
): Promise<History> {
  const { page, pageSize, zone, filters } = options;
  const uuid = String(found.row['uuid']);
  const story = await storyEvents(store, found);
  const told = `WITH told AS MATERIALIZED (${toldOf(store, story, options)})`;
  const params = [uuid, ...filters.map(({ values }) => JSON.stringify(values))];
  const [limit, offset] = [`$${String(params.length + 1)}`, `$${String(params.length + 2)}`];
  const [rows, counted] = await Promise.all([
    store.rows<EventRow & { readonly total: number }>(
      `${told}, found AS (SELECT row AS at FROM told ORDER BY "occurredAt" DESC, row DESC LIMIT ${limit} OFFSET ${offset})
       SELECT ${EVENT_COLUMNS}, (SELECT count(*)::INTEGER FROM told) AS total FROM found f JOIN "Event" e ON e.rowid = f.at
         ${ACTORS} ORDER BY e."occurredAt" DESC, e.rowid DESC`,
      [...params, pageSize, (page - 1) * pageSize],
    ),
    options.facets ? facetsOf(store, story, uuid) : undefined,
  ]);
  const data = rows.map((row) => timelineEvent(row, zone));
  // A page past the end has no row that tells.
  const [past] =
    rows.length === 0 && page > 1
      ? await store.rows<{ total: number }>(`${told} SELECT count(*)::INTEGER AS total FROM told`, params)
      : rows;
  const facets = counted ? { facets: counted } : {};
  return { data, meta: { page, pageSize, total: past?.total ?? 0, timezone: zone.zone, ...facets } };
}
