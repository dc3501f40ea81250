import type { BucketUnit, ZoneTable } from '@cairn/query';
import type { Edge, Expr, Fold, Grain } from '../plan/plan.ts';
import { preAggregate } from './pre-aggregate.ts';
import type { Grid } from './pre-aggregate.ts';

/** What is known before a question is asked of how many groups its rows make. */
export interface Known {
  /** How many rows a table has. */
  readonly rowsOf: (table: string) => number;
  /** How many times fewer than rows gathered ones must be, for gathering to cost less than it saves. */
  readonly fewer: number;
}

/** Hours that can be counted by numbers of 16 bits. */
const MOST_HOURS = 65_000;
const HOUR = 3_600_000;
/** Periods of five years, which stand for whatever span rows lie in: of longer ones there are more rows as well. */
const PERIODS: Readonly<Record<BucketUnit, number>> = {
  minute: Number.POSITIVE_INFINITY,
  hour: 43_830,
  day: 1_826,
  week: 261,
  month: 60,
  quarter: 20,
  year: 5,
};
/** Different texts that a column has, where people group by it. */
const TEXTS = 8;
const CLOCK = { hourOfDay: 24, dayOfWeek: 7 };

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

function gatheredRows({ keys }: Fold, grain: Grain, { rowsOf }: Known): number {
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

/** Whether a condition keeps a moment within so many hours that their numbers stay small. */
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

/** Whether all that is asked of each row is what the clock of a zone that changes says, which hours of UTC tell. */
function isOfZone({ groups, where }: Grain): boolean {
  return groups.every(({ expr }) => {
    if (!isTimed(expr) || expr.of.node !== 'column') return false;
    const isLong = expr.node === 'clockPart' || PERIODS[expr.unit] <= PERIODS.day;
    return isLong && expr.zone.stretches.length > 1 && isOfHours(expr.zone) && isWithinHours(expr.of, where);
  });
}

/** What rows of this grain are gathered by; null where nothing is saved by that. */
function gridOf(grain: Grain): Grid | null {
  if (grain.joins.length > 0) return 'periods';
  if (grain.groups.length > 0 && isOfZone(grain)) return 'hours';
  const isLong = ({ expr }: { expr: Expr }) => expr.node === 'bucket' && PERIODS[expr.unit] < PERIODS.day;
  return grain.groups.some(isLong) ? 'days' : null;
}

/** The grain over rows that are gathered before anything is joined or reckoned from them; null where that costs more. */
export function aggregateEarly(grain: Grain, known: Known): Grain | null {
  if (grain.aggregates.some(({ reducer }) => reducer === 'countDistinct')) return null;
  const grid = gridOf(grain);
  const folded = grid && preAggregate(grain, grid);
  if (!folded?.fold) return null;
  const gathered = gatheredRows(folded.fold, grain, known);
  return known.rowsOf(grain.base.table) >= gathered * known.fewer ? folded : null;
}
