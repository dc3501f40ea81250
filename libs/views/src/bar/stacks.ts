import type { ChartData } from '../chart-data.ts';
import type { BarConfig } from './definition.ts';

/** The span of one value on the value axis. */
export interface Segment {
  readonly category: number;
  readonly series: number;
  readonly value: number;
  readonly from: number;
  readonly to: number;
  /** Part of its category's sum, when there are several. */
  readonly share: number | null;
}

/**
 * Every value as a segment: from zero when side by side, on top of each other when stacked. Among several
 * bars nothing is drawn for zero; a line goes through it.
 */
export function stackUp(
  data: ChartData,
  config: Pick<BarConfig, 'bars' | 'stackOrder' | 'displayType'>,
): Segment[] {
  const order = data.series.map((_, index) => index);
  const drawn = config.stackOrder === 'top-down' ? order.toReversed() : order;
  const segments = data.categories.flatMap((_, category) => stackOne(data, category, drawn, config.bars));
  const isCrowded = config.displayType === 'bars' && data.series.length > 1;
  return isCrowded ? segments.filter(({ value }) => value !== 0) : segments;
}

/** The sums of the categories whose values add up, where there is more than one series to be summed. */
export function totalsOf(data: ChartData): readonly (number | null)[] {
  if (!data.isAdditive || data.series.length < 2) return data.categories.map(() => null);
  return data.categories.map((_, category) =>
    data.series.reduce((sum, _series, series) => sum + (data.at(category, series) ?? 0), 0),
  );
}

function stackOne(
  data: ChartData,
  category: number,
  order: readonly number[],
  mode: BarConfig['bars'],
): Segment[] {
  const values = order
    .map((series) => ({ series, value: data.at(category, series) }))
    .filter((each): each is { series: number; value: number } => each.value !== null);
  const whole = values.reduce((sum, { value }) => sum + Math.abs(value), 0);
  let [up, down] = [0, 0];
  return values.map(({ series, value }) => {
    const part = data.series.length > 1 && whole > 0 ? Math.abs(value) / whole : null;
    // Averages are no parts of a whole, so nobody is told a share of their sum.
    const share = data.isAdditive ? part : null;
    const size = mode === 'percent' ? (part ?? (value === 0 ? 0 : 1)) : value;
    if (mode === 'split') return { category, series, value, from: 0, to: value, share };
    const from = size < 0 ? down : up;
    if (size < 0) down += size;
    else up += size;
    return { category, series, value, from, to: from + size, share };
  });
}

/** Where the stack of each category ends. */
export function topsOf(segments: readonly Segment[]): ReadonlyMap<number, number> {
  const tops = new Map<number, number>();
  for (const { category, from, to } of segments)
    tops.set(category, Math.max(tops.get(category) ?? 0, from, to));
  return tops;
}

/** The value of a category, or of one of its series, in the compared period. */
export interface EarlierValue {
  readonly category: number;
  /** Null for the sum of all series. */
  readonly series: number | null;
  readonly value: number;
}

/** The most lines that stay readable beside those of the compared period. */
const MOST_COMPARED = 3;

/**
 * The values of the compared period, drawn behind those of this one. A single series or a few lines show each their
 * own, stacks their sums. Shares, bars side by side and stacks whose values do not add up have none.
 */
export function earlierValues(
  data: ChartData,
  { bars, displayType }: Pick<BarConfig, 'bars' | 'displayType'>,
): EarlierValue[] {
  const before = (category: number, series: number) => data.before(category, series);
  if (bars === 'percent' || before(0, 0) === undefined) return [];
  const each = (series: number) =>
    data.categories.flatMap((_, category) => {
      const value = before(category, series);
      return typeof value === 'number' ? [{ category, series, value }] : [];
    });
  if (data.series.length === 1) return each(0);
  if (displayType === 'lines')
    return data.series.length > MOST_COMPARED ? [] : data.series.flatMap((_, series) => each(series));
  if (bars === 'split' || !data.isAdditive) return [];
  return data.categories.map((_, category) => ({
    category,
    series: null,
    value: data.series.reduce((sum, _series, series) => sum + (before(category, series) ?? 0), 0),
  }));
}

/** The ends of the value axis; zero is always on it. */
export function extentOf(
  segments: readonly Segment[],
  earlier: readonly EarlierValue[] = [],
): [number, number] {
  let [low, high] = [0, 0];
  const reach = (end: number) => {
    low = Math.min(low, end);
    high = Math.max(high, end);
  };
  for (const { from, to } of segments) {
    reach(from);
    reach(to);
  }
  for (const { value } of earlier) reach(value);
  return low === 0 && high === 0 ? [0, 1] : [low, high];
}
