import { stretchAt, zoneTable } from '@cairn/query';
import type { BucketUnit, ZoneTable } from '@cairn/query';
import { partsOf } from '../plan/plan.ts';
import type { Bound, Edge, Expr, Fold, Grain, Part, Projection } from '../plan/plan.ts';

/** How finely moments are kept, the finest first: hours are those of UTC, days and months those of a zone. */
export const FINENESSES = ['hour', 'day', 'month'] as const;
export type Fineness = (typeof FINENESSES)[number];

/** Whether what is kept so finely tells what another one would. */
export const tells = (kept: Fineness, asked: Fineness): boolean =>
  FINENESSES.indexOf(kept) <= FINENESSES.indexOf(asked);

const MS = { hour: 3_600_000, day: 86_400_000 };
const UTC = 'UTC';
const isMonthStart = (instant: number) => new Date(instant).getUTCDate() === 1;
/** Periods that are made of whole months. */
const OF_MONTHS = new Set(['month', 'quarter', 'year']);

/** What a rollup must keep for a folded grain to be told from it. */
export interface Need {
  readonly table: string;
  readonly mortal: boolean;
  /** The one moment that is spoken of. */
  readonly time: string | null;
  readonly fineness: Fineness;
  /** Whose days and months; a day on which a clock changes is two. */
  readonly zone: string;
  /** Whether hours of UTC would tell it as well. */
  readonly hours: boolean;
  readonly dims: readonly string[];
  readonly numbers: readonly string[];
}

const PLAIN = new Set(['string', 'uuid', 'boolean', 'date', 'number']);

/** What expressions need, or that no rollup can have it. */
class Needs {
  readonly #base: string;
  readonly dims = new Set<string>();
  readonly numbers = new Set<string>();
  readonly times = new Set<string>();
  /** The coarsest that all that is said of the moment allows, by the calendar of UTC and by that of the zone. */
  fineness: Fineness = 'month';
  zoned: Fineness = 'month';
  readonly zones = new Set<string>();
  readonly instants: number[] = [];
  hours = true;
  impossible = false;

  constructor(base: string) {
    this.#base = base;
  }

