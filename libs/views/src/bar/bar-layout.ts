import { axisY, text, type Markish, type PlotOptions } from '@observablehq/plot';
import type { ScaleLinear } from 'd3';
import type { Size } from '../chart-mark.ts';
import { cutNames } from '../cut-names.ts';
import { formatFitting, formatValue, lettersWide, truncateToWidth } from '../format.ts';
import { categoryAxis, columnsAxis, rowsAxis, zeroColumn, zeroRow, type ValueAxis } from './axes.ts';
import { isSplit, type BarDirection } from './bar-marks.ts';
import type { ChartModel } from './chart-model.ts';
import { plotAreaOf, secondRoom, valueScale } from './plot-area.ts';
import { topsOf } from './stacks.ts';
import styles from '../chart.module.css';

/** The room of the bars of a picture, with what is drawn around them. */
export interface BarLayout {
  readonly direction: BarDirection;
  readonly size: Size;
  readonly margins: Required<Pick<PlotOptions, 'marginLeft' | 'marginTop' | 'marginRight' | 'marginBottom'>>;
  readonly values: ScaleLinear<number, number>;
  /** The pixels of the value axis. */
  readonly length: number;
  /** The pixels of one category, and the share of them between its bar and the next. */
  readonly step: number;
  readonly padding: number;
  /** Where the band around a category begins and how long it is, for pointing between the bars. */
  readonly slice: { readonly start: number; readonly length: number };
  /** Grid lines and the labels of values. */
  readonly valueAxis: readonly Markish[];
  /** The zero line, the figures at the ends of the bars, and the names of the categories. */
  readonly labels: readonly Markish[];
}

/** The room of bars that grow in a direction. `top` is kept free above them. */
export const barLayout = (model: ChartModel, size: Size, direction: BarDirection, top: number): BarLayout =>
  direction === 'horizontal' ? horizontal(model, size) : vertical(model, size, top);

const LEAST_ROW = 26;
/** Few rows fill the card; their bars grow no thicker than can be compared. */
const MOST_ROW = 200;
const MOST_BAND = 96;
const CHARACTER = 7;
const MOST_TICKS = 6;
const PAD = 0.9;
/** Room for the line at zero where no names stand beside it. */
const NO_NAMES = 8;

/** Rows between their names and their values. They share the room, and scroll when there are many. */
function horizontal(model: ChartModel, size: Size): BarLayout {
  const { data, config } = model;
  const most = Math.min(28, Math.floor((size.width * 0.38) / CHARACTER));
  const characters = Math.max(
    3,
    ...data.categories.map(({ label }) => Math.min(most, Math.ceil(lettersWide(label)))),
  );
  const figures = hasFigures(model) ? figuresOf(model) : [];
  // Values at the bars make an axis redundant, and grid lines without figures say nothing.
  const hasAxis = config.showValueAxis && !(hasFigures(model) && data.series.length === 1);
  const top = hasAxis ? 20 : 4;
  const bottom = model.second && hasAxis ? 20 : 0;
  const row = rowOf(model, size.height - top - bottom - 4);
  const height = Math.max(40, top + row * data.categories.length + bottom + 2);
  const marginLeft = data.hidesNames ? NO_NAMES : characters * CHARACTER + 12;
  const length = Math.max(40, size.width - marginLeft - (hasFigures(model) ? 64 : 16));
  const values = valueScale(model, length);
  const ticks = Math.max(2, Math.min(MOST_TICKS, Math.floor(length / 80)));
  return {
    direction: 'horizontal',
    size: { width: size.width, height },
    margins: {
      marginLeft,
      marginRight: size.width - marginLeft - length,
      marginTop: top,
      marginBottom: Math.max(0, height - top - row * data.categories.length),
    },
    values,
    length,
    step: row,
    padding: Math.max(Math.min(PAD, config.barPadding / 100), 1 - MOST_BAND / row),
    slice: { start: 0, length: size.width },
    valueAxis: columnsAxis({
      ...axisOf(model, values, ticks),
      grid: config.showGrid && hasAxis,
      labels: hasAxis,
    }),
    labels: [
      zeroColumn(),
      text(figures, {
        x: 'end',
        y: 'category',
        text: ({ value }: Figure) => formatValue(value, data.measure?.unit),
        dx: 6,
        textAnchor: 'start',
        ...FIGURE,
      }),
      namesAxis(model, characters),
    ],
  };
}

/** The height of a row: its share of the room, and at least what its bars need. */
function rowOf(model: ChartModel, room: number): number {
  const { data } = model;
  const least = isSplit(model) ? Math.max(LEAST_ROW, data.series.length * 9 + 8) : LEAST_ROW;
  const share = room / Math.max(1, data.categories.length);
  return Math.max(least, Math.min(Math.max(least, MOST_ROW), share));
}

const LEAST_STEP = 34;

/** Columns from a zero line, with their names or dates below. */
function vertical(model: ChartModel, size: Size, above: number): BarLayout {
  const { data, config } = model;
  const { margins, step, values, height, ticks } = plotAreaOf(model, size, {
    top: 18 + above,
    right: secondRoom(model) || 12,
    bare: 4,
    steps: data.categories.length,
  });
  const figures = hasFigures(model) && step > LEAST_STEP ? figuresOf(model) : [];
  return {
    direction: 'vertical',
    size,
    margins,
    values,
    length: height,
    step,
    padding: Math.min(PAD, step < 6 ? 0.1 : config.barPadding / 100),
    slice: { start: margins.marginTop, length: height },
    valueAxis: rowsAxis({
      ...axisOf(model, values, ticks),
      grid: config.showGrid,
      labels: config.showValueAxis,
    }),
    labels: [
      zeroRow(),
      text(figures, {
        x: 'category',
        y: 'end',
        text: ({ value }: Figure) => formatFitting(value, data.measure?.unit, Math.floor(step / CHARACTER)),
        dy: -4,
        lineAnchor: 'bottom',
        ...FIGURE,
      }),
      categoryAxis(data, step, model.timezone),
    ],
  };
}

/** What the value axes of both directions have in common. */
const axisOf = (
  { config, data, second }: ChartModel,
  scale: ValueAxis['scale'],
  ticks: number,
): Pick<ValueAxis, 'scale' | 'percent' | 'measure' | 'ticks' | 'second'> => ({
  scale,
  percent: config.bars === 'percent',
  measure: data.measure,
  ticks,
  second,
});

function namesAxis({ data }: ChartModel, characters: number): Markish {
  if (data.hidesNames) return null;
  const labels = data.categories.map(({ label }) => label);
  const names = cutNames(labels, characters, truncateToWidth);
  return axisY(
    data.categories.map((_, index) => index),
    {
      label: null,
      tickSize: 0,
      tickPadding: 10,
      fontSize: 12,
      tickFormat: (index: number) => names[index] ?? '',
    },
  );
}

/** A figure at the end of the bars of a category. */
interface Figure {
  readonly category: number;
  readonly end: number;
  readonly value: number;
}
const FIGURE = { fontSize: 12, className: styles.value ?? 'value' };

/** Whether figures stand at the ends of the bars: of the only series, or of all together. */
const hasFigures = ({ data, config }: ChartModel): boolean =>
  config.values && (data.series.length === 1 || (config.bars === 'stack' && data.isAdditive));

function figuresOf({ data, segments, totals }: ChartModel): Figure[] {
  const own = new Map(segments.map(({ category, value }) => [category, value]));
  return [...topsOf(segments)].flatMap(([category, end]) => {
    const value = data.series.length > 1 ? totals[category] : own.get(category);
    return value === null || value === undefined ? [] : [{ category, end, value }];
  });
}
