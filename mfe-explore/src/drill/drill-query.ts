import type { CellValue } from '@cairn/answer';
import {
  bucketStarts,
  datesOfSpan,
  editQuery,
  excludeGroup,
  fieldKey,
  filterOnGroup,
  groupKey,
  isClockPart,
  measureKeys,
  rowsBehind as rowsOfCell,
  zoneTable,
  type BucketUnit,
  type Calendar,
  type Chosen,
  type GroupBy,
  type Measure,
  type Query,
} from '@cairn/query';
import type { Selection } from '@cairn/views';

type Group = Selection['groups'][number];
/** Longer than any period. */
const LONGEST_MS = 400 * 86_400_000;

/** The rows that a chosen value was computed from: its groups become filters, and no groups remain. */
export function drillRows(asked: Query, selection: Selection, timezone: string): Query {
  const query = selection.query ?? asked;
  const chosen = selection.groups.map(chosenOf).filter((each) => each !== null);
  return inZone(query, timezone, (zoned) => rowsOfCell(zoned, chosen, measureMeant(query, selection)));
}

/** The measure of a mark, which may have filters of its own. Without a mark of several measures it is unknown. */
function measureMeant({ aggregations }: Query, { measure }: Selection): Measure | undefined {
  if (measure !== undefined) return aggregations[measureKeys(aggregations).indexOf(measure)];
  return aggregations.length > 1 ? undefined : aggregations[0];
}

/** The same query for one value: the value becomes a filter, and its group is removed (X§4). */
export function filterOn(query: Query, group: Group, timezone: string): Query {
  const chosen = chosenOf(group);
  return chosen ? inZone(query, timezone, (zoned) => filterOnGroup(zoned, chosen)) : query;
}

/** The same query without one value, which becomes an exclusion; its group stays. */
export function withoutValue(query: Query, group: Group, timezone: string): Query {
  const chosen = chosenOf(group);
  return chosen ? inZone(query, timezone, (zoned) => excludeGroup(zoned, chosen)) : query;
}

/** The same query about the chosen value alone: all its groups become filters. */
export function valueAlone(asked: Query, selection: Selection, timezone: string): Query {
  if (selection.rows) return selection.rows;
  return selection.groups.reduce(
    (query, group) => filterOn(query, group, timezone),
    selection.query ?? asked,
  );
}

/** The chosen value alone, by another group. */
export function byAnotherGroup(asked: Query, group: GroupBy, selection: Selection, timezone: string): Query {
  return editQuery(valueAlone(asked, selection, timezone), { type: 'setGroupBys', groupBys: [group] });
}

interface Dates extends Pick<Calendar, 'firstDay'> {
  readonly timezone: string;
  /** The moment of the selected kind that the dates of a query are about. */
  readonly moment: { readonly target: string; readonly attribute: string };
}

/**
 * The chosen value alone against the time before. A chosen period becomes the dates; null where it is of another
 * moment than the dates, since nothing of it was in the time before.
 */
export function againstBefore(asked: Query, selection: Selection, dates: Dates): Query | null {
  const isPeriod = ({ column }: Group) => column.dateUnit !== undefined && !isClockPart(column.dateUnit);
  const [period, second] = selection.groups.filter(isPeriod);
  if (second || (period && fieldKey(fieldOfColumn(period)) !== fieldKey(dates.moment))) return null;
  const rest = selection.groups.filter((group) => group !== period);
  const alone = valueAlone(asked, { ...selection, groups: rest }, dates.timezone);
  const measured = alone.aggregations.length > 0 ? alone : counted(alone);
  const dated = period ? inPeriod(measured, period, dates) : measured;
  return (
    dated &&
    editQuery(
      { ...dated, compareWith: undefined },
      { type: 'setCompareWith', compareWith: { method: 'tuple' } },
    )
  );
}

const fieldOfColumn = ({ column: { target = 'Event', attribute = '' } }: Group) => ({ target, attribute });

/** A count goes without saying, until there is nothing else to compare. */
const counted = (query: Query): Query => ({
  ...query,
  aggregations: [{ target: query.select[0] ?? 'Event', attribute: 'uuid', reducer: 'count' }],
});

function inPeriod(query: Query, { column, value }: Group, { timezone, firstDay }: Dates): Query | null {
  const groupBys = query.groupBys.filter((each) => groupKey(each) !== column.key);
  if (typeof value !== 'number') return null;
  const calendar = { zone: zoneTable(timezone), firstDay };
  const next = bucketStarts(value, value + LONGEST_MS, column.dateUnit as BucketUnit, calendar, 2)[1];
  if (next === undefined) return null;
  return editQuery(
    { ...query, groupBys, order: [] },
    { type: 'setDates', ...datesOfSpan(value, next, timezone) },
  );
}

/** Changes the query in the reader's zone. A query without a zone stays without one. */
function inZone(query: Query, timezone: string, change: (query: Query) => Query): Query {
  const { timezone: _, ...changed } = change({ ...query, timezone: query.timezone ?? timezone });
  return query.timezone === undefined ? changed : { ...changed, timezone: query.timezone };
}

function chosenOf({ column, value, except }: Group): Chosen | null {
  const { target = 'Event', attribute, binWidth } = column;
  if (!attribute) return null;
  // An attribute may itself be a part of the clock; then no group has made it one.
  const isGrouped = column.key !== fieldKey({ target, attribute });
  const unit = isGrouped ? (column.dateUnit as Chosen['group']['unit']) : undefined;
  const group = {
    target,
    attribute,
    ...(unit ? { unit } : {}),
    ...(binWidth === undefined ? {} : { bins: { width: binWidth } }),
  };
  return {
    group,
    value: plain(value, column.type),
    except: except?.map((each) => plain(each, column.type)),
    binWidth,
  };
}

/** Result sets hold date-times as epoch ms, queries as ISO text. */
function plain(value: CellValue, type: string): Chosen['value'] {
  if (typeof value === 'number' && type === 'datetime') return new Date(value).toISOString();
  return typeof value === 'object' ? (value === null ? null : JSON.stringify(value)) : value;
}
