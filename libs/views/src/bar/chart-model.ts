import type { ScaleBand, ScaleLinear } from 'd3';
import { OTHER } from '../categories.ts';
import { assignColors, colorOf as tokenOf, OTHER_COLOR } from '../palette.ts';
import type { ChartData } from '../chart-data.ts';
import type { ChartMark } from '../chart.tsx';
import type { BarConfig } from './definition.ts';
import { markOf } from './marks.ts';
import { extentOf, stackUp, totalsOf, type Segment } from './stacks.ts';

/** What every display of bars, lines and areas draws from. */
export interface ChartModel {
  readonly data: ChartData;
  readonly config: BarConfig;
  readonly segments: readonly Segment[];
  readonly marks: readonly ChartMark[];
  /** The sum of each category that has several series; null where values do not add up. */
  readonly totals: readonly (number | null)[];
  readonly extent: [number, number];
  readonly timezone: string;
  colorOf(series: number): string;
  /** The opacity of a series while another one is highlighted. */
  fadeOf(series: number): number;
}

/** Works out the segments, their marks and colours. */
export function chartModel(
  data: ChartData,
  config: BarConfig,
  highlighted: string | null,
  timezone: string,
  taken?: ReadonlyMap<string, number>,
): ChartModel {
  const effective = config.displayType === 'lines' ? { ...config, bars: 'split' as const } : config;
  const segments = stackUp(data, effective);
  const keys = data.series.map(({ key }) => key).filter((key) => key !== OTHER);
  const slots = assignColors(keys, taken);
  const colorOf = (series: number) => {
    const key = data.series[series]?.key ?? '';
    if (key === OTHER) return OTHER_COLOR;
    // One series needs no colour of its own to be told apart, unless its neighbours know it by one.
    if (!data.seriesColumn || (data.series.length === 1 && !taken?.has(key))) return 'var(--cn-chart-1)';
    return tokenOf(slots.get(key) ?? 0, keys.length);
  };
  return {
    data,
    config: effective,
    segments,
    marks: segments.map((segment) => markOf(data, segment, colorOf(segment.series))),
    totals: totalsOf(data),
    extent: extentOf(segments),
    timezone,
    colorOf,
    fadeOf: (series) => (highlighted === null || data.series[series]?.key === highlighted ? 1 : 0.2),
  };
}

export interface BarBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The rectangle of a segment; nothing but zero is thinner than the smallest size. */
export function boxOf(
  { data, config }: ChartModel,
  { category, series, from, to, value }: Segment,
  scale: ScaleLinear<number, number>,
  band: ScaleBand<number>,
  direction: 'horizontal' | 'vertical',
): BarBox {
  const [a, b] = [scale(Math.min(from, to)), scale(Math.max(from, to))];
  const least = value === 0 ? 0 : Math.min(config.minSegmentSize, 20);
  const length = Math.max(least, Math.abs(b - a));
  const isSplit = config.bars === 'split' && data.series.length > 1;
  const thick = isSplit ? band.bandwidth() / data.series.length : band.bandwidth();
  const gap = isSplit ? (thick * config.barGroupSpacing) / 100 : 0;
  const start = (band(category) ?? 0) + (isSplit ? thick * series : 0) + gap / 2;
  const across = Math.max(1, thick - gap);
  return direction === 'horizontal'
    ? { x: Math.min(a, b), y: start, width: length, height: across }
    : { x: start, y: Math.min(a, b) - (length - Math.abs(b - a)), width: across, height: length };
}
