import { leavesOf } from '@cairn/query';
import type { Query } from '@cairn/query';
import { fieldOf } from './plan/scope.ts';
import type { QueryScope } from './plan/scope.ts';

/** The kinds that a query selects, groups, filters or measures, or that it passes on the way to them. */
export function concernedKinds(
  { groupBys, aggregations, filters }: Query,
  scope: QueryScope,
): ReadonlySet<string> {
  const measured = aggregations.flatMap((measure) => [measure, ...leavesOf(measure.filters ?? [])]);
  const passed = [...groupBys, ...leavesOf(filters), ...measured].flatMap((field) =>
    fieldOf(scope, field).path.map(({ target }) => target),
  );
  return new Set([scope.kind.name, ...passed]);
}
