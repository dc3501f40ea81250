import type { Column } from '@cairn/contracts';
import { axisX, axisY, gridX, gridY, ruleX, ruleY, type Markish } from '@observablehq/plot';
import type { ScaleLinear } from 'd3';
import type { ChartData } from '../chart-data.ts';
import { cutNames } from '../cut-names.ts';
import { formatShort, formatTick, LONG_SPAN, yearOf } from '../format.ts';
import { isCount, valueTicks } from './value-ticks.ts';

export interface ValueAxis {
  readonly scale: ScaleLinear<number, number>;
  readonly percent: boolean;
  readonly measure: Column | undefined;
  readonly grid: boolean;
  readonly labels: boolean;
  readonly ticks: number;
  /** The axis on the other side: its measure, and what one of it is on this axis. */
  readonly second?: { readonly measure: Column; readonly factor: number } | null;
}

const GRID = { stroke: 'var(--cn-chart-grid)', strokeOpacity: 1, shapeRendering: 'crispEdges' };
const ZERO = { stroke: 'var(--cn-line-strong)', shapeRendering: 'crispEdges' };
const PLAIN = { label: null, tickSize: 0, fontSize: 12 };

function ticksOf({ scale, ticks, percent, measure }: ValueAxis): number[] {
  return percent
    ? valueTicks(scale, ticks, undefined)
    : valueTicks(scale, ticks, measure?.unit, isCount(measure));
}

const textOf = (tick: number, { percent, measure }: ValueAxis) =>
  percent ? `${Math.round(tick * 100)}%` : formatShort(tick, measure?.unit);

/** Light horizontal grid lines with their values on the left. `zeroRow` draws the line at zero. */
export function rowsAxis(axis: ValueAxis): Markish[] {
  const ticks = ticksOf(axis);
  const tickFormat = (tick: number) => textOf(tick, axis);
  return [
    axis.grid ? gridY(ticks, GRID) : null,
    axis.labels ? axisY(ticks, { ...PLAIN, tickFormat, tickPadding: 8 }) : null,
    axis.labels && axis.second
      ? axisY(secondTicks(axis), { ...PLAIN, ...secondFormat(axis), anchor: 'right', tickPadding: 8 })
      : null,
  ];
}

/** Round values of the second axis, where they lie on the first. */
function secondTicks({ scale, ticks, second }: ValueAxis): number[] {
  if (!second) return [];
  const { measure, factor } = second;
  const own = scale.copy().domain(scale.domain().map((end) => end / factor));
  return valueTicks(own, ticks, measure.unit, isCount(measure)).map((tick) => tick * factor);
}

const secondFormat = ({ second }: ValueAxis) => ({
  tickFormat: (tick: number) =>
    second ? formatShort(Number((tick / second.factor).toPrecision(12)), second.measure.unit) : '',
});

/** The same for horizontal bars: vertical grid lines with their values above. */
export function columnsAxis(axis: ValueAxis): Markish[] {
  const ticks = ticksOf(axis);
  const tickFormat = (tick: number) => textOf(tick, axis);
  return [
    axis.grid ? gridX(ticks, GRID) : null,
    axis.labels ? axisX(ticks, { ...PLAIN, anchor: 'top', tickFormat, tickPadding: 4 }) : null,
    axis.labels && axis.second
      ? axisX(secondTicks(axis), { ...PLAIN, ...secondFormat(axis), anchor: 'bottom', tickPadding: 4 })
      : null,
  ];
}

export const zeroRow = (): Markish => ruleY([0], ZERO);
export const zeroColumn = (): Markish => ruleX([0], ZERO);

/** Whether labels may be left out because the reader can count on: periods and hours. */
function runsEvenly(data: ChartData): boolean {
  return (
    data.timeUnit !== null || ['hourOfDay', 'minuteOfHour'].includes(data.categoryColumn?.dateUnit ?? '')
  );
}

const CHARACTER = 6.6;
/** The most characters of a leaning name. */
const LEANING = 16;
/** How far to the left of its end a character of a leaning name reaches. */
const LEANING_CHARACTER = 6;

/** How category names stand: on one line, on two, or leaning where they would collide. */
type Stance = 'level' | 'wrapped' | 'leaning';

