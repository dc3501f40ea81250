import { groupKey, measureKey, type Query } from '@cairn/query';

/** Names by which other kinds reach a person. */
export const PEOPLE = new Set([
  'Person',
  'Committer',
  'Assignee',
  'CoAuthor',
  'Mentioned',
  'Attendee',
  'MergedBy',
  'Reviewer',
  'CreatedBy',
  'CurrentReporter',
  'Assignees',
  'Assignee',
  'CurrentAssignee',
  'Actor',
  'actor',
  'mentions',
]);

/** The key of the measure's column. Without a measure the graph counts what is selected. */
export function mainMeasureKey(query: Query): string {
  const [measure] = query.aggregations;
  if (measure) return measureKey(measure);
  return measureKey({ target: query.select[0] ?? 'Event', attribute: 'uuid', reducer: 'count' });
}

/**
 * The order a view asks for when the person has not chosen one: time and parts of the clock run forward,
 * people are listed by name and never ranked (ruling 11), everything else is largest first.
 */
export function naturalOrder(query: Query): Query['order'] {
  const timed = query.groupBys.find(({ unit }) => unit);
  if (timed) return [{ by: groupKey(timed), direction: 'ascending' }];
  const person = query.groupBys.find(({ target }) => PEOPLE.has(target));
  if (person) return [{ by: groupKey(person), direction: 'ascending' }];
  return [{ by: mainMeasureKey(query), direction: 'descending' }];
}

/** The request of a chart: all that it can draw at once, in the chosen order. */
export function chartRequest(query: Query, limit: number, sort?: 'value' | 'name', ascending = false): Query {
  const { page: _page, pageSize: _size, ...rest } = query;
  const order = chosenOrder(query, sort, ascending) ?? keptOrder(query);
  return { ...rest, order, limit: Math.min(query.limit ?? limit, limit) };
}

function chosenOrder(
  query: Query,
  sort: 'value' | 'name' | undefined,
  ascending: boolean,
): Query['order'] | null {
  const [group, second] = query.groupBys;
  const direction = ascending ? ('ascending' as const) : ('descending' as const);
  if (!second && sort === 'value') return [{ by: mainMeasureKey(query), direction }];
  if (!second && sort === 'name' && group) return [{ by: groupKey(group), direction }];
  return query.order.length > 0 ? query.order : null;
}

/** The picture has its own order. This one decides what a limit keeps: the latest dates, the largest cells. */
function keptOrder(query: Query): Query['order'] {
  const [group, second] = query.groupBys;
  if (group?.unit && !second) return [{ by: groupKey(group), direction: 'descending' }];
  return second ? [{ by: mainMeasureKey(query), direction: 'descending' }] : naturalOrder(query);
}
