import { foldGrain } from '../passes/fold-grains.ts';
import { gatherFirst } from '../passes/gather-first.ts';
import type { Known } from '../passes/gather-first.ts';
import type { Grain, Plan } from '../plan/plan.ts';
import { needOf } from './need.ts';
import { overRollup } from './over-rollup.ts';
import type { Rollups } from './rollups.ts';

/** Gathers rows before they are joined, from a rollup where one is exact and made, else where that alone pays. */
export function gather(
  rollups: Pick<Rollups, 'find'> | null,
  version: number,
  known: Known,
): (plan: Plan) => Plan {
  const gathered = (grain: Grain): Grain => {
    const folded = foldGrain(grain, 'days');
    if (!folded?.fold) return grain;
    const need = rollups && needOf(folded, folded.fold);
    const at = need && rollups.find(need, version);
    if (at) return overRollup(folded, folded.fold, at);
    return gatherFirst(grain, known) ?? grain;
  };
  return (plan) => (plan.node === 'groups' ? { ...plan, grains: plan.grains.map(gathered) } : plan);
}