function stanceOf(data: ChartData, step: number): Stance {
  if (runsEvenly(data)) return 'level';
  const fits = (text: string) => Math.min(text.length, 30) * CHARACTER <= step - 6;
  if (data.categories.every(({ label }) => fits(label))) return 'level';
  return data.categories.every(({ label }) => linesOf(label).every(fits)) ? 'wrapped' : 'leaning';
}

/** A name on two lines, parted near its middle where it has a gap. */
function linesOf(label: string): string[] {
  const gaps = [...label.matchAll(/[ \-_/]/g)].map(({ index }) => index + 1);
  const middle = label.length / 2;
  const [at] = gaps.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  return at === undefined ? [label] : [label.slice(0, at).trimEnd(), label.slice(at)];
}

/** How far leaning names reach out on the left of the first category, so that none of them is cut off. */
export function namesReach(data: ChartData, step: number): number {
  if (data.hidesNames || stanceOf(data, step) !== 'leaning') return 0;
  const reach = data.categories.map(
    ({ label }, index) => Math.min(LEANING, label.length) * LEANING_CHARACTER + 4 - index * step,
  );
  return Math.ceil(Math.max(0, ...reach));
}

/** Room for the line at zero where no names stand beneath it. */
const NO_NAMES = 6;

/** How much room the labels of `categoryAxis` take. */
export function categoryRoom(data: ChartData, step: number): number {
  if (data.hidesNames) return NO_NAMES;
  const stance = stanceOf(data, step);
  if (stance === 'level') return crossesYears(data) ? 38 : 24;
  if (stance === 'wrapped') return 38;
  const longest = Math.max(0, ...data.categories.map(({ label }) => Math.min(LEANING, label.length)));
  return 20 + longest * 4;
}

/** Labels under the categories: about every 80 pixels for periods, on two lines or leaning where they would collide. */
export function categoryAxis(data: ChartData, step: number, timezone: string): Markish {
  if (data.hidesNames) return null;
  const apart = data.timeUnit ? 84 : runsEvenly(data) ? 46 : 14;
  const every = Math.max(1, Math.ceil(apart / step));
  const stance = stanceOf(data, step);
  const shown = data.categories.flatMap((_, index) => (index % every === 0 ? [index] : []));
  const names = nameCategories(data, stance);
  const labels = new Map(
    shown.map((index, at) => [index, names?.[index] ?? writeDate(data, index, shown[at - 1], timezone)]),
  );
  return axisX(shown, {
    ...PLAIN,
    anchor: 'bottom',
    tickPadding: 8,
    tickFormat: (index: number) => labels.get(index) ?? '',
    ...(stance === 'leaning' ? { tickRotate: -35, tickPadding: 6 } : {}),
  });
}

const SHOWS_YEAR = new Set(['month', 'quarter', 'year']);

/** Whether the dates of an axis span several years, which its ticks do not show by themselves. */
function crossesYears({ timeUnit, categories }: ChartData): boolean {
  const [first, last] = [categories[0]?.value, categories.at(-1)?.value];
  if (!timeUnit || SHOWS_YEAR.has(timeUnit) || typeof first !== 'number' || typeof last !== 'number')
    return false;
  if (last - first > LONG_SPAN) return false;
  return yearOf(first, 'UTC') !== yearOf(last, 'UTC');
}

/** The names of categories as they stand; null where categories are periods. */
function nameCategories(data: ChartData, stance: Stance): string[] | null {
  if (data.timeUnit) return null;
  const labels = data.categories.map(({ label }) => label);
  if (stance === 'wrapped') return labels.map((label) => linesOf(label).join('\n'));
  return cutNames(labels, stance === 'leaning' ? LEANING : 30);
}

function writeDate(data: ChartData, index: number, before: number | undefined, timezone: string): string {
  const { label, value } = data.categories[index] ?? { label: '', value: null };
  if (!data.timeUnit || typeof value !== 'number') return label;
  const [first, last] = [data.categories[0]?.value, data.categories.at(-1)?.value];
  const tick = formatTick(value, data.timeUnit, timezone, Number(last) - Number(first));
  if (!crossesYears(data)) return tick;
  const earlier = before === undefined ? undefined : data.categories[before]?.value;
  const isNewYear = typeof earlier !== 'number' || yearOf(earlier, timezone) !== yearOf(value, timezone);
  return isNewYear ? `${tick}\n${yearOf(value, timezone)}` : tick;
}
