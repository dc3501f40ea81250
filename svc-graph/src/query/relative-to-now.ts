import { leavesOf } from '@cairn/query';
import type { Filter, Query } from '@cairn/query';
import { withSort } from './plan/formulas.ts';
import { fieldNamed } from './plan/rows.ts';
import { fieldOf } from './plan/scope.ts';
import type { Field, Scope } from './plan/scope.ts';

export const MINUTE = 60_000;

const isRelative = ({ comparison }: Filter) => 'IN LAST' in comparison || 'NOT IN LAST' in comparison;

/** What rows are told and ordered by; where groups are asked for, orders name those. */
function shownFields(query: Query, scope: Scope): Field[] {
  const names = [...query.columns, ...withSort(query.order, query.sort).map(({ by }) => by)];
  return names.flatMap((name) => {
    try {
      return [fieldNamed(name, scope)];
    } catch {
      return [];
    }
  });
}

/** Whether what a query asks depends on when it is asked: the last days, or how old something is. */
export function speaksOfNow(query: Query, scope: Scope): boolean {
  const { filters, aggregations, groupBys } = query;
  const leaves = leavesOf([...filters, ...aggregations.flatMap((measure) => measure.filters ?? [])]);
  const named = [...groupBys, ...aggregations, ...leaves].map((each) => fieldOf(scope, each));
  return (
    leaves.some(isRelative) ||
    [...named, ...shownFields(query, scope)].some(({ attribute }) => attribute.since !== undefined)
  );
}

/**
 * The minute that an answer is of, where it changes by the minute: its window lies ahead, so that it is drawn as far
 * as now, or it speaks of now itself. Null where it holds as long as the data does.
 */
export function minuteOf(query: Query, scope: Scope, now: number): number | null {
  const isAhead = (scope.window.end ?? Number.POSITIVE_INFINITY) > now;
  return isAhead || speaksOfNow(query, scope) ? Math.ceil(now / MINUTE) : null;
}
