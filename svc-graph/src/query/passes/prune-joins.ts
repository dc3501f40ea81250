import type { Expr, Grain, Join, Plan } from '../plan/plan.ts';
import { operandsOf } from '../plan/plan.ts';

function aliasesIn(exprs: readonly Expr[], found = new Set<string>()): Set<string> {
  for (const expr of exprs) {
    if (expr.node === 'column' || expr.node === 'element') found.add(expr.alias);
    aliasesIn(operandsOf(expr), found);
  }
  return found;
}

function used(joins: readonly Join[], exprs: readonly Expr[]): Join[] {
  const wanted = aliasesIn(exprs);
  // From last to first, because a later join may read an earlier one.
  return joins
    .toReversed()
    .filter((join) => {
      if (join.node === 'hop') {
        const isRead = wanted.has(join.scan.alias);
        if (isRead) wanted.add(join.from);
        return isRead;
      }
      if (wanted.has(join.alias)) aliasesIn([join.of], wanted);
      return wanted.has(join.alias);
    })
    .toReversed();
}

function pruneGrain(grain: Grain): Grain {
  const parts = [...grain.identity, ...grain.groups, ...grain.inputs].map(({ expr }) => expr);
  return { ...grain, joins: used(grain.joins, [...parts, ...grain.where]) };
}

/** Drops joins that nothing reads. They are outer joins, so no row depends on them. */
export function pruneJoins(plan: Plan): Plan {
  if (plan.node === 'groups') return { ...plan, grains: plan.grains.map(pruneGrain) };
  const parts = [...plan.projections, ...plan.hidden].map(({ expr }) => expr);
  return { ...plan, joins: used(plan.joins, [...parts, ...plan.where]) };
}
