import type { Column } from '@cairn/contracts';
import { bucketStarts, DATE_UNITS, NULL_MARKER, toLocal, zoneTable, type Weekday } from '@cairn/query';
import type { ResultSet, CellValue } from '@cairn/answer';
import { comparisonOf } from './change.ts';
import { formatCell } from './format.ts';

/** One value of a group: a bar, a line, a row of tiles. */
export interface Category {
  readonly key: string;
  readonly label: string;
  readonly value: CellValue;
  /** The period is not over yet, or the dates cut into it. */
  readonly partial: boolean;
}

/** Two groups at most and one measure, as charts need them. */
export interface ChartData {
  readonly categories: readonly Category[];
  readonly series: readonly Category[];
  readonly categoryColumn: Column | undefined;
  readonly seriesColumn: Column | undefined;
  readonly measure: Column | undefined;
  /** The unit of the time axis, when the categories are periods. */
  readonly timeUnit: TimeAxisUnit | null;
  /** What is not drawn, in words. */
  readonly cuts: readonly string[];
  at(category: number, series: number): number | null;
  /** The same in the compared period; undefined where nothing is compared. */
  before(category: number, series: number): number | null | undefined;
}

export type TimeAxisUnit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year';
export interface ChartOptions {
  readonly timezone: string;
  readonly firstDay?: Weekday | undefined;
  readonly now: number;
  readonly maxCategories: number;
  readonly maxSeries: number;
  readonly invert?: boolean;
}

const MONDAY = 1;
const MOST_PERIODS = 2_000;
const CLOCK_PARTS = new Set(['hourOfDay', 'dayOfWeek']);

/** Arranges an answer by its groups: periods in order and without holes, at most so many of each, the rest said. */
export function chartData(answer: ResultSet, options: ChartOptions): ChartData {
  const groups = answer.columns.filter(({ role }) => role === 'group');
  const measure = answer.columns.find(({ role }) => role === 'measure' || role === 'formula');
  const [categoryColumn, seriesColumn] = options.invert ? groups.slice(0, 2).toReversed() : groups;
  const sums = collect(answer, categoryColumn, seriesColumn, measure);
  const comparison = comparisonOf(answer, measure);
  const earlier = comparison && collect(answer, categoryColumn, seriesColumn, comparison).values;
  const timeUnit = timeUnitOf(categoryColumn);
  const all = arrange(sums.categories, categoryColumn, answer, options);
  const categories = all.slice(0, options.maxCategories);
  const rankedSeries = arrange(sums.series, seriesColumn, answer, options);
  const series = largest(rankedSeries, sums.values, options.maxSeries);
  const cellAt = (category: number, place: number) => {
    const [row, column] = [categories[category], seriesColumn ? series[place] : undefined];
    return keyOf(row?.key ?? '', column?.key ?? '');
  };
  return {
    categories,
    series: seriesColumn ? series : [{ key: '', label: measure?.label ?? '', value: null, partial: false }],
    categoryColumn,
    seriesColumn,
    measure,
    timeUnit,
    cuts: cutsOf(answer, [all, categories], [rankedSeries, series], [categoryColumn, seriesColumn]),
    at: (category, place) => sums.values.get(cellAt(category, place)) ?? null,
    before: (category, place) => earlier && (earlier.get(cellAt(category, place)) ?? null),
  };
}

interface Collected {
  readonly categories: Map<string, CellValue>;
  readonly series: Map<string, CellValue>;
  readonly values: Map<string, number | null>;
}

function collect(answer: ResultSet, category?: Column, series?: Column, measure?: Column): Collected {
  const found: Collected = { categories: new Map(), series: new Map(), values: new Map() };
  for (let row = 0; row < answer.numRows; row += 1) {
    const [first, second] = [category, series].map((column) => (column ? answer.get(column.key, row) : ''));
    const [left, right] = [textKey(first ?? null), series ? textKey(second ?? null) : ''];
    found.categories.set(left, first ?? null);
    if (series) found.series.set(right, second ?? null);
    const value = measure ? answer.get(measure.key, row) : null;
    found.values.set(keyOf(left, right), typeof value === 'number' ? value : null);
  }
  return found;
}

function textKey(value: CellValue): string {
  return value === null || value === '' ? NULL_MARKER : String(value);
}

function keyOf(category: string, series: string): string {
  return `${category}\u0000${series}`;
}

/** The unit when a column holds periods rather than parts of the clock. */
export function timeUnitOf(column: Column | undefined): TimeAxisUnit | null {
  const unit = DATE_UNITS.find((each) => each === column?.dateUnit);
  return unit && !CLOCK_PARTS.has(unit) ? (unit as TimeAxisUnit) : null;
}

