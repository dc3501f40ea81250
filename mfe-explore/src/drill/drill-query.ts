import {
  bucketStarts,
  DATE_UNITS,
  datesOfSpan,
  editQuery,
  fieldKey,
  isGroup,
  zoneTable,
  type BucketUnit,
  type Filter,
  type Query,
} from '@cairn/query';
import type { Cell, Selection } from '@cairn/views';

type Group = Selection['groups'][number];
const CLOCK_PARTS = new Set(['hourOfDay', 'dayOfWeek']);
const LONGEST_PERIOD = 800 * 86_400_000;

/** The rows behind what was chosen: its values become filters, its periods the dates, and nothing is grouped. */
export function rowsBehind(query: Query, { groups }: Selection, timezone: string): Query {
  const narrowed = groups.reduce((next, group) => narrow(next, group, timezone), query);
  const rows = editQuery(narrowed, { type: 'setGroupBys', groupBys: [] });
  return { ...editQuery(rows, { type: 'setAggregations', aggregations: [] }), order: [] };
}

/** The same question for one value: it becomes a filter and its group goes away (X§4). */
export function filterOn(query: Query, group: Group, timezone: string): Query {
  const narrowed = narrow(query, group, timezone);
  const groupBys = narrowed.groupBys.filter((each) => !isSame(each, group));
  return editQuery(narrowed, { type: 'setGroupBys', groupBys });
}

/** Whether a value can become a filter: parts of the clock cannot, a query has no such filter. */
export function canFilter({ column }: Group): boolean {
  return !CLOCK_PARTS.has(column.dateUnit ?? '');
}

function isSame(each: Query['groupBys'][number], { column }: Group): boolean {
  return (
    each.target === column.target && each.attribute === column.attribute && each.unit === column.dateUnit
  );
}

function narrow(query: Query, group: Group, timezone: string): Query {
  const { column, value } = group;
  const { target = 'Event', attribute } = column;
  if (!attribute || !canFilter(group)) return query;
  const period = periodOf(column.dateUnit, value, timezone);
  if (period) return narrowDates(query, group, period, timezone);
  const filter: Filter = {
    target,
    attribute,
    key: fieldKey({ target, attribute }),
    comparison: { IN: [plain(value)] },
  };
  const others = query.filters.filter(
    (each) => isGroup(each) || fieldKey(each) !== filter.key || !('IN' in each.comparison),
  );
  return editQuery(query, { type: 'setFilters', filters: [...others, filter] });
}

function plain(value: Cell): string | number | boolean | null {
  return typeof value === 'object' ? (value === null ? null : JSON.stringify(value)) : value;
}

interface Period {
  readonly start: number;
  /** The first instant after it. */
  readonly end: number;
}

/** The period that a bucket's start stands for. */
export function periodOf(unit: string | undefined, value: Cell, timezone: string): Period | null {
  const known = DATE_UNITS.find((each) => each === unit);
  if (!known || CLOCK_PARTS.has(known) || typeof value !== 'number') return null;
  const calendar = { zone: zoneTable(timezone), firstDay: 1 } as const;
  const [, next] = bucketStarts(value, value + LONGEST_PERIOD, known as BucketUnit, calendar, 2);
  return next === undefined ? null : { start: value, end: next };
}

function narrowDates(query: Query, { column }: Group, { start, end }: Period, timezone: string): Query {
  const { target = 'Event', attribute = '' } = column;
  const isMain = (query.select[0] ?? 'Event') === target;
  if (isMain) return editQuery(query, { type: 'setDates', ...datesOfSpan(start, end, timezone) });
  const within: [string, string] = [new Date(start).toISOString(), new Date(end - 1).toISOString()];
  const filter: Filter = { target, attribute, comparison: { WITHIN: within } };
  return editQuery(query, { type: 'setFilters', filters: [...query.filters, filter] });
}
