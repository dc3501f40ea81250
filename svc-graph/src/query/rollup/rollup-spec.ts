import { operandsOf } from '../plan/plan.ts';
import type { Bound, Edge, Expr, PreAggregation, Grain, PartialAggregate, Projection } from '../plan/plan.ts';
import type { EdgeColumns } from './over-edge.ts';
import { MomentUses, grainOf, commonGrain, periodOf, coversGrain } from './time-grain.ts';
import type { KeptTime, TimeGrain } from './time-grain.ts';

/**
 * What a rollup stores: counts, sums, minima and maxima of numbers, by dimensions and by periods of one
 * moment.
 */
export interface RollupSpec extends KeptTime {
  readonly table: string;
  readonly softDeletes: boolean;
  /** The moment; null without one. */
  readonly time: string | null;
  readonly dims: readonly string[];
  readonly numbers: readonly string[];
  /** The edge whose reached values separate the rows. */
  readonly edge?: EdgeColumns | undefined;
}

/** A unique key of a spec. */
export const keyOf = ({ table, time, timeGrain, zone, hours, dims, numbers, edge }: RollupSpec): string =>
  JSON.stringify([table, time, timeGrain, zone, hours, dims, numbers, edge]);

const deletedOf = (softDeletes: boolean) => (softDeletes ? ['deleted'] : []);

/** The columns that a rollup is made from, per table. */
export function columnsRead({ table, dims, numbers, time, softDeletes, edge }: RollupSpec): TableColumns[] {
  const own = [...dims, ...numbers, ...(time === null ? [] : [time]), ...deletedOf(softDeletes)];
  if (!edge) return [{ table, columns: own }];
  return [
    { table, columns: own },
    { table: 'Relation', columns: ['relation', 'fromUuid', 'toUuid'] },
    { table: edge.table, columns: [...edge.columns, ...deletedOf(edge.softDeletes)] },
  ];
}

interface TableColumns {
  readonly table: string;
  readonly columns: readonly string[];
}

/** True when a rollup of one spec can answer everything that the other asks. */
export function covers(kept: RollupSpec, asked: RollupSpec): boolean {
  return (
    kept.table === asked.table &&
    kept.softDeletes === asked.softDeletes &&
    JSON.stringify(kept.edge) === JSON.stringify(asked.edge) &&
    (asked.time === null || (kept.time === asked.time && coversPeriods(kept, asked))) &&
    includes(kept.dims, asked.dims) &&
    includes(kept.numbers, asked.numbers)
  );
}

/** True when one list contains all of another. */
export const includes = (all: readonly string[], some: readonly string[]) =>
  some.every((each) => all.includes(each));

/** True when a rollup stores periods of a zone other than UTC. */
export const isZoned = ({ time, zone, timeGrain }: RollupSpec): boolean =>
  time !== null && zone !== 'UTC' && timeGrain !== 'hour';

const coversPeriods = (kept: RollupSpec, asked: RollupSpec) =>
  kept.timeGrain === 'hour'
    ? asked.hours
    : kept.zone === asked.zone && coversGrain(kept.timeGrain, asked.timeGrain);

const PLAIN = new Set(['string', 'uuid', 'boolean', 'date', 'number']);

/** Collects what expressions read, and whether a rollup can cover it. */
class SpecBuilder {
  readonly #base: string;
  readonly dims = new Set<string>();
  readonly numbers = new Set<string>();
  readonly times = new Set<string>();
  readonly moments = new MomentUses();
  impossible = false;

  constructor(base: string) {
    this.#base = base;
  }

