import { leavesOf } from '@cairn/query';
import type { Query, Window } from '@cairn/query';
import { planGroups } from './plan/groups.ts';
import { fieldOf, isMainMoment } from './plan/scope.ts';
import type { QueryScope } from './plan/scope.ts';
import type { ReadContext } from './read-graph.ts';
import { binWidths } from './results/bin-widths.ts';
import { runPlan } from './run-plan.ts';
import { cellOf } from './table.ts';
import type { Table } from './table.ts';

const asMs = ({ rowCount, vectors }: Table, column: number): number | null => {
  const vector = vectors[column];
  const iso = vector && rowCount > 0 ? cellOf(vector, 0) : null;
  return typeof iso === 'string' ? Date.parse(iso) : null;
};

/** A window with both ends. */
export interface Extent extends Window {
  readonly start: number;
  readonly end: number;
}

/** Reads the first and the last moment of the rows that a query selects; null without rows. */
export async function readExtent(
  query: Pick<Query, 'filters' | 'search'>,
  scope: QueryScope,
  context: ReadContext,
): Promise<Extent | null> {
  const moment = { target: scope.kind.name, attribute: scope.kind.timeAttribute };
  const aggregations = (['min', 'max'] as const).map((reducer) => ({ ...moment, reducer }));
  const { filters, search } = query;
  // The extent belongs to the window itself, without its comparison.
  const { compared: _compared, extent: _extent, ...alone } = scope;
  const plan = planGroups(
    { filters, search, groupBys: [], aggregations, order: [], limit: 1, offset: 0 },
    alone,
  );
  const table = await runPlan(plan, context);
  const [start, last] = [asMs(table, 0), asMs(table, 1)];
  return start === null || last === null ? null : { start, end: last + 1 };
}

/** Reads the first and the last moment of all rows of a kind. Everybody may know them: windows need both. */
export const readWholeExtent = (scope: QueryScope, context: ReadContext): Promise<Extent | null> =>
  readExtent({ filters: [], search: '' }, scope, { ...context, audience: null });

/** What a plan needs to know of the data: the extent of moments and the widths of bins. */
export interface DataBounds {
  readonly scope: QueryScope;
  readonly binWidths: ReadonlyMap<string, number>;
}

/**
 * Adds the data's extent to an open window when the zone has several offsets, so that the plan needs only few
 * of them.
 */
async function withExtent(query: Query, scope: QueryScope, context: ReadContext): Promise<QueryScope> {
  const { start, end } = scope.window;
  if (scope.calendar.zone.stretches.length < 2 || (start !== null && end !== null)) return scope;
  const isDated = [...query.groupBys, ...leavesOf(query.filters)].some(
    (each) => each.unit && isMainMoment(fieldOf(scope, each), scope),
  );
  const extent = isDated ? await readWholeExtent(scope, context) : null;
  return extent ? { ...scope, extent } : scope;
}

/** Reads the bounds of the data that a plan depends on. Most queries need none. */
export async function readDataBounds(
  query: Query,
  scope: QueryScope,
  context: ReadContext,
): Promise<DataBounds> {
  const bounded = await withExtent(query, scope, context);
  return { scope: bounded, binWidths: await binWidths(query, scope, context) };
}
