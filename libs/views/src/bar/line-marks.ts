import { areaY, lineY, type CurveName, type Markish } from '@observablehq/plot';
import type { ChartModel } from './chart-model.ts';
import type { Segment } from './stacks.ts';

const CURVES: Record<ChartModel['config']['curveType'], CurveName> = {
  linear: 'linear',
  smooth: 'monotone-x',
  step: 'step-after',
};
const PARTIAL = '1 5';

interface Point {
  readonly category: number;
  readonly from: number;
  readonly to: number;
}

/** The line of a series joins whole periods, and is dotted towards a partial one. Areas are filled. */
export function lineMarks(model: ChartModel): Markish[] {
  const { data, config, segments } = model;
  const first = data.categories.findIndex(({ partial }) => !partial);
  const last = data.categories.findLastIndex(({ partial }) => !partial);
  const isArea = config.displayType === 'area';
  const curve = CURVES[config.curveType];
  const lines = data.series.flatMap((_, series): Markish[] => {
    const points = pointsOf(data.categories.length, segments, series);
    const color = model.colorOf(series);
    const opacity = model.fadeOf(series);
    const fill = { x: 'category', y1: 'from', y2: 'to', fill: color, fillOpacity: 0.28 * opacity, curve };
    const stroke = { x: 'category', y: 'to', stroke: color, strokeOpacity: opacity, strokeWidth: 2, curve };
    const dotted = { ...stroke, strokeDasharray: PARTIAL };
    const whole = first === -1 ? [] : points.slice(first, last + 1);
    return [
      isArea ? areaY(points, fill) : null,
      lineY(whole, stroke),
      lineY(points.slice(0, first === -1 ? points.length : first + 1), dotted),
      first === -1 ? null : lineY(points.slice(last), dotted),
    ];
  });
  return [...earlierLines(model, curve), ...lines];
}

/** Thin lines behind: the values of the compared period. */
function earlierLines({ data, earlier, colorOf }: ChartModel, curve: CurveName): Markish[] {
  return [...new Set(earlier.map(({ series }) => series))].map((series) => {
    const values = new Map(
      earlier.filter((each) => each.series === series).map(({ category, value }) => [category, value]),
    );
    const points = data.categories.map((_, category) => ({
      category,
      value: values.get(category) ?? Number.NaN,
    }));
    const color = series === null || data.series.length === 1 ? 'var(--cn-text-muted)' : colorOf(series);
    const look = { stroke: color, strokeWidth: 1.25, strokeDasharray: '4 3', strokeOpacity: 0.8, curve };
    return lineY(points, { x: 'category', y: 'value', ...look });
  });
}

/** The points of a series. The line breaks where a value is missing. */
function pointsOf(count: number, segments: readonly Segment[], series: number): Point[] {
  const own = new Map(segments.filter((each) => each.series === series).map((each) => [each.category, each]));
  return Array.from({ length: count }, (_, category) => {
    const { from = Number.NaN, to = Number.NaN } = own.get(category) ?? {};
    return { category, from, to };
  });
}