  #isMoment(expr: Expr): boolean {
    return expr.node === 'column' && expr.alias === this.#base && expr.type === 'datetime';
  }

  add(expr: Expr): void {
    switch (expr.node) {
      case 'column':
        if (expr.alias === this.#base) this.#column(expr);
        return;
      case 'related':
      case 'among':
      case 'element':
      // An age depends on the exact moment, which a rollup does not store.
      case 'elapsed':
        this.impossible = true;
        return;
      case 'between':
        if (this.#isMoment(expr.of)) this.#span(expr.from, expr.to);
        break;
      case 'bucket':
        if (expr.unit === 'minute') this.impossible = true;
        this.moments.read(grainOf(expr.unit, expr.firstDay), expr.zone);
        break;
      case 'clockPart':
        if (expr.part === 'minuteOfHour') this.impossible = true;
        this.moments.read(expr.part === 'hourOfDay' ? 'hour' : 'day', expr.zone);
        break;
      case 'shifted':
        this.moments.shifted('ms' in expr.by ? expr.by.ms : 0, Object.values(expr.zones));
        this.moments.cut(expr.into.start, expr.into.end);
        break;
      default:
    }
    for (const part of operandsOf(expr)) {
      if (!this.#isMoment(part)) this.add(part);
      else if (MOMENTS.has(expr.node)) this.times.add((part as Extract<Expr, { node: 'column' }>).name);
      else this.impossible = true;
    }
  }

  #column({ name, type }: Extract<Expr, { node: 'column' }>): void {
    if (PLAIN.has(type)) this.dims.add(name);
    else this.impossible = true;
  }

  #span(from: Edge | null, to: Edge | null): void {
    const at = ({ bound }: { bound: Bound }) => (typeof bound.value === 'number' ? bound.value : Number.NaN);
    // A rollup stores the start of each hour. It cannot answer a range that ends within an hour, or that
    // includes its end.
    if ((from && !from.inclusive) || to?.inclusive) this.impossible = true;
    const ends = [from, to].filter((edge) => edge !== null).map(at);
    if (ends.some(Number.isNaN)) this.impossible = true;
    else this.moments.cut(...ends);
  }

  part({ reducer, of }: PartialAggregate): void {
    if (of.node !== 'column' || of.alias !== this.#base) this.impossible = true;
    else if (reducer === 'count' && of.name === 'uuid') return;
    else if (of.type === 'number') this.numbers.add(of.name);
    else this.impossible = true;
  }
}

const MOMENTS = new Set(['between', 'bucket', 'clockPart', 'shifted']);

/** The coarsest time grain in which a grain reads one key of a pre-aggregation. */
function grainUsed(key: string, { base, groups, inputs, where }: Grain): TimeGrain {
  const uses: TimeGrain[] = [];
  const walk = (expr: Expr, within: Expr | null): void => {
    if (expr.node === 'column' && expr.alias === base.alias && expr.name === key)
      uses.push(within?.node === 'bucket' ? grainOf(within.unit, within.firstDay) : 'day');
    for (const part of operandsOf(expr)) walk(part, expr);
  };
  for (const { expr } of [...groups, ...inputs]) walk(expr, null);
  for (const expr of where) walk(expr, null);
  return uses.length > 0 ? uses.reduce(commonGrain) : 'day';
}

/**
 * Widens a key to the longest period that reads it: a day that only serves longer periods need not be stored.
 */
function widened({ name, expr }: Projection, grain: Grain): Expr {
  if (expr.node !== 'bucket' || expr.unit !== 'day') return expr;
  return { ...expr, ...periodOf(grainUsed(name, grain)) };
}

/** The spec of a rollup that covers a pre-aggregated grain; null when no rollup would be exact. */
export function rollupSpecOf(
  grain: Grain,
  preAggregation: PreAggregation,
  edge?: EdgeColumns,
): RollupSpec | null {
  const { base } = grain;
  const builder = new SpecBuilder(base.alias);
  for (const expr of [...preAggregation.where, ...preAggregation.keys.map((key) => widened(key, grain))])
    builder.add(expr);
  for (const part of preAggregation.partials) builder.part(part);
  if (builder.impossible || builder.times.size > 1) return null;
  const [time = null] = builder.times;
  const kept = builder.moments.kept();
  if (!kept) return null;
  return {
    table: base.table,
    softDeletes: base.softDeletes,
    time,
    ...kept,
    dims: [...builder.dims].toSorted(),
    numbers: [...builder.numbers].toSorted(),
    ...(edge ? { edge } : {}),
  };
}
