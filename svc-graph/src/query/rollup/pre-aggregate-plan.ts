import { preAggregate } from '../passes/pre-aggregate.ts';
import { aggregateEarly } from '../passes/eager-aggregation.ts';
import type { Known } from '../passes/eager-aggregation.ts';
import type { Grain, Plan } from '../plan/plan.ts';
import { needOf } from './rollup-spec.ts';
import { besideEdge } from './over-edge.ts';
import { overRollup } from './read-rollup.ts';
import type { Rollups } from './rollups.ts';

/** Gathers rows before they are joined, from a rollup where one is exact and made, else where that alone pays. */
export function gather(
  rollups: Pick<Rollups, 'find'> | null,
  version: number,
  known: Known,
): (plan: Plan) => Plan {
  const fromRollup = (grain: Grain): Grain | null => {
    const over = besideEdge(grain);
    const folded = preAggregate(over?.grain ?? grain, 'days');
    if (!folded?.fold) return null;
    const need = needOf(folded, folded.fold, over?.beside);
    const at = need && (rollups?.find(need, version) ?? null);
    return at && overRollup(folded, folded.fold, at);
  };
  const gathered = (grain: Grain): Grain =>
    (rollups && fromRollup(grain)) ?? aggregateEarly(grain, known) ?? grain;
  return (plan) => (plan.node === 'groups' ? { ...plan, grains: plan.grains.map(gathered) } : plan);
}
