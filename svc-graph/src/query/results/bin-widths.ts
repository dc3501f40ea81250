import { NARROWEST_BIN, groupKey } from '@cairn/query';
import type { Query } from '@cairn/query';
import { planGroups } from '../plan/groups.ts';
import { fieldOf } from '../plan/scope.ts';
import type { QueryScope } from '../plan/scope.ts';
import { cellOf } from '../table.ts';
import type { ReadContext } from '../read-graph.ts';
import { runPlan } from '../run-plan.ts';

const ROUND = [1, 2, 2.5, 5, 10];

/**
 * The smallest round width (1, 2, 2.5 or 5 times a power of ten) at which `low` to `high` fits into `count`
 * bins.
 */
export function roundWidth(low: number, high: number, count: number): number {
  const isWhole = Number.isInteger(low) && Number.isInteger(high);
  const span = Math.max(high - low, Number.MIN_VALUE);
  const scale = 10 ** Math.floor(Math.log10(span / count));
  // Rounds off the last digit, in which a quotient of tenths may be slightly too small.
  const place = (value: number, width: number) => Math.floor(Number((value / width).toPrecision(15)));
  const fits = (width: number) => place(high, width) - place(low, width) < count;
  // The first bin may start below the lowest value. `fits` then refuses a width that would need one bin too
  // many.
  const widths = [scale, scale * 10, scale * 100].flatMap((each) => ROUND.map((round) => round * each));
  const width = widths.find((each) => Number.isFinite(each) && each > 0 && fits(each)) ?? 1;
  return Math.max(isWhole ? 1 : NARROWEST_BIN, width);
}

/** Bin widths by group key, for groups that state only a number of bins; both periods share them. */
export async function binWidths(
  query: Query,
  scope: QueryScope,
  context: ReadContext,
): Promise<Map<string, number>> {
  // Planning rejects bins of values that are not numbers.
  const counted = query.groupBys.filter(
    (each) => each.bins && 'count' in each.bins && fieldOf(scope, each).type === 'number',
  );
  const { compared, window, ...rest } = scope;
  const whole = { ...rest, window: compared ? { start: compared.start, end: window.end } : window };
  const widths = new Map<string, number>();
  for (const group of counted) {
    const { target, attribute, bins } = group;
    const aggregations = (['min', 'max'] as const).map((reducer) => ({ target, attribute, reducer }));
    const plan = planGroups(
      {
        filters: query.filters,
        search: query.search,
        groupBys: [],
        aggregations,
        order: [],
        limit: 1,
        offset: 0,
      },
      whole,
    );
    const { vectors } = await runPlan(plan, context);
    const [low, high] = vectors.map((vector) => cellOf(vector, 0));
    const count = bins && 'count' in bins ? bins.count : 1;
    const isKnown = typeof low === 'number' && typeof high === 'number';
    widths.set(groupKey(group), isKnown ? roundWidth(low, high, count) : 1);
  }
  return widths;
}
