import type { Aggregate, Expr, Fold, Grain, Join, Part, Projection } from '../plan/plan.ts';
import { partsOf } from '../plan/plan.ts';

/** Whether an expression can be told from one row of the base alone. */
function isOf(base: string, expr: Expr): boolean {
  switch (expr.node) {
    case 'column':
      return expr.alias === base;
    case 'element':
      return false;
    case 'related':
      return expr.from === base;
    case 'among':
      return isOf(base, expr.of);
    default:
      return partsOf(expr).every((part) => isOf(base, part));
  }
}

/** Whether an expression reads the base anywhere. */
function reads(base: string, expr: Expr): boolean {
  if (expr.node === 'column') return expr.alias === base;
  if (expr.node === 'related') return expr.from === base;
  return expr.node === 'among' ? reads(base, expr.of) : partsOf(expr).some((part) => reads(base, part));
}

const UTC = { zone: 'UTC', stretches: [] };
const SHORT = new Set(['minute', 'hour', 'day']);

/** What rows are gathered by where a period is asked for: itself, or the days or hours of UTC that it is made of. */
export type Grid = 'periods' | 'days' | 'hours';

/** The keys that a fold comes to need while what stands around it is rewritten to read them. */
class Folding {
  readonly #base: string;
  readonly #grid: Grid;
  readonly #keys = new Map<string, Projection>();
  readonly #parts = new Map<string, Part>();

  constructor(base: string, grid: Grid) {
    this.#base = base;
    this.#grid = grid;
  }

  /** The same value, read from the fold. */
  lift(expr: Expr): Expr {
    if (!reads(this.#base, expr)) return expr;
    // What is and what is not are one key.
    if (expr.node === 'not' || !isOf(this.#base, expr)) return this.#inside(expr);
    if (this.#grid === 'hours' && (expr.node === 'bucket' || expr.node === 'clockPart'))
      return { ...expr, of: this.key({ node: 'bucket', of: expr.of, unit: 'hour', zone: UTC, firstDay: 1 }) };
    if (this.#grid === 'days' && expr.node === 'bucket' && !SHORT.has(expr.unit))
      return { ...expr, of: this.key({ ...expr, unit: 'day' }), zone: UTC };
    return this.key(expr);
  }

  #inside(expr: Expr): Expr {
    switch (expr.node) {
      case 'all':
      case 'any':
        return { ...expr, of: expr.of.map((each) => this.lift(each)) };
      case 'shifted':
        return { ...expr, of: this.lift(expr.of), unless: this.lift(expr.unless) };
      case 'column':
      case 'element':
      case 'related':
        return expr;
      default:
        return { ...expr, of: this.lift(expr.of) };
    }
  }

  key(expr: Expr): Expr {
    const text = JSON.stringify(expr);
    const known = this.#keys.get(text);
    const name = known?.name ?? (expr.node === 'column' ? expr.name : `@k${this.#keys.size}`);
    if (!known) this.#keys.set(text, { name, expr });
    return this.#column(name, expr.node === 'column' ? expr.type : 'string');
  }

  part(reducer: Part['reducer'], of: Expr): Expr {
    const text = JSON.stringify([reducer, of]);
    const known = this.#parts.get(text);
    const name = known?.name ?? `@p${this.#parts.size}`;
    if (!known) this.#parts.set(text, { name, reducer, of });
    return this.#column(name, 'number');
  }

  #column(name: string, type: 'string' | 'number' | Extract<Expr, { node: 'column' }>['type']): Expr {
    return { node: 'column', alias: this.#base, name, type };
  }

  fold(where: readonly Expr[]): Fold {
    return { where, keys: [...this.#keys.values()], parts: [...this.#parts.values()] };
  }
}

interface Measured {
  readonly inputs: readonly Projection[];
  readonly aggregate: Aggregate;
}

/** A measure over what the fold keeps; null when it cannot be told from that. */
function measured(aggregate: Aggregate, grain: Grain, folding: Folding): Measured | null {
  const { name, reducer, input } = aggregate;
  const of = [...grain.identity, ...grain.inputs].find((each) => each.name === input)?.expr;
  if (!of || !isOf(grain.base.alias, of)) return null;
  const [value, count] = [`${name}v`, `${name}n`];
  if (reducer === 'countDistinct')
    return { inputs: [{ name: value, expr: folding.key(of) }], aggregate: { ...aggregate, input: value } };
  if (reducer === 'avg') {
    const inputs = [
      { name: value, expr: folding.part('sum', of) },
      { name: count, expr: folding.part('count', of) },
    ];
    return { inputs, aggregate: { ...aggregate, input: value, folded: { count } } };
  }
  if (reducer !== 'count' && reducer !== 'sum' && reducer !== 'min' && reducer !== 'max') return null;
  const inputs = [{ name: value, expr: folding.part(reducer, of) }];
  return { inputs, aggregate: { ...aggregate, input: value, folded: { count: null } } };
}

type Link = Extract<Join, { node: 'hop' }>;

function linksOf(joins: readonly Join[]): readonly Link[] | null {
  const links = joins.filter((each): each is Link => each.node === 'hop' && each.hop.kind === 'link');
  return links.length === joins.length ? links : null;
}

/**
 * The same grain over gathered rows, when each row belongs to one gathering and its measures can be told from what
 * is kept of them; else null.
 */
export function preAggregate(grain: Grain, grid: Grid): Grain | null {
  const base = grain.base.alias;
  const links = linksOf(grain.joins);
  if (grain.distinct || grain.fold || !links) return null;
  const folding = new Folding(base, grid);
  for (const { from, hop } of links)
    if (from === base && hop.kind === 'link')
      folding.key({ node: 'column', alias: base, name: hop.column, type: 'uuid' });
  const groups = grain.groups.map((group) => ({ ...group, expr: folding.lift(group.expr) }));
  const filters = new Set(grain.aggregates.flatMap((aggregate) => aggregate.filters));
  const conditions = grain.inputs
    .filter(({ name }) => filters.has(name))
    .map((each) => ({ ...each, expr: folding.lift(each.expr) }));
  const measures: Measured[] = [];
  for (const aggregate of grain.aggregates) {
    const measure = measured(aggregate, grain, folding);
    if (!measure) return null;
    measures.push(measure);
  }
  const within = grain.where.filter((expr) => isOf(base, expr));
  const around = grain.where.filter((expr) => !isOf(base, expr)).map((expr) => folding.lift(expr));
  return {
    ...grain,
    where: around,
    identity: [],
    groups,
    inputs: [...conditions, ...measures.flatMap(({ inputs }) => inputs)],
    aggregates: measures.map(({ aggregate }) => aggregate),
    fold: folding.fold(within),
  };
}
