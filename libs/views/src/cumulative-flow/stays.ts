import { isGroup, membersOf, regrouped, type Condition, type Filter, type Query } from '@cairn/query';

const STAY = 'TimeInStatus';

/** The conditions of a query about issues, as conditions of their stays in a status. */
export function onStays({ select, filters }: Pick<Query, 'select' | 'filters'>): Condition[] {
  if (select[0] === STAY) return filters;
  return filters.map(onStay);
}

function onStay(condition: Condition): Condition {
  if (isGroup(condition)) return regrouped(condition, membersOf(condition).map(onStay));
  const { key: _, target, ...rest } = condition;
  if (target === STAY) return { ...rest, target };
  return { ...rest, target: target === 'Issue' ? 'Issue' : `Issue.${target}` };
}

/** The issues that stood in a category at a moment, as the rows of a query without dates. */
export function standingAt(query: Query, category: string | null, moment: number): Query {
  const { startDate: _start, endDate: _end, duration: _duration, compareWith: _compared, ...rest } = query;
  const at = (attribute: string, comparison: Filter['comparison']): Filter => ({
    target: STAY,
    attribute,
    comparison,
  });
  const before = new Date(moment - 1).toISOString();
  const stay: Condition[] = [
    at('category', { IN: [category] }),
    at('enteredAt', { WITHIN: [null, before] }),
    {
      any: [
        at('leftAt', { 'IS EMPTY': [] }),
        at('leftAt', { WITHIN: [new Date(moment).toISOString(), null] }),
      ],
    },
  ];
  return {
    ...rest,
    filters: [...query.filters, ...(query.select[0] === STAY ? stay : [{ one: stay }])],
    groupBys: [],
    aggregations: [],
    formulas: [],
    having: [],
    order: [],
  };
}