  #isMoment(expr: Expr): boolean {
    return expr.node === 'column' && expr.alias === this.#base && expr.type === 'datetime';
  }

  #atMost(fineness: Fineness): void {
    this.fineness = finer(fineness, this.fineness);
  }

  /** Whatever moves moments must do so by whole hours, or whole days. */
  #moved(...lengths: number[]): void {
    const finite = lengths.filter(Number.isFinite);
    if (finite.some((length) => length % MS.hour !== 0)) this.hours = false;
    if (finite.some((length) => length % MS.day !== 0)) this.#atMost('hour');
    if (finite.some((length) => length !== 0)) this.#atMost('day');
  }

  #cut(...instants: number[]): void {
    this.instants.push(...instants);
    if (instants.some((instant) => instant % MS.hour !== 0)) this.hours = false;
    if (instants.some((instant) => instant % MS.day !== 0)) this.#atMost('hour');
    if (!instants.every(isMonthStart)) this.#atMost('day');
  }

  /** What is read from a calendar whose days are made so small. */
  #read(fineness: Fineness, { zone, stretches }: ZoneTable): void {
    this.zones.add(zone);
    this.#atMost(fineness);
    this.zoned = finer(fineness, this.zoned);
    this.#moved(...stretches.flatMap(({ from, offset }) => [from, offset]));
  }

  add(expr: Expr): void {
    switch (expr.node) {
      case 'column':
        if (expr.alias === this.#base) this.#column(expr);
        return;
      case 'related':
      case 'among':
      case 'element':
      // How much has grown depends on the very moment, which is not kept.
      case 'elapsed':
        this.impossible = true;
        return;
      case 'between':
        if (this.#isMoment(expr.of)) this.#span(expr.from, expr.to);
        break;
      case 'bucket':
        if (expr.unit === 'minute') this.impossible = true;
        this.#read(OF_MONTHS.has(expr.unit) ? 'month' : expr.unit === 'hour' ? 'hour' : 'day', expr.zone);
        break;
      case 'clockPart':
        this.#read(expr.part === 'hourOfDay' ? 'hour' : 'day', expr.zone);
        break;
      case 'shifted':
        // By the wall clock a day may become one that has no such hour.
        this.#read('month', expr.zone);
        this.zoned = 'hour';
        this.#moved('ms' in expr.by ? expr.by.ms : 0);
        this.#cut(expr.into.start, expr.into.end);
        break;
      default:
    }
    for (const part of partsOf(expr)) {
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
    // A kept moment is the start of its hour, so what ends within an hour or on its very start cannot be told.
    if ((from && !from.inclusive) || to?.inclusive) this.impossible = true;
    const ends = [from, to].filter((edge) => edge !== null).map(at);
    if (ends.some(Number.isNaN)) this.impossible = true;
    else this.#cut(...ends);
  }

  part({ reducer, of }: Part): void {
    if (of.node !== 'column' || of.alias !== this.#base) this.impossible = true;
    else if (reducer === 'count' && of.name === 'uuid') return;
    else if (of.type === 'number') this.numbers.add(of.name);
    else this.impossible = true;
  }
}

/** The finer of two. */
const finer = (one: Fineness, other: Fineness): Fineness => (tells(one, other) ? one : other);

/** How finely a calendar must be kept for nothing to be cut within one of its days or months. */
function cutBy(zone: string, instants: readonly number[]): Fineness {
  const table = zoneTable(zone);
  const isCut = (instant: number, isStart: (local: number) => boolean) => {
    const { from, offset } = stretchAt(table, instant);
    return instant === from || isStart(instant + offset);
  };
  const days = instants.every((instant) => isCut(instant, (local) => local % MS.day === 0));
  if (!days) return 'hour';
  return instants.every((instant) => isCut(instant, isMonthStart)) ? 'month' : 'day';
}

/** What moments are to be kept as; null when nothing that is kept tells what is said of them. */
function calendarOf({
  hours,
  fineness,
  zoned,
  zones,
  instants,
}: Needs): Pick<Need, 'fineness' | 'zone' | 'hours'> | null {
  if (hours && fineness !== 'hour') return { fineness, zone: UTC, hours };
  const [zone = UTC] = zones;
  const own = zones.size === 1 && zone !== UTC ? finer(zoned, cutBy(zone, instants)) : 'hour';
  if (own !== 'hour') return { fineness: own, zone, hours };
  return hours ? { fineness: 'hour', zone: UTC, hours } : null;
}

const MOMENTS = new Set(['between', 'bucket', 'clockPart', 'shifted']);

/** The units of the buckets that a key of the fold is put in; null for what else is done with it. */
function unitsOf(key: string, { base, groups, inputs, where }: Grain): (BucketUnit | null)[] {
  const units: (BucketUnit | null)[] = [];
  const walk = (expr: Expr, within: BucketUnit | null): void => {
    if (expr.node === 'column' && expr.alias === base.alias && expr.name === key) units.push(within);
    for (const part of partsOf(expr)) walk(part, expr.node === 'bucket' ? expr.unit : null);
  };
  for (const { expr } of [...groups, ...inputs]) walk(expr, null);
  for (const expr of where) walk(expr, null);
  return units;
}

/** Longer periods are made of days, of which a month has many: a day that only makes months need not be kept. */
function longest({ name, expr }: Projection, grain: Grain): Expr {
  if (expr.node !== 'bucket' || expr.unit !== 'day') return expr;
  const ofMonths = unitsOf(name, grain).every((unit) => unit !== null && OF_MONTHS.has(unit));
  return ofMonths ? { ...expr, unit: 'month' } : expr;
}

/** What a rollup would have to keep for this grain, which is folded; null when none could be exact. */
export function needOf(grain: Grain, fold: Fold): Need | null {
  const { base } = grain;
  const needs = new Needs(base.alias);
  for (const expr of [...fold.where, ...fold.keys.map((key) => longest(key, grain))]) needs.add(expr);
  for (const part of fold.parts) needs.part(part);
  if (needs.impossible || needs.times.size > 1) return null;
  const [time = null] = needs.times;
  const calendar = calendarOf(needs);
  if (!calendar) return null;
  return {
    table: base.table,
    mortal: base.mortal,
    time,
    ...calendar,
    dims: [...needs.dims].toSorted(),
    numbers: [...needs.numbers].toSorted(),
  };
}

/** Names of the columns in which a rollup keeps what it counted, summed and saw. */
export const KEPT = {
  rows: '@rows',
  count: (name: string) => `@count ${name}`,
  sum: (name: string) => `@sum ${name}`,
  min: (name: string) => `@min ${name}`,
  max: (name: string) => `@max ${name}`,
};

function further(part: Part): Part {
  const { reducer, of } = part;
  if (of.node !== 'column') return part;
  const name = reducer === 'count' && of.name === 'uuid' ? KEPT.rows : KEPT[reducer](of.name);
  return { ...part, reducer: reducer === 'count' ? 'sum' : reducer, of: { ...of, name, type: 'number' } };
}

/** The grain over a rollup instead of its table. */
export function overRollup(grain: Grain, fold: Fold, at: { schema: string; table: string }): Grain {
  return {
    ...grain,
    // Only living rows were rolled up.
    base: { ...grain.base, ...at, mortal: false },
    fold: { ...fold, parts: fold.parts.map(further) },
  };
}
