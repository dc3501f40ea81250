import { partsOf } from '../plan/plan.ts';
import type { Bound, Edge, Expr, Fold, Grain, Part, Projection } from '../plan/plan.ts';
import { Moments, finenessOf, finer, periodOf, tells } from './time-grain.ts';
import type { Calendar, Fineness } from './time-grain.ts';
import type { Beside } from './over-edge.ts';

/** What a rollup must keep for a folded grain to be told from it. */
export interface Need extends Calendar {
  readonly table: string;
  readonly softDeletes: boolean;
  /** The one moment that is spoken of. */
  readonly time: string | null;
  readonly dims: readonly string[];
  readonly numbers: readonly string[];
  /** What rows are told apart by that are many beside one of the base. */
  readonly beside?: Beside | undefined;
}

/** What tells one need from another. */
export const keyOf = ({ table, time, fineness, zone, hours, dims, numbers, beside }: Need): string =>
  JSON.stringify([table, time, fineness, zone, hours, dims, numbers, beside]);

/** The columns that are read for it: of its table, and of those beside. */
export function readFor({
  table,
  dims,
  numbers,
  time,
  softDeletes,
  beside,
}: Need): (readonly [string, string[]])[] {
  const deleted = (isMortal: boolean) => (isMortal ? ['deleted'] : []);
  const own = [...dims, ...numbers, ...(time === null ? [] : [time]), ...deleted(softDeletes)];
  if (!beside) return [[table, own]];
  const far = [...beside.columns, ...deleted(beside.living)];
  return [
    [table, own],
    ['Relation', ['relation', 'fromUuid', 'toUuid']],
    [beside.table, far],
  ];
}

/** Whether a rollup that keeps one thing tells the other. */
export function serves(kept: Need, asked: Need): boolean {
  return (
    kept.table === asked.table &&
    kept.softDeletes === asked.softDeletes &&
    JSON.stringify(kept.beside) === JSON.stringify(asked.beside) &&
    (asked.time === null || (kept.time === asked.time && periodsServe(kept, asked))) &&
    includes(kept.dims, asked.dims) &&
    includes(kept.numbers, asked.numbers)
  );
}

/** Whether all of some are among these. */
export const includes = (all: readonly string[], some: readonly string[]) =>
  some.every((each) => all.includes(each));

/** Whether a rollup keeps periods of another clock than that of UTC. */
export const isZoned = ({ time, zone, fineness }: Need): boolean =>
  time !== null && zone !== 'UTC' && fineness !== 'hour';

const periodsServe = (kept: Need, asked: Need) =>
  kept.fineness === 'hour' ? asked.hours : kept.zone === asked.zone && tells(kept.fineness, asked.fineness);

const PLAIN = new Set(['string', 'uuid', 'boolean', 'date', 'number']);

/** What expressions need, or that no rollup can have it. */
class Needs {
  readonly #base: string;
  readonly dims = new Set<string>();
  readonly numbers = new Set<string>();
  readonly times = new Set<string>();
  readonly moments = new Moments();
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
      // How much has grown depends on the very moment, which is not kept.
      case 'elapsed':
        this.impossible = true;
        return;
      case 'between':
        if (this.#isMoment(expr.of)) this.#span(expr.from, expr.to);
        break;
      case 'bucket':
        if (expr.unit === 'minute') this.impossible = true;
        this.moments.read(finenessOf(expr.unit, expr.firstDay), expr.zone);
        break;
      case 'clockPart':
        this.moments.read(expr.part === 'hourOfDay' ? 'hour' : 'day', expr.zone);
        break;
      case 'shifted':
        this.moments.shifted('ms' in expr.by ? expr.by.ms : 0, Object.values(expr.zones));
        this.moments.cut(expr.into.start, expr.into.end);
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
    else this.moments.cut(...ends);
  }

  part({ reducer, of }: Part): void {
    if (of.node !== 'column' || of.alias !== this.#base) this.impossible = true;
    else if (reducer === 'count' && of.name === 'uuid') return;
    else if (of.type === 'number') this.numbers.add(of.name);
    else this.impossible = true;
  }
}

const MOMENTS = new Set(['between', 'bucket', 'clockPart', 'shifted']);

/** The periods that all that stands around a fold makes of one of its keys. */
function madeOf(key: string, { base, groups, inputs, where }: Grain): Fineness {
  const uses: Fineness[] = [];
  const walk = (expr: Expr, within: Expr | null): void => {
    if (expr.node === 'column' && expr.alias === base.alias && expr.name === key)
      uses.push(within?.node === 'bucket' ? finenessOf(within.unit, within.firstDay) : 'day');
    for (const part of partsOf(expr)) walk(part, expr);
  };
  for (const { expr } of [...groups, ...inputs]) walk(expr, null);
  for (const expr of where) walk(expr, null);
  return uses.length > 0 ? uses.reduce(finer) : 'day';
}

/** What is needed of a key: a day that only makes longer periods, of which one has many, need not be kept. */
function longest({ name, expr }: Projection, grain: Grain): Expr {
  if (expr.node !== 'bucket' || expr.unit !== 'day') return expr;
  return { ...expr, ...periodOf(madeOf(name, grain)) };
}

/** What a rollup would have to keep for this grain, which is folded; null when none could be exact. */
export function needOf(grain: Grain, fold: Fold, beside?: Beside): Need | null {
  const { base } = grain;
  const needs = new Needs(base.alias);
  for (const expr of [...fold.where, ...fold.keys.map((key) => longest(key, grain))]) needs.add(expr);
  for (const part of fold.parts) needs.part(part);
  if (needs.impossible || needs.times.size > 1) return null;
  const [time = null] = needs.times;
  const calendar = needs.moments.calendar();
  if (!calendar) return null;
  return {
    table: base.table,
    softDeletes: base.softDeletes,
    time,
    ...calendar,
    dims: [...needs.dims].toSorted(),
    numbers: [...needs.numbers].toSorted(),
    ...(beside ? { beside } : {}),
  };
}
