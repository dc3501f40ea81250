import { leavesOf } from '@cairn/query';
import type { Filter, Query } from '@cairn/query';
import { withSort } from './plan/formulas.ts';
import { fieldNamed } from './plan/rows.ts';
import { fieldOf } from './plan/scope.ts';
import type { QueryField, QueryScope } from './plan/scope.ts';

const MINUTE = 60_000;

/** The minute of a moment. Answers that depend on now are cached for one minute. */
export const minuteOf = (now: number): number => Math.ceil(now / MINUTE);

const isRelative = ({ comparison }: Filter) => 'IN LAST' in comparison || 'NOT IN LAST' in comparison;

/** The fields of columns and orders of rows; orders of groups name no fields. */
function shownFields(query: Query, scope: QueryScope): QueryField[] {
  const names = [...query.columns, ...withSort(query.order, query.sort).map(({ by }) => by)];
  return names.flatMap((name) => {
    try {
      return [fieldNamed(name, scope)];
    } catch {
      return [];
    }
  });
}

/** True when the answer depends on now: a filter on recent days, or an age. */
export function isRelativeToNow(query: Query, scope: QueryScope): boolean {
  const { filters, aggregations, groupBys } = query;
  const leaves = leavesOf([...filters, ...aggregations.flatMap((measure) => measure.filters ?? [])]);
  const named = [...groupBys, ...aggregations, ...leaves].map((each) => fieldOf(scope, each));
  return (
    leaves.some(isRelative) ||
    [...named, ...shownFields(query, scope)].some(({ attribute }) => attribute.since !== undefined)
  );
}

/**
 * The minute for which an answer is valid, when its window reaches past now or it is relative to now; else
 * null.
 */
export function validMinuteOf(query: Query, scope: QueryScope, now: number): number | null {
  const isAhead = (scope.window.end ?? Number.POSITIVE_INFINITY) > now;
  return isAhead || isRelativeToNow(query, scope) ? minuteOf(now) : null;
}
