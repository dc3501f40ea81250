import type { OutputOf } from '@cairn/contracts';
import {
  type EventFacet,
  type EventField,
  type EventFilter,
  entityStoryContract,
} from '@cairn/contracts/story';
import type { ZoneTable } from '@cairn/query';
import type { EntityMatch } from '../find.ts';
import type { KeyedReader } from '../key-index/keyed-rows.ts';
import { isAbout } from './about.ts';
import { EVENT_COLUMNS, EVENT_TYPE, type EventRow, timelineEvent } from './events.ts';

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

/** How many events have each value, the most frequent first; people by name, because nobody is ranked. */
async function facetsOf(store: KeyedReader, about: string, uuid: string): Promise<EventFacet[]> {
  const fields = Object.entries(VALUE) as [EventField, string][];
  const columns = fields.map(
    ([field, value]) => `${value} AS "${field}", ${LABEL[field] ?? value} AS "${field}Label"`,
  );
  const counted = fields.map(
    ([
      field,
    ]) => `SELECT '${field}' AS field, "${field}" AS value, any_value("${field}Label") AS label, count(*)::INTEGER AS count
      FROM about WHERE "${field}" IS NOT NULL GROUP BY "${field}"
      ORDER BY ${field === 'actor' ? 'label' : 'count DESC, label'} LIMIT ${String(FACET_VALUES)}`,
  );
  const rows = await store.rows<{ field: EventField; value: string; label: string; count: number }>(
    `WITH about AS MATERIALIZED (SELECT ${columns.join(', ')} ${JOINED} WHERE ${about})
     ${counted.map((sql) => `SELECT * FROM (${sql})`).join(' UNION ALL ')}`,
    [uuid],
  );
  return fields.map(([field]) => ({
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
  const about = await isAbout(store, found);
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
    options.facets ? facetsOf(store, about, uuid) : undefined,
  ]);
  const data = rows.map((row) => timelineEvent(row, zone));
  const total = rows[0]?.total ?? (page > 1 ? await countOf(store, about, [uuid, 0, 0, ...params], sql) : 0);
  const facets = counted ? { facets: counted } : {};
  return { data, meta: { page, pageSize, total, timezone: zone.zone, ...facets } };
}
