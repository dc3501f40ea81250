import type { Column } from '@cairn/contracts';
import { OTHER } from '../categories.ts';
import type { ChartData } from '../chart-data.ts';
import type { Way } from '../chart.tsx';
import type { ChartMark } from '../chart-mark.ts';
import { assignColors, colorOf as tokenOf, OTHER_COLOR } from '../palette.ts';
import type { BarConfig } from './definition.ts';
import { columnMark, markOf } from './marks.ts';
import { onOneAxis, secondAxisOf } from './second-axis.ts';
import { earlierValues, extentOf, stackUp, totalsOf, type EarlierValue, type Segment } from './stacks.ts';

/** The model from which bars, lines and areas are drawn. */
export interface ChartModel {
  readonly data: ChartData;
  readonly config: BarConfig;
  /** The categories that have a colour of their own. */
  readonly coloured: readonly string[];
  readonly segments: readonly Segment[];
  readonly marks: readonly ChartMark[];
  /** One mark for each whole category, shown and chosen between the marks of its series. */
  readonly columns: readonly ChartMark[];
  /** The sum of each category that has several series; null where values do not add up. */
  readonly totals: readonly (number | null)[];
  /** The values of the compared period, drawn behind. */
  readonly earlier: readonly EarlierValue[];
  readonly extent: [number, number];
  /** The axis of measures in another unit than the first, with what one of them is on the first axis. */
  readonly second: { readonly measure: Column; readonly factor: number } | null;
  readonly timezone: string;
  colorOf(series: number): string;
  /** The opacity of a series while another one is highlighted. */
  fadeOf(series: number): number;
  /** The mark of the same series in the category before or after; the adjacent mark where there is none. */
  neighbourOf(mark: number, by: 1 | -1, way: Way): number;
}

/** Works out the segments, their marks and colours. */
export function chartModel(
  arranged: ChartData,
  config: BarConfig,
  highlighted: string | null,
  timezone: string,
  taken?: ReadonlyMap<string, number>,
): ChartModel {
  const data = config.labels ? arranged : { ...arranged, hidesNames: true };
  const several = data.measures.length > 1;
  const isBelowZero = config.displayType === 'area' && config.bars !== 'percent' && hasNegatives(data);
  // Together these are no whole: several measures, and values that do not add up, such as medians.
  const isNoWhole = !data.isAdditive && data.series.length > 1;
  const isApart = config.displayType === 'lines' || several || isBelowZero || isNoWhole;
  const displayType = isNoWhole && !several ? displayApart(data, config) : config.displayType;
  const effective = isApart ? { ...config, displayType, bars: 'split' as const } : config;
  const own = { segments: stackUp(data, effective), earlier: earlierValues(data, effective) };
  const second = secondAxisOf(data, own.segments);
  const { segments, earlier } = onOneAxis(data, own, second?.factor ?? 1);
  const keys = data.series.map(({ key }) => key).filter((key) => key !== OTHER);
  const slots = assignColors(keys, taken);
  const colorOf = (series: number) => {
    const key = data.series[series]?.key ?? '';
    if (key === OTHER) return OTHER_COLOR;
    if (several) return tokenOf(series, data.series.length);
    // A single series takes the first colour, unless its neighbours know it by its own.
    if (!data.seriesColumn || (data.series.length === 1 && !taken?.has(key))) return 'var(--cn-chart-1)';
    return tokenOf(slots.get(key) ?? 0, taken?.size ?? keys.length);
  };
  const why = isApart && !several ? whyApart(data, config, displayType) : null;
  return {
    data: why ? { ...data, cuts: [...data.cuts, why] } : data,
    coloured: data.seriesColumn ? keys : [],
    config: effective,
    segments,
    marks: segments.map((segment) => markOf(data, segment, colorOf)),
    columns: data.categories.map((_, category) => columnMark(data, category, colorOf)),
    totals: totalsOf(data),
    earlier,
    extent: extentOf(segments, earlier),
    second,
    timezone,
    colorOf,
    fadeOf: (series) => (highlighted === null || data.series[series]?.key === highlighted ? 1 : 0.2),
    neighbourOf: (mark, by, way) => (way === 'across' ? mark + by : neighbourOf(segments, mark, by)),
  };
}

/** How values that do not add up are drawn: over time and as areas by lines, else as bars side by side. */
function displayApart({ timeUnit }: ChartData, { displayType, bars }: BarConfig): BarConfig['displayType'] {
  const isStacked = bars !== 'split';
  return displayType !== 'bars' || (timeUnit !== null && isStacked) ? 'lines' : 'bars';
}

/** Why values that were to be stacked are not. Null where they are, or were not to be. */
function whyApart(
  data: ChartData,
  { displayType, bars }: BarConfig,
  drawn: BarConfig['displayType'],
): string | null {
  if (data.series.length < 2 || displayType === 'lines' || (displayType === 'bars' && bars === 'split'))
    return null;
  if (data.isAdditive) return 'not on each other, since some values are below zero';
  const how = drawn === 'lines' ? 'as lines' : 'side by side';
  const isShared = data.measure?.overlap !== undefined;
  return isShared
    ? `${how}, since the same ${thingsOf(data)} are in several groups`
    : `${how}, since these values do not add up`;
}

const thingsOf = ({ measure }: ChartData): string => (measure?.label ?? 'things').toLowerCase();

/** Areas of values below zero would cross each other on a stack. */
const hasNegatives = (data: ChartData): boolean =>
  data.categories.some((_, category) => data.series.some((_each, at) => (data.at(category, at) ?? 0) < 0));

function neighbourOf(segments: readonly Segment[], mark: number, by: 1 | -1): number {
  const own = segments[mark];
  for (let at = mark + by; own && at >= 0 && at < segments.length; at += by) {
    const other = segments[at];
    if (other?.series === own.series && other.category !== own.category) return at;
  }
  return mark + by;
}
