import { barX, barY, type Markish } from '@observablehq/plot';
import { group } from 'd3';
import { EARLIER_COLOR } from '../palette.ts';
import type { ChartModel } from './chart-model.ts';
import type { Segment } from './stacks.ts';

/** A segment as Plot draws it, with at least the smallest size between its ends. */
interface Drawn extends Segment {
  readonly start: number;
  readonly end: number;
}

/** The way that bars grow. */
export type BarDirection = 'horizontal' | 'vertical';

export interface BarLook {
  readonly model: ChartModel;
  readonly direction: BarDirection;
  /** Value units in a pixel. */
  readonly unit: number;
  /** The width of a band in pixels. */
  readonly band: number;
  /** Id of the pattern over a partial period. */
  readonly hatch: string;
}

/** The bars of all series: stacked on one band, or side by side in it. Partial periods are hatched. */
export function barMarks(look: BarLook): Markish[] {
  const { model, unit } = look;
  const least = Math.min(model.config.minSegmentSize, 20) * unit;
  const drawn = model.segments.map((segment): Drawn => {
    const { from, to, value } = segment;
    const isShort = value !== 0 && Math.abs(to - from) < least;
    return { ...segment, start: from, end: isShort ? from + Math.sign(to - from || 1) * least : to };
  });
  return [...(isSplit(model) ? [] : earlierBars(look)), ...layers(drawn, look)];
}

/** A layer for each series: what its bars have in common is written once for all of them. */
function layers(drawn: readonly Drawn[], look: BarLook): Markish[] {
  const bySeries = group(drawn, ({ series }) => series);
  return look.model.data.series.flatMap((_, series) => layer(bySeries.get(series) ?? [], look, series));
}

const LOOKS_OUT = 0.17;

/** Pale, wider bars behind: the values of the compared period. */
function earlierBars({ model, direction }: BarLook): Markish[] {
  if (model.earlier.length === 0) return [];
  const fill = EARLIER_COLOR;
  return direction === 'horizontal'
    ? [barX(model.earlier, { y: 'category', x: 'value', fill })]
    : [barY(model.earlier, { x: 'category', y: 'value', fill })];
}

/** Whether the series of a category stand side by side. */
export function isSplit({ config, data }: ChartModel): boolean {
  return config.bars === 'split' && data.series.length > 1;
}

/** The distances of a bar from both ends of its band. */
export function insetsOf(model: ChartModel, band: number, series: number): { before: number; after: number } {
  if (!isSplit(model)) {
    // Bars of the compared period show on both sides.
    const inset = model.earlier.length > 0 ? band * LOOKS_OUT : 0;
    return { before: inset, after: inset };
  }
  const thick = band / model.data.series.length;
  const gap = Math.min(thick - 1, (thick * model.config.barGroupSpacing) / 100) / 2;
  return { before: thick * series + gap, after: band - thick * (series + 1) + gap };
}

function layer(drawn: readonly Drawn[], look: BarLook, series: number): Markish[] {
  const { model, direction, hatch } = look;
  const { before, after } = insetsOf(model, look.band, series);
  const { config, data } = model;
  const isStack = data.series.length > 1 && !isSplit(model);
  const isParted = data.series.length > 1 && look.band > 5;
  const width = isParted ? Math.max(1, config.barBorderWidth) : config.barBorderWidth;
  const shape = {
    // Rounded segments of a stack look like beads. Without a radius no bar carries one.
    ...(isStack || config.barBorderRadius === 0
      ? {}
      : { rx: Math.min(config.barBorderRadius, look.band / 2) }),
    fillOpacity: model.fadeOf(series),
    stroke: width > 0 ? 'var(--cn-surface)' : null,
    strokeWidth: width,
  };
  const partial = drawn.filter(({ category }) => data.categories[category]?.partial);
  const fill = model.colorOf(series);
  if (direction === 'horizontal') {
    const place = { y: 'category', x1: 'start', x2: 'end', insetTop: before, insetBottom: after };
    return [barX(drawn, { ...place, ...shape, fill }), barX(partial, { ...place, fill: `url(#${hatch})` })];
  }
  const place = { x: 'category', y1: 'start', y2: 'end', insetLeft: before, insetRight: after };
  return [barY(drawn, { ...place, ...shape, fill }), barY(partial, { ...place, fill: `url(#${hatch})` })];
}
