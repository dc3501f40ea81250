import { groupKey, measureKey, type Query } from '@cairn/query';

/** Names by which other kinds reach a person. */
export const PEOPLE = new Set([
  'Person',
  'Committer',
  'Mentioned',
  'Attendee',
  'MergedBy',
  'Reviewer',
  'CreatedBy',
  'CurrentReporter',
  'Assignees',
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

/** The request of a chart: all that it can draw at once, in the chosen or the natural order. */
export function chartRequest(query: Query, limit: number, sort?: 'value' | 'name', ascending = false): Query {
  const { page: _page, pageSize: _size, ...rest } = query;
  const [group] = query.groupBys;
  const direction = ascending ? ('ascending' as const) : ('descending' as const);
  const chosen =
    sort === 'value'
      ? [{ by: mainMeasureKey(query), direction }]
      : sort === 'name' && group
        ? [{ by: groupKey(group), direction }]
        : [];
  const order = chosen.length > 0 ? chosen : query.order.length > 0 ? query.order : naturalOrder(query);
  return { ...rest, order, limit: Math.min(query.limit ?? limit, limit) };
}
