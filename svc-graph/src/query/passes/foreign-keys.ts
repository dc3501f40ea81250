import type { Expr, Grain, Plan } from '../plan/plan.ts';
import { rewritePlan } from './rewrite.ts';

function linksOf(plan: Plan): Map<string, Expr> {
  const parts: readonly Pick<Grain, 'joins'>[] = plan.node === 'rows' ? [plan] : plan.grains;
  const links = new Map<string, Expr>();
  for (const join of parts.flatMap(({ joins }) => joins)) {
    if (join.node !== 'hop' || join.hop.kind !== 'link') continue;
    const link: Expr = { node: 'column', alias: join.from, name: join.hop.column, type: 'uuid' };
    links.set(join.scan.alias, link);
  }
  return links;
}

/** Reads the uuid of a linked row from the link column, so that the row need not be joined. */
export function readForeignKeys(plan: Plan): Plan {
  if (plan.node === 'rows') return shorten(plan, linksOf(plan));
  // Aliases are per grain, so each grain uses its own links.
  const grains = plan.grains.flatMap((grain) => {
    const alone = shorten({ ...plan, grains: [grain] }, linksOf({ ...plan, grains: [grain] }));
    return alone.node === 'groups' ? alone.grains : [];
  });
  return { ...plan, grains };
}

function shorten(plan: Plan, links: Map<string, Expr>): Plan {
  return rewritePlan(plan, {
    expr: (expr) => (expr.node === 'column' && expr.name === 'uuid' ? (links.get(expr.alias) ?? expr) : expr),
  });
}
