import type { OutputOf } from '@cairn/contracts';
import {
  EVENT_FIELDS,
  type EventFacet,
  type EventField,
  type EventFilter,
  entityStoryContract,
} from '@cairn/contracts/story';
import type { ZoneTable } from '@cairn/query';
import type { Audience } from '../../query/passes/limit-people.ts';
import { EVENT_TYPE } from '../event-type.ts';
import type { EntityMatch } from '../find.ts';
import { type StoryEvents, momentsOf, sortsOf } from '../key-index/event-sorts.ts';
import { type KeyedReader, fewRows } from '../key-index/keyed-rows.ts';
import { storyEvents } from './about.ts';
import { EVENT_COLUMNS, type EventRow, namedFor, timelineEvent } from './events.ts';

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
  /** Whose names are told; null for everybody's. */
  readonly named?: Audience;
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

/** The rows of the events that fit the filters, with their moments; names alone stand only with the events themselves. */
function toldOf(store: KeyedReader, story: StoryEvents, options: HistoryOptions): string {
  const { filters, withoutBots } = options;
  const actors = withoutBots ? ACTORS : '';
  const moments = filters.some(({ field }) => field === 'name')
    ? null
    : momentsOf(store, story, { words: isNarrowed(options) });
  if (moments === null)
    return `SELECT e.rowid AS row, e."occurredAt" FROM "Event" e ${actors} WHERE ${story.condition} ${conditionsOf(options, VALUE)}`;
  return `SELECT e.row, e."occurredAt", e.sort FROM (${moments}) e ${actors} WHERE true ${conditionsOf(options, FACETS)}`;
}

const isNarrowed = ({ filters, withoutBots }: HistoryOptions) => withoutBots || filters.length > 0;

/** How many events of the story have each value, the most frequent first; people by latest event, because nobody is ranked. */
function facetsOf(store: KeyedReader, story: StoryEvents, options: HistoryOptions) {
  const counted = EVENT_FIELDS.map((field) => {
    const value = FACETS[field];
    const from = field === 'name' ? 'named' : 'sorted';
    return `SELECT '${field}' AS part, ${value} AS value, any_value(${LABEL[field] ?? value}) AS label, sum(e.events)::INTEGER AS count
      FROM ${from} e ${ACTORS} WHERE ${value} IS NOT NULL GROUP BY ${value}
      ORDER BY ${field === 'actor' ? 'max(e.latest) DESC NULLS LAST, label' : 'count DESC, label'} LIMIT ${String(FACET_VALUES)}`;
  });
  return {
    tables: `, sorted AS MATERIALIZED (${sortsOf(store, story, isNarrowed(options) ? undefined : 'told')}),
       named AS MATERIALIZED (SELECT e.name, NULL::UUID AS "actorUuid", count(*) AS events
         FROM (${fewRows(`SELECT e.name FROM "Event" e WHERE ${story.condition}`)}) e GROUP BY e.name)`,
    queries: counted.map((sql) => ` UNION ALL BY NAME SELECT * FROM (${sql})`).join(''),
  };
}

/** A line of the answer: how many events there are, one of the page, or how many have a value. */
type HistoryRow =
  | { readonly part: 'total'; readonly count: number }
  | ({ readonly part: 'event' } & EventRow)
  | { readonly part: EventField; readonly value: string; readonly label: string; readonly count: number };

function presentFacets(rows: readonly HistoryRow[]): EventFacet[] {
  return EVENT_FIELDS.map((field) => ({
    field,
    values: rows.flatMap((row) =>
      row.part === field ? [{ value: row.value, label: row.label, count: row.count }] : [],
    ),
  }));
}

/** A page of the events that concern an entity, newest first. All is read by one statement, so that it fits together. */
export async function entityHistory(
  store: KeyedReader,
  found: EntityMatch,
  options: HistoryOptions,
): Promise<History> {
  const { page, pageSize, zone, filters, named = null } = options;
  const story = await storyEvents(store, found);
  const facets = options.facets ? facetsOf(store, story, options) : { tables: '', queries: '' };
  const params = [String(found.row['uuid']), ...filters.map(({ values }) => JSON.stringify(values))];
  const [limit, offset] = [`$${String(params.length + 1)}`, `$${String(params.length + 2)}`];
  const rows = await store.rows<HistoryRow>(
    `WITH told AS MATERIALIZED (${toldOf(store, story, options)}),
       found AS (SELECT row AS at FROM told ORDER BY "occurredAt" DESC, row DESC LIMIT ${limit} OFFSET ${offset})${facets.tables}
     SELECT 'total' AS part, count(*)::INTEGER AS count FROM told
     UNION ALL BY NAME SELECT * FROM (SELECT 'event' AS part, ${EVENT_COLUMNS} FROM found f JOIN "Event" e ON e.rowid = f.at
       ${ACTORS} ORDER BY e."occurredAt" DESC, e.rowid DESC)${facets.queries}`,
    [...params, pageSize, (page - 1) * pageSize],
  );
  const data = rows.flatMap((row) =>
    row.part === 'event' ? [timelineEvent(namedFor(row, named), zone)] : [],
  );
  const total = rows.flatMap((row) => (row.part === 'total' ? [row.count] : []))[0] ?? 0;
  const counted = options.facets ? { facets: presentFacets(rows) } : {};
  return { data, meta: { page, pageSize, total, timezone: zone.zone, ...counted } };
}
