import { isGroup, leavesOf } from './schema.ts';
import type { Condition, Filter, Query } from './schema.ts';

/**
 * The clause with which pages and new queries of commits begin (ruling 24). It is a filter like any other, so it is
 * shown, changed and removed like one.
 */
export const DEFAULT_BRANCH: Filter = {
  target: 'Branch',
  attribute: 'status',
  comparison: { IN: ['default'] },
};

/** Whether a condition is this clause. */
export const isDefaultBranch = (condition: Condition): boolean =>
  !isGroup(condition) &&
  condition.target === DEFAULT_BRANCH.target &&
  condition.attribute === DEFAULT_BRANCH.attribute &&
  'IN' in condition.comparison &&
  condition.comparison.IN.length === 1 &&
  condition.comparison.IN[0] === 'default';

const namesRefs = ({ target }: { readonly target: string }) =>
  ['Branch', 'Release'].includes(target.split('.', 1)[0] ?? '');

/** Confines a query of commits to the default branch, unless it names branches or releases itself. */
export function withDefaultBranch(query: Query): Query {
  const named = [...leavesOf(query.filters), ...query.groupBys].some(namesRefs);
  if (query.select[0] !== 'Commit' || named) return query;
  return { ...query, filters: [...query.filters, DEFAULT_BRANCH] };
}

/** Whether a query of commits has the clause. */
export const hasDefaultBranch = ({ filters }: Pick<Query, 'filters'>): boolean =>
  filters.some(isDefaultBranch);
