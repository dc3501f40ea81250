import type { AskAnswer } from '@cairn/contracts';
import { type Condition, fieldKey, groupKey, isGroup, measureKey, membersOf } from '@cairn/query';

function filterInShort(filter: Condition): string {
  if (isGroup(filter))
    return `(${membersOf(filter)
      .map(filterInShort)
      .join('any' in filter ? ' or ' : ' and ')})`;
  const { target, attribute, comparison } = filter;
  return `${fieldKey({ target, attribute })} ${Object.entries(comparison)
    .map(([operator, values]) => `${operator} ${values.map(String).join(', ')}`)
    .join(' ')}`;
}

/** An answer as one line, so that a table of questions and answers can be read. */
export function inShort({ query, view }: Pick<AskAnswer, 'query' | 'view'>): string {
  const range = [query.startDate, query.endDate];
  return [
    query.select.join(),
    ...query.aggregations.map(measureKey),
    query.groupBys.length > 0 && `by ${query.groupBys.map(groupKey).join(', ')}`,
    ...query.filters.map((filter) => `where ${filterInShort(filter)}`),
    query.search && `search ${query.search}`,
    query.duration,
    range.some(Boolean) && range.map((end) => end ?? '').join('..'),
    query.order.length > 0 &&
      `order ${query.order.map(({ by, direction }) => (direction === 'ascending' ? by : `-${by}`)).join(', ')}`,
    query.limit && `limit ${query.limit}`,
    view && `as ${view.value}`,
  ]
    .filter(Boolean)
    .join(' | ');
}