function arrange(
  found: ReadonlyMap<string, CellValue>,
  column: Column | undefined,
  answer: ResultSet,
  options: ChartOptions,
): Category[] {
  if (!column) return [...found].map(([key, value]) => ({ key, label: '', value, partial: false }));
  const unit = timeUnitOf(column);
  if (unit) return periods(found, column, unit, answer, options);
  return (column.dateUnit ? clockParts(found, column.dateUnit, options.firstDay) : [...found]).map(
    ([key, value]) => ({
      key,
      label: formatCell(value, column, options.timezone),
      value,
      partial: false,
    }),
  );
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** Every part of the clock in its own order, so that a quiet hour or day is seen as one. */
function clockParts(
  found: ReadonlyMap<string, CellValue>,
  unit: string,
  firstDay: Weekday = MONDAY,
): [string, CellValue][] {
  const days = [...WEEKDAYS.slice(firstDay - 1), ...WEEKDAYS.slice(0, firstDay - 1)];
  const whole = (unit === 'hourOfDay' ? HOURS : days).map((part): [string, CellValue] => [
    textKey(part),
    part,
  ]);
  const names = new Set([...whole.map(([key]) => key), NULL_MARKER]);
  const isKnown = [...found.keys()].every((key) => names.has(key));
  if (!isKnown) return [...found].toSorted(([, a], [, b]) => Number(a) - Number(b));
  return [...whole, ...[...found].filter(([key]) => key === NULL_MARKER)];
}

/** Weeks begin on whatever day of the week the first of them begins. */
function weekdayOf(at: number, zone: Parameters<typeof toLocal>[0]): Weekday {
  return (((Math.floor(toLocal(zone, at) / 86_400_000) + 3) % 7) + 1) as Weekday;
}

/** Every period between the first and the last, so that a quiet week is seen as one. */
function periods(
  found: ReadonlyMap<string, CellValue>,
  column: Column,
  unit: TimeAxisUnit,
  answer: ResultSet,
  { timezone, now }: ChartOptions,
): Category[] {
  const known = [...found.values()].filter((value) => typeof value === 'number').toSorted((a, b) => a - b);
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return [];
  const zone = zoneTable(timezone);
  const calendar = { zone, firstDay: unit === 'week' ? weekdayOf(first, zone) : MONDAY };
  const starts = bucketStarts(first, last + 1, unit, calendar, MOST_PERIODS);
  const isRegular = known.every((at) => starts.includes(at));
  const all = isRegular ? starts : known;
  const next = bucketStarts(last, last + 800 * 86_400_000, unit, calendar, 2)[1] ?? last;
  const [from, to] = [answer.meta.start, answer.meta.end].map((end) => (end ? Date.parse(end) : null));
  return all.map((value, index) => {
    const end = all[index + 1] ?? next;
    const isCut = (from != null && value < from) || (to != null && end > to);
    return {
      key: String(value),
      label: formatCell(value, column, timezone),
      value,
      partial: end > now || isCut,
    };
  });
}

/** The largest by sum, in the order they came. */
function largest(
  series: readonly Category[],
  values: ReadonlyMap<string, number | null>,
  most: number,
): Category[] {
  if (series.length <= most) return [...series];
  const sums = new Map<string, number>();
  for (const [key, value] of values) {
    const name = key.slice(key.indexOf('\u0000') + 1);
    sums.set(name, (sums.get(name) ?? 0) + Math.abs(value ?? 0));
  }
  const sumOf = (key: string) => sums.get(key) ?? 0;
  const kept = new Set(
    series
      .map(({ key }) => key)
      // What has no value is no rival of what has one.
      .toSorted((a, b) => Number(a === NULL_MARKER) - Number(b === NULL_MARKER) || sumOf(b) - sumOf(a))
      .slice(0, most),
  );
  return series.filter(({ key }) => kept.has(key));
}

type Pair<T> = readonly [T, T];

function cutsOf(
  answer: ResultSet,
  categories: Pair<readonly Category[]>,
  series: Pair<readonly Category[]>,
  columns: Pair<Column | undefined>,
): string[] {
  const { total } = answer.meta;
  const isOneGroup = columns[1] === undefined;
  const isCut = answer.numRows < total;
  const all = isOneGroup && isCut && !timeUnitOf(columns[0]) ? total : categories[0].length;
  const undated = timeUnitOf(columns[0]) ? missingDates(answer, columns[0]) : 0;
  const allSeries = Math.max(series[0].length, answer.meta.series ?? 0);
  return [
    ...(categories[1].length < all ? [`${count(categories[1].length)} of ${count(all)} shown`] : []),
    ...(series[1].length < allSeries
      ? [
          `the ${series[1].length} largest of ${count(allSeries)} by ${(columns[1]?.label ?? '').toLowerCase()}`,
        ]
      : []),
    ...(isCut && !isOneGroup ? [`from the first ${count(answer.numRows)} of ${count(total)} groups`] : []),
    ...(undated > 0 ? ['without those that have no date'] : []),
  ];
}

function missingDates(answer: ResultSet, column: Column | undefined): number {
  let missing = 0;
  for (let row = 0; column && row < answer.numRows; row += 1) {
    if (answer.get(column.key, row) === null) missing += 1;
  }
  return missing;
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
