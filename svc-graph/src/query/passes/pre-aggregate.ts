import type {
  Aggregate,
  Expr,
  PreAggregation,
  Grain,
  Join,
  PartialAggregate,
  Projection,
} from '../plan/plan.ts';
import { operandsOf } from '../plan/plan.ts';

/** True when an expression reads only the base row. */
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
      return operandsOf(expr).every((part) => isOf(base, part));
  }
}

/** True when an expression reads the base anywhere. */
function reads(base: string, expr: Expr): boolean {
  if (expr.node === 'column') return expr.alias === base;
  if (expr.node === 'related') return expr.from === base;
  return expr.node === 'among' ? reads(base, expr.of) : operandsOf(expr).some((part) => reads(base, part));
}

const UTC = { zone: 'UTC', stretches: [] };
const SHORT = new Set(['minute', 'hour', 'day']);

/** The unit of time keys: the period itself, or the UTC days or hours that make it up. */
export type KeyUnit = 'periods' | 'days' | 'hours';

/** Collects keys and partial aggregates while it rewrites a grain to read them. */
class PreAggregator {
  readonly #base: string;
  readonly #unit: KeyUnit;
  readonly #keys = new Map<string, Projection>();
  readonly #parts = new Map<string, PartialAggregate>();

  constructor(base: string, unit: KeyUnit) {
    this.#base = base;
    this.#unit = unit;
  }

  /** Rewrites an expression to read its values from the keys. */
  lift(expr: Expr): Expr {
    if (!reads(this.#base, expr)) return expr;
    // A condition and its complement share one key.
    if (expr.node === 'not' || !isOf(this.#base, expr)) return this.#inside(expr);
    if (this.#unit === 'hours' && (expr.node === 'bucket' || expr.node === 'clockPart'))
      return { ...expr, of: this.key({ node: 'bucket', of: expr.of, unit: 'hour', zone: UTC, firstDay: 1 }) };
    if (this.#unit === 'days' && expr.node === 'bucket' && !SHORT.has(expr.unit))
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
      case 'moment':
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

  part(reducer: PartialAggregate['reducer'], of: Expr): Expr {
    const text = JSON.stringify([reducer, of]);
    const known = this.#parts.get(text);
    const name = known?.name ?? `@p${this.#parts.size}`;
    if (!known) this.#parts.set(text, { name, reducer, of });
    return this.#column(name, 'number');
  }

  #column(name: string, type: 'string' | 'number' | Extract<Expr, { node: 'column' }>['type']): Expr {
    return { node: 'column', alias: this.#base, name, type };
  }

  preAggregation(where: readonly Expr[]): PreAggregation {
    return { where, keys: [...this.#keys.values()], partials: [...this.#parts.values()] };
  }
}

interface Measured {
  readonly inputs: readonly Projection[];
  readonly aggregate: Aggregate;
}

/** Rewrites a measure to read partial aggregates; null when they do not cover it. */
function measured(aggregate: Aggregate, grain: Grain, aggregator: PreAggregator): Measured | null {
  const { name, reducer, input } = aggregate;
  const of = [...grain.identity, ...grain.inputs].find((each) => each.name === input)?.expr;
  if (!of || !isOf(grain.base.alias, of)) return null;
  const [value, count] = [`${name}v`, `${name}n`];
  if (reducer === 'countDistinct')
    return { inputs: [{ name: value, expr: aggregator.key(of) }], aggregate: { ...aggregate, input: value } };
  if (reducer === 'avg') {
    const inputs = [
      { name: value, expr: aggregator.part('sum', of) },
      { name: count, expr: aggregator.part('count', of) },
    ];
    return { inputs, aggregate: { ...aggregate, input: value, partial: { count } } };
  }
  if (reducer !== 'count' && reducer !== 'sum' && reducer !== 'min' && reducer !== 'max') return null;
  const inputs = [{ name: value, expr: aggregator.part(reducer, of) }];
  return { inputs, aggregate: { ...aggregate, input: value, partial: { count: null } } };
}

type Link = Extract<Join, { node: 'hop' }>;

function linksOf(joins: readonly Join[]): readonly Link[] | null {
  const links = joins.filter((each): each is Link => each.node === 'hop' && each.hop.kind === 'link');
  return links.length === joins.length ? links : null;
}

/**
 * The grain over pre-aggregated rows; null when joins fan out or partial aggregates do not cover a measure.
 */
export function preAggregate(grain: Grain, unit: KeyUnit): Grain | null {
  const base = grain.base.alias;
  const links = linksOf(grain.joins);
  if (grain.distinct || grain.preAggregation || !links) return null;
  const aggregator = new PreAggregator(base, unit);
  for (const { from, hop } of links)
    if (from === base && hop.kind === 'link')
      aggregator.key({ node: 'column', alias: base, name: hop.column, type: 'uuid' });
  const groups = grain.groups.map((group) => ({ ...group, expr: aggregator.lift(group.expr) }));
  const filters = new Set(grain.aggregates.flatMap((aggregate) => aggregate.filters));
  const conditions = grain.inputs
    .filter(({ name }) => filters.has(name))
    .map((each) => ({ ...each, expr: aggregator.lift(each.expr) }));
  const measures: Measured[] = [];
  for (const aggregate of grain.aggregates) {
    const measure = measured(aggregate, grain, aggregator);
    if (!measure) return null;
    measures.push(measure);
  }
  const within = grain.where.filter((expr) => isOf(base, expr));
  const around = grain.where.filter((expr) => !isOf(base, expr)).map((expr) => aggregator.lift(expr));
  return {
    ...grain,
    where: around,
    identity: [],
    groups,
    inputs: [...conditions, ...measures.flatMap(({ inputs }) => inputs)],
    aggregates: measures.map(({ aggregate }) => aggregate),
    preAggregation: aggregator.preAggregation(within),
  };
}
