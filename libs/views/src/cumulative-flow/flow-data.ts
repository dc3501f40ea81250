import type { ResultSet } from '@cairn/answer';
import type { Column } from '@cairn/contracts';
import {
  bucketStarts,
  resolveWindow,
  zoneTable,
  type BucketUnit,
  type Calendar,
  type Query,
} from '@cairn/query';
import type { ChartData } from '../chart-data.ts';
import type { Category, TimeAxisUnit } from '../category.ts';
import { formatCell } from '../format.ts';

/** The categories of a status from the bottom of the stack to its top, in the words of people. */
export const CATEGORIES = [
  ['done', 'Done'],
  ['inProgress', 'In progress'],
  ['todo', 'To do'],
  ['other', 'Other'],
] as const;

const MOST = 1_000;
const DAY_MS = 86_400_000;

export interface FlowOptions {
  readonly query: Pick<Query, 'startDate' | 'endDate' | 'duration'>;
  readonly unit: Extract<TimeAxisUnit, BucketUnit>;
  readonly timezone: string;
  readonly calendar: Calendar;
  readonly now: number;
  readonly done: boolean;
}

/** The number of issues in each category at the end of each period. */
export interface FlowData {
  readonly data: ChartData;
  /** The moment at which a period is counted: its end, or now. */
  momentOf(period: number): number;
}

const PERIOD: Omit<Column, 'dateUnit'> = { key: 'period', label: 'Period', type: 'datetime', role: 'group' };
const CATEGORY: Column = { key: 'category', label: 'Category', type: 'string', role: 'group' };
const ISSUES: Column = { key: 'issues', label: 'Issues', type: 'number', role: 'measure', reducer: 'count' };

/** Counts who had entered a category and not left it, from pairs of the periods of entering and leaving. */
export function flowData(answer: ResultSet, options: FlowOptions): FlowData {
  const { unit, timezone, calendar, now } = options;
  const pairs = pairsOf(answer, unit);
  const starts = periodsOf(pairs, options);
  const after = (at: number) => bucketStarts(at, at + 400 * DAY_MS, unit, calendar, 2)[1] ?? at;
  const ends = starts.map((at, index) => Math.min(starts[index + 1] ?? after(at), now));
  const series = CATEGORIES.filter(([key]) => options.done || key !== 'done')
    .map(([key, label]): Category => ({ key, label, value: key, partial: false }))
    .filter(({ key }) => key !== 'other' || pairs.some(({ category }) => category === 'other'));
  const counts = series.map(({ key }) => standing(pairs, key, starts));
  const column = { ...PERIOD, dateUnit: unit };
  const isCut = answer.numRows < answer.meta.total;
  const data: ChartData = {
    categories: starts.map((value, index) => ({
      key: String(value),
      label: formatCell(value, column, timezone),
      value,
      partial: index === starts.length - 1 && after(value) > now,
    })),
    series,
    categoryColumn: column,
    seriesColumn: CATEGORY,
    measure: ISSUES,
    measures: [ISSUES],
    axes: series.map(() => 0),
    change: { showChangeAs: 'percentage' },
    ends: null,
    n: () => null,
    timeUnit: unit,
    isAdditive: true,
    cuts: isCut ? ['not every change of status is counted'] : [],
    at: (period, place) => counts[place]?.[period] ?? null,
    before: () => undefined,
  };
  return { data, momentOf: (period) => ends[period] ?? now };
}

interface Pair {
  readonly category: string;
  readonly entered: number;
  /** Null while they have not left. */
  readonly left: number | null;
  readonly count: number;
}

function pairsOf(answer: ResultSet, unit: string): Pair[] {
  const keyOf = (attribute: string) => `${unit}(TimeInStatus.${attribute})`;
  const measure = answer.columns.find(({ role }) => role === 'measure')?.key ?? '';
  const numberAt = (key: string, row: number) => {
    const value = answer.get(key, row);
    return typeof value === 'number' ? value : null;
  };
  return Array.from({ length: answer.numRows }, (_, row) => {
    const entered = numberAt(keyOf('enteredAt'), row);
    if (entered === null) return [];
    const category = String(answer.get('TimeInStatus.category', row) ?? 'other');
    return [{ category, entered, left: numberAt(keyOf('leftAt'), row), count: numberAt(measure, row) ?? 0 }];
  }).flat();
}

/** The periods of the dates of a query; without a start from the first entry on. */
function periodsOf(pairs: readonly Pair[], { query, unit, calendar, now }: FlowOptions): number[] {
  const window = resolveWindow(query, now, calendar);
  const first = pairs.reduce((least, { entered }) => Math.min(least, entered), now);
  const end = Math.min(window.end ?? now, now);
  const all = bucketStarts(Math.min(window.start ?? first, end - 1), end, unit, calendar, 10_000);
  return all.slice(-MOST);
}

/** How many stand in a category at the end of each period. */
function standing(pairs: readonly Pair[], category: string, starts: readonly number[]): number[] {
  const change = new Map<number, number>();
  const add = (at: number, by: number) => change.set(at, (change.get(at) ?? 0) + by);
  for (const pair of pairs) {
    if (pair.category !== category) continue;
    add(pair.entered, pair.count);
    if (pair.left !== null) add(pair.left, -pair.count);
  }
  const moments = [...change.keys()].toSorted((a, b) => a - b);
  let [sum, next] = [0, 0];
  return starts.map((start) => {
    for (; next < moments.length && (moments[next] ?? 0) <= start; next += 1)
      sum += change.get(moments[next] ?? 0) ?? 0;
    return sum;
  });
}

/** The calendar that weeks and days of a reader follow. */
export const calendarOf = (timezone: string, firstDay: Calendar['firstDay'] = 1): Calendar => ({
  zone: zoneTable(timezone),
  firstDay,
});
