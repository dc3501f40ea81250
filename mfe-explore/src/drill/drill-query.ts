import type { CellValue } from '@cairn/answer';
import {
  excludeGroup,
  fieldKey,
  filterOnGroup,
  measureKeys,
  rowsBehind as rowsOfCell,
  type Chosen,
  type Measure,
  type Query,
} from '@cairn/query';
import type { Selection } from '@cairn/views';

type Group = Selection['groups'][number];

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
