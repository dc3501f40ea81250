import { aggregateEarly } from '../passes/eager-aggregation.ts';
import type { TableStatistics } from '../passes/eager-aggregation.ts';
import { preAggregate } from '../passes/pre-aggregate.ts';
import type { Grain, Pass } from '../plan/plan.ts';
import { overEdge } from './over-edge.ts';
import { readFromRollup } from './read-rollup.ts';
import { rollupSpecOf } from './rollup-spec.ts';
import type { Rollups } from './rollups.ts';

/**
 * A pass that reads grains from rollups when these are exact. Otherwise it aggregates early when that pays.
 */
export function preAggregatePlan(
  rollups: Pick<Rollups, 'find'> | null,
  version: number,
  statistics: TableStatistics,
): Pass {
  const fromRollup = (grain: Grain): Grain | null => {
    const reached = overEdge(grain);
    const grouped = preAggregate(reached?.grain ?? grain, 'days');
    if (!grouped?.preAggregation) return null;
    const spec = rollupSpecOf(grouped, grouped.preAggregation, reached?.edge);
    const rollup = spec && (rollups?.find(spec, version) ?? null);
    return rollup && readFromRollup(grouped, grouped.preAggregation, rollup);
  };
  const rewritten = (grain: Grain): Grain =>
    (rollups && fromRollup(grain)) ?? aggregateEarly(grain, statistics) ?? grain;
  return (plan) => (plan.node === 'groups' ? { ...plan, grains: plan.grains.map(rewritten) } : plan);
}
