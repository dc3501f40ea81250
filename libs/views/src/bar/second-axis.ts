import type { Column } from '@cairn/contracts';
import type { ChartData } from '../chart-data.ts';
import type { EarlierValue, Segment } from './stacks.ts';

/** The axis of the measures in another unit than the first, and what one of their unit is on the first axis. */
export function secondAxisOf(
  data: ChartData,
  segments: readonly Segment[],
): { readonly measure: Column; readonly factor: number } | null {
  const series = data.axes.indexOf(1);
  const measure = data.measures[series];
  if (series === -1 || !measure) return null;
  const largest = (axis: number) =>
    segments.reduce(
      (most, each) => (data.axes[each.series] === axis ? Math.max(most, Math.abs(each.value)) : most),
      0,
    );
  const [first, second] = [largest(0), largest(1)];
  return { measure, factor: first > 0 && second > 0 ? first / second : 1 };
}

interface Values {
  readonly segments: readonly Segment[];
  readonly earlier: readonly EarlierValue[];
}

/** The same values with those of the second axis in the units of the first. */
export function onOneAxis(data: ChartData, { segments, earlier }: Values, factor: number): Values {
  const scaleOf = (series: number | null) => (series !== null && data.axes[series] === 1 ? factor : 1);
  return {
    segments: segments.map((each) => {
      const scale = scaleOf(each.series);
      return scale === 1 ? each : { ...each, from: each.from * scale, to: each.to * scale };
    }),
    earlier: earlier.map((each) => ({ ...each, value: each.value * scaleOf(each.series) })),
  };
}
