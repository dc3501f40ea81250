import type { CellValue } from '@cairn/answer';
import { filterOnGroup, rowsBehind as rowsOfCell, type Chosen, type Query } from '@cairn/query';
import type { Selection } from '@cairn/views';

type Group = Selection['groups'][number];

/** The rows behind what was chosen: its values become filters, and nothing is grouped. */
export function rowsBehind(query: Query, { groups }: Selection, timezone: string): Query {
  const chosen = groups.map(chosenOf).filter((each) => each !== null);
  // What a row counts under a condition is told by its measure; with several of them nobody knows which was meant.
  const [measure, ...others] = query.aggregations;
  return inZone(query, timezone, (asked) =>
    rowsOfCell(asked, chosen, others.length > 0 ? undefined : measure),
  );
}

/** The same question for one value: it becomes a filter and its group goes away (X§4). */
export function filterOn(query: Query, group: Group, timezone: string): Query {
  const chosen = chosenOf(group);
  return chosen ? inZone(query, timezone, (asked) => filterOnGroup(asked, chosen)) : query;
}

/** The query keeps its zone, or that it has none: it is then read in the reader's, which is the one meant here. */
function inZone(query: Query, timezone: string, change: (query: Query) => Query): Query {
  const { timezone: _, ...changed } = change({ ...query, timezone: query.timezone ?? timezone });
  return query.timezone === undefined ? changed : { ...changed, timezone: query.timezone };
}

function chosenOf({ column, value }: Group): Chosen | null {
  const { target = 'Event', attribute, binWidth } = column;
  if (!attribute) return null;
  const unit = column.dateUnit as Chosen['group']['unit'];
  const group = {
    target,
    attribute,
    ...(unit ? { unit } : {}),
    ...(binWidth === undefined ? {} : { bins: { width: binWidth } }),
  };
  return { group, value: plain(value, column.type), binWidth };
}

/** Views have moments as epoch ms; a query writes them out. */
function plain(value: CellValue, type: string): Chosen['value'] {
  if (typeof value === 'number' && type === 'datetime') return new Date(value).toISOString();
  return typeof value === 'object' ? (value === null ? null : JSON.stringify(value)) : value;
}
