import type { BucketUnit, ZoneTable } from '@cairn/query';
import type { Edge, Expr, PreAggregation, Grain } from '../plan/plan.ts';
import { preAggregate } from './pre-aggregate.ts';
import type { KeyUnit } from './pre-aggregate.ts';

/** What is known about tables before a query runs. */
export interface TableStatistics {
  /** How many rows a table has. */
  readonly rowsOf: (table: string) => number;
  /** How many times fewer rows an early aggregation must leave to pay. */
  readonly fewer: number;
}

/** Hours that a 16-bit number can count. */
const MOST_HOURS = 65_000;
const HOUR = 3_600_000;
/** Periods in five years, which stand for any span; longer spans also have more rows. */
const PERIODS: Readonly<Record<BucketUnit, number>> = {
  minute: Number.POSITIVE_INFINITY,
  hour: 43_830,
  day: 1_826,
  week: 261,
  month: 60,
  quarter: 20,
  year: 5,
};
/** A guess at the number of distinct texts in a grouped column. */
const TEXTS = 8;
const CLOCK = { hourOfDay: 24, minuteOfHour: 60, dayOfWeek: 7 };

type Moment = Extract<Expr, { node: 'column' }>;
type Timed = Extract<Expr, { node: 'bucket' | 'clockPart' }>;

function valuesOf(key: Expr, links: ReadonlyMap<string, number>): number {
  if (key.node === 'bucket') return PERIODS[key.unit];
  if (key.node === 'clockPart') return CLOCK[key.part];
  if (key.node === 'bin' || key.node === 'elapsed' || key.node === 'shifted') return Number.POSITIVE_INFINITY;
  if (key.node !== 'column') return 2;
  const linked = links.get(key.name);
  if (linked !== undefined) return linked;
  if (key.type === 'boolean') return 2;
  return key.type === 'string' ? TEXTS : Number.POSITIVE_INFINITY;
}

function rowsLeft({ keys }: PreAggregation, grain: Grain, { rowsOf }: TableStatistics): number {
  const links = new Map(
    grain.joins.flatMap((join) =>
      join.node === 'hop' && join.from === grain.base.alias && join.hop.kind === 'link'
        ? [[join.hop.column, rowsOf(join.scan.table)] as const]
        : [],
    ),
  );
  return keys.reduce((product, { expr }) => product * Math.max(1, valuesOf(expr, links)), 1);
}

const isTimed = (expr: Expr): expr is Timed => expr.node === 'bucket' || expr.node === 'clockPart';
const isWhole = (length: number) => !Number.isFinite(length) || length % HOUR === 0;
const isOfHours = ({ stretches }: ZoneTable) =>
  stretches.every(({ from, offset }) => isWhole(from) && isWhole(offset));
const at = (edge: Edge | null) => (typeof edge?.bound.value === 'number' ? edge.bound.value : Number.NaN);

/** True when a condition keeps a moment within a span whose hours 16 bits can count. */
function isWithinHours({ alias, name }: Moment, where: readonly Expr[]): boolean {
  return where.some(
    (each) =>
      each.node === 'between' &&
      each.of.node === 'column' &&
      each.of.alias === alias &&
      each.of.name === name &&
      at(each.to) - at(each.from) <= MOST_HOURS * HOUR,
  );
}

/** True when all groups are days or clock parts of a zone, which hours of UTC can make up. */
function isOfZone({ groups, where }: Grain): boolean {
  return groups.every(({ expr }) => {
    if (!isTimed(expr) || expr.of.node !== 'column') return false;
    const isLong =
      expr.node === 'clockPart' ? expr.part !== 'minuteOfHour' : PERIODS[expr.unit] <= PERIODS.day;
    return isLong && expr.zone.stretches.length > 1 && isOfHours(expr.zone) && isWithinHours(expr.of, where);
  });
}

/** The unit of time keys; null when early aggregation saves nothing. */
function keyUnitOf(grain: Grain): KeyUnit | null {
  if (grain.joins.length > 0) return 'periods';
  if (grain.groups.length > 0 && isOfZone(grain)) return 'hours';
  const isLong = ({ expr }: { expr: Expr }) => expr.node === 'bucket' && PERIODS[expr.unit] < PERIODS.day;
  return grain.groups.some(isLong) ? 'days' : null;
}

/** Aggregates a grain by its keys before the joins; null when that does not pay. */
export function aggregateEarly(grain: Grain, known: TableStatistics): Grain | null {
  if (grain.aggregates.some(({ reducer }) => reducer === 'countDistinct')) return null;
  const unit = keyUnitOf(grain);
  const aggregated = unit && preAggregate(grain, unit);
  if (!aggregated?.preAggregation) return null;
  const rows = rowsLeft(aggregated.preAggregation, grain, known);
  return known.rowsOf(grain.base.table) >= rows * known.fewer ? aggregated : null;
}
