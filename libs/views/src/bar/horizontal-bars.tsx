import { axisY, text, type Markish, type PlotOptions } from '@observablehq/plot';
import { useId, useMemo, type ReactNode } from 'react';
import type { MarkOf, Size } from '../chart.tsx';
import { formatValue, truncate } from '../format.ts';
import { PlotPicture, type Placement } from '../plot-picture.tsx';
import { columnsAxis, zeroColumn } from './axes.ts';
import { barMarks, insetsOf, isSplit } from './bar-marks.ts';
import type { ChartModel } from './chart-model.ts';
import { Hatching } from './hatching.tsx';
import { valueScale } from './plot-area.ts';
import type { Segment } from './stacks.ts';
import { topsOf } from './vertical-bars.tsx';
import styles from '../chart.module.css';

const LEAST_ROW = 26;
/** Few rows fill the card; their bars grow no thicker than can be compared. */
const MOST_ROW = 200;
const MOST_BAND = 96;
const CHARACTER = 7;
const MOST_TICKS = 6;

interface HorizontalBarsProps {
  readonly model: ChartModel;
  readonly size: Size;
  readonly markOf: MarkOf;
  readonly isThere: (mark: number) => boolean;
}

/** Horizontal bars, one row each, between their names and their values. Rows share the room, and scroll when there are many. */
export function HorizontalBars({ model, size, markOf, isThere }: HorizontalBarsProps): ReactNode {
  const hatch = useId();
  const layout = useMemo(() => layoutOf(model, size), [model, size]);
  const options = useMemo(() => optionsOf(model, layout, hatch), [model, layout, hatch]);
  return (
    <PlotPicture options={options} size={layout.size}>
      {(x, y) => (
        <>
          <Hatching id={hatch} />
          {model.data.categories.map(({ key }, category) => (
            <rect
              key={key}
              className={styles.slice}
              data-column={category}
              y={y.at(category) - (layout.row - y.band) / 2}
              width={layout.size.width}
              height={layout.row}
            />
          ))}
          {model.segments.map(
            (segment, index) =>
              isThere(index) && (
                <rect key={model.marks[index]?.id} {...markOf(index)} {...boxOf(model, segment, x, y)} />
              ),
          )}
        </>
      )}
    </PlotPicture>
  );
}

/** Whether figures stand at the ends of the bars. */
const hasValues = ({ data, config }: ChartModel) =>
  config.values && (data.series.length === 1 || (config.bars === 'stack' && data.isAdditive));

interface Layout {
  readonly size: Size;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly row: number;
  readonly characters: number;
  readonly hasAxis: boolean;
}

/** The room of names, axis and rows. */
function layoutOf(model: ChartModel, size: Size): Layout {
  const { data, config } = model;
  const most = Math.min(28, Math.floor((size.width * 0.32) / CHARACTER));
  const characters = Math.max(3, ...data.categories.map(({ label }) => Math.min(most, label.length)));
  // Values at the bars make an axis redundant, and grid lines without figures say nothing.
  const hasAxis = config.showValueAxis && !(hasValues(model) && data.series.length === 1);
  const top = hasAxis ? 20 : 4;
  const least = isSplit(model) ? Math.max(LEAST_ROW, data.series.length * 9 + 8) : LEAST_ROW;
  const bottom = model.second && hasAxis ? 20 : 0;
  const share = (size.height - top - bottom - 4) / Math.max(1, data.categories.length);
  const row = Math.max(least, Math.min(Math.max(least, MOST_ROW), share));
  return {
    size: { width: size.width, height: Math.max(40, top + row * data.categories.length + bottom + 2) },
    left: characters * CHARACTER + 12,
    top,
    right: hasValues(model) ? 64 : 16,
    row,
    characters,
    hasAxis,
  };
}

function optionsOf(model: ChartModel, layout: Layout, hatch: string): PlotOptions {
  const { data, config } = model;
  const { size, left, right, top, row, hasAxis } = layout;
  const width = Math.max(40, size.width - left - right);
  const values = valueScale(model, width);
  const [least = 0, most = 1] = values.domain();
  const padding = Math.max(Math.min(0.9, config.barPadding / 100), 1 - MOST_BAND / row);
  return {
    marginLeft: left,
    marginRight: size.width - left - width,
    marginTop: top,
    marginBottom: Math.max(0, size.height - top - row * data.categories.length),
    x: { type: 'linear', domain: [least, most], axis: null },
    y: { type: 'band', domain: data.categories.map((_, index) => index), padding, round: false, axis: null },
    color: { type: 'identity' },
    opacity: { type: 'identity' },
    marks: [
      ...columnsAxis({
        scale: values,
        percent: config.bars === 'percent',
        measure: data.measure,
        grid: config.showGrid && hasAxis,
        labels: hasAxis,
        ticks: Math.max(2, Math.min(MOST_TICKS, Math.floor(width / 80))),
        second: model.second,
      }),
      ...barMarks({
        model,
        direction: 'horizontal',
        unit: (most - least) / width,
        band: row * (1 - padding),
        hatch,
      }),
      zeroColumn(),
      ...valuesBeside(model),
      namesAxis(model, layout),
    ],
  };
}

function namesAxis({ data }: ChartModel, { characters }: Layout): Markish {
  return axisY(
    data.categories.map((_, index) => index),
    {
      label: null,
      tickSize: 0,
      tickPadding: 10,
      fontSize: 12,
      tickFormat: (index: number) => truncate(data.categories[index]?.label ?? '', characters),
    },
  );
}

/** The figures at the ends of the bars: of the only series, or of all together. */
function valuesBeside(model: ChartModel): Markish[] {
  const { data, segments, totals } = model;
  if (!hasValues(model)) return [];
  const figures = [...topsOf(segments)].flatMap(([category, end]) => {
    const own = segments.find((each) => each.category === category)?.value;
    const value = data.series.length > 1 ? totals[category] : own;
    return value === null || value === undefined ? [] : [{ category, end, value }];
  });
  return [
    text(figures, {
      x: 'end',
      y: 'category',
      text: ({ value }: { value: number }) => formatValue(value, data.measure?.unit),
      dx: 6,
      textAnchor: 'start',
      fontSize: 12,
      className: styles.value ?? 'value',
    }),
  ];
}

/** The hit area of a segment: its own rectangle, and never too thin to hit. */
function boxOf(model: ChartModel, segment: Segment, x: Placement, y: Placement) {
  const { before, after } = insetsOf(model, y.band, segment.series);
  const [start, end] = [segment.from, segment.to].map((each) => x.at(each)).toSorted((a, b) => a - b);
  const width = Math.max(model.config.minSegmentSize, 1, (end ?? 0) - (start ?? 0));
  return {
    x: start ?? 0,
    y: y.at(segment.category) + before,
    width,
    height: Math.max(1, y.band - before - after),
  };
}
