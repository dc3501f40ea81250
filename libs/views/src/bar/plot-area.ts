import { scaleLinear, type ScaleLinear } from 'd3';
import type { Size } from '../chart-mark.ts';
import { categoryRoom, namesReach } from './axes.ts';
import type { ChartModel } from './chart-model.ts';
import { rounded } from './value-ticks.ts';

const VALUE_AXIS = 52;
const APART = 48;
const MOST_TICKS = 6;

/** The plot area of an upright chart: the room between its axes, with the scale of values. */
export interface PlotArea {
  readonly margins: {
    readonly marginLeft: number;
    readonly marginTop: number;
    readonly marginRight: number;
    readonly marginBottom: number;
  };
  readonly width: number;
  readonly height: number;
  /** Width of one category. */
  readonly step: number;
  readonly ticks: number;
  readonly values: ScaleLinear<number, number>;
}

interface Margins {
  readonly top: number;
  readonly right: number;
  /** The left margin when the values have no axis. */
  readonly bare: number;
  /** How many steps the categories make: as many as there are for bars, one less for points. */
  readonly steps: number;
}

/** The room of a second axis on the right. */
export const secondRoom = ({ second, config }: ChartModel): number =>
  second && config.showValueAxis ? VALUE_AXIS : 0;

/** Divides a chart into its axes and the area between them. */
export function plotAreaOf(model: ChartModel, size: Size, { top, right, bare, steps }: Margins): PlotArea {
  const axis = model.config.showValueAxis ? VALUE_AXIS : bare;
  const left = Math.max(axis, namesReach(model.data, (size.width - axis - right) / Math.max(1, steps)));
  const width = Math.max(40, size.width - left - right);
  const step = width / Math.max(1, steps);
  const bottom = categoryRoom(model.data, step);
  const height = Math.max(40, size.height - top - bottom);
  return {
    margins: {
      marginLeft: left,
      marginTop: top,
      marginRight: size.width - left - width,
      marginBottom: size.height - top - height,
    },
    width,
    height,
    step,
    ticks: Math.max(2, Math.min(MOST_TICKS, Math.floor(height / APART))),
    values: valueScale(model, height),
  };
}

/** The scale of values over a length in pixels; it ends near the data. */
export function valueScale(model: ChartModel, length: number): ScaleLinear<number, number> {
  const unit = model.config.bars === 'percent' ? undefined : model.data.measure?.unit;
  return rounded(scaleLinear(model.extent, [0, length]), unit);
}
