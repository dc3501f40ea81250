import type { Expr, PreAggregation, Grain, Hop, Join, Plan, Projection, Scan } from '../plan/plan.ts';

export type ScanRole = 'base' | 'linked' | 'many';

const roleOf = (hop: Hop): ScanRole => (hop.kind === 'link' ? 'linked' : 'many');

/** The changes that a pass makes, applied from the leaves up. */
export interface Rewrite {
  readonly expr?: (expr: Expr) => Expr;
  /** `role` is the base, a link, or a relation to many. */
  readonly scan?: (scan: Scan, role: ScanRole) => Scan;
}

const same = <T>(value: T): T => value;

/** Rewrites an expression and all its operands. */
export function rewriteExpr(expr: Expr, rewrite: Rewrite): Expr {
  const inner = (part: Expr) => rewriteExpr(part, rewrite);
  const change = rewrite.expr ?? same;
  switch (expr.node) {
    case 'column':
    case 'element':
    case 'moment':
      return change(expr);
    case 'all':
    case 'any':
      return change({ ...expr, of: expr.of.map(inner) });
    case 'related':
      return change({
        ...expr,
        hop: rewriteHop(expr.hop, rewrite),
        scan: (rewrite.scan ?? same)(expr.scan, roleOf(expr.hop)),
        where: expr.where && inner(expr.where),
      });
    case 'when':
      return change({ ...expr, of: inner(expr.of), holds: inner(expr.holds) });
    case 'shifted':
      return change({ ...expr, of: inner(expr.of), unless: inner(expr.unless) });
    case 'among':
      return change({
        ...expr,
        of: inner(expr.of),
        scan: (rewrite.scan ?? same)(expr.scan, 'base'),
        joins: expr.joins.map((join) => rewriteJoin(join, rewrite)),
        where: inner(expr.where),
      });
    default:
      return change({ ...expr, of: inner(expr.of) });
  }
}

function rewriteHop(hop: Hop, rewrite: Rewrite): Hop {
  if (hop.kind !== 'edge' || !hop.held?.at) return hop;
  return { ...hop, held: { at: rewriteExpr(hop.held.at, rewrite) } };
}

function rewriteJoin(join: Join, rewrite: Rewrite): Join {
  return join.node === 'hop'
    ? {
        ...join,
        hop: rewriteHop(join.hop, rewrite),
        scan: (rewrite.scan ?? same)(join.scan, roleOf(join.hop)),
      }
    : { ...join, of: rewriteExpr(join.of, rewrite) };
}

function projections<P extends Projection>(list: readonly P[], rewrite: Rewrite): P[] {
  return list.map((each) => ({ ...each, expr: rewriteExpr(each.expr, rewrite) }));
}

function rewritePreAggregation(preAggregation: PreAggregation, rewrite: Rewrite): PreAggregation {
  return {
    ...preAggregation,
    where: preAggregation.where.map((expr) => rewriteExpr(expr, rewrite)),
    keys: projections(preAggregation.keys, rewrite),
    partials: preAggregation.partials.map((part) => ({ ...part, of: rewriteExpr(part.of, rewrite) })),
  };
}

/** Rewrites every scan and expression of a plan. */
export function rewritePlan(plan: Plan, rewrite: Rewrite): Plan {
  const sources = <S extends Pick<Grain, 'base' | 'joins' | 'where'>>(part: S): S => ({
    ...part,
    base: (rewrite.scan ?? same)(part.base, 'base'),
    joins: part.joins.map((join) => rewriteJoin(join, rewrite)),
    where: part.where.map((expr) => rewriteExpr(expr, rewrite)),
  });
  if (plan.node === 'rows') {
    return {
      ...sources(plan),
      projections: projections(plan.projections, rewrite),
      hidden: projections(plan.hidden, rewrite),
    };
  }
  return {
    ...plan,
    grains: plan.grains.map((grain) => ({
      ...sources(grain),
      ...(grain.preAggregation
        ? { preAggregation: rewritePreAggregation(grain.preAggregation, rewrite) }
        : {}),
      identity: projections(grain.identity, rewrite),
      groups: projections(grain.groups, rewrite),
      inputs: projections(grain.inputs, rewrite),
    })),
  };
}
