import { foldGrain, pays } from '../passes/fold-grains.ts';
import type { Grain, Plan } from '../plan/plan.ts';
import { needOf } from './need.ts';
import { overRollup } from './over-rollup.ts';
import type { Rollups } from './rollups.ts';

/** Kinds of which there are few beside what links to them, however large the org. */
const FEW = new Set(['Person', 'Team', 'Repository', 'Project', 'Channel', 'Sprint']);

/** Gathers rows before they are joined, from a rollup where one is exact and made, else where that alone pays. */
export function gather(
  rollups: Pick<Rollups, 'find' | 'isScattered'> | null,
  version: number,
): (plan: Plan) => Plan {
  const gathered = (grain: Grain): Grain => {
    const folded = foldGrain(grain);
    if (!folded?.fold) return grain;
    const need = rollups && needOf(folded, folded.fold);
    const at = need && rollups.find(need, version);
    if (at) return overRollup(folded, folded.fold, at);
    if (need && rollups.isScattered(need)) return grain;
    return pays(grain, (table) => FEW.has(table)) ? folded : grain;
  };
  return (plan) => (plan.node === 'groups' ? { ...plan, grains: plan.grains.map(gathered) } : plan);
}
