import { text, type Markish, type PlotOptions } from '@observablehq/plot';
import { useId, useMemo, type ReactNode } from 'react';
import type { MarkOf, Size } from '../chart.tsx';
import { formatShort } from '../format.ts';
import { PlotPicture, type Placement } from '../plot-picture.tsx';
import { categoryAxis, rowsAxis, zeroRow } from './axes.ts';
import { barMarks, insetsOf } from './bar-marks.ts';
import type { ChartModel } from './chart-model.ts';
import { Hatching } from './hatching.tsx';
import { OverlayMarks, roomOf } from '../overlays/overlay-marks.tsx';
import type { Overlays } from '../overlays/overlays.ts';
import { plotAreaOf, secondRoom, type PlotArea } from './plot-area.ts';
import type { Segment } from './stacks.ts';
import styles from '../chart.module.css';

interface VerticalBarsProps {
  readonly model: ChartModel;
  readonly size: Size;
  readonly markOf: MarkOf;
  readonly isThere: (mark: number) => boolean;
  readonly overlays: Overlays;
}

/** Vertical bars from a zero line, with their names or dates below. */
export function VerticalBars({ model, size, markOf, isThere, overlays }: VerticalBarsProps): ReactNode {
  const hatch = useId();
  const area = useMemo(
    () =>
      plotAreaOf(model, size, {
        top: 18 + roomOf(overlays),
        right: secondRoom(model) || 12,
        bare: 4,
        steps: model.data.categories.length,
      }),
    [model, size, overlays],
  );
  const options = useMemo(() => optionsOf(model, area, hatch), [model, area, hatch]);
  return (
    <PlotPicture options={options} size={size}>
      {(x, y) => (
        <>
          <Hatching id={hatch} />
          {model.data.categories.map(({ key }, category) => (
            <rect
              key={key}
              className={styles.slice}
              data-column={category}
              x={x.at(category) - (area.step - x.band) / 2}
              y={area.margins.marginTop}
              width={area.step}
              height={area.height}
            />
          ))}
          {model.segments.map(
            (segment, index) =>
              isThere(index) && (
                <rect key={model.marks[index]?.id} {...markOf(index)} {...boxOf(model, segment, x, y)} />
              ),
          )}
          <OverlayMarks
            {...overlays}
            x={(place) => x.at(Math.floor(place)) + x.band * (place % 1)}
            top={area.margins.marginTop}
            height={area.height}
          />
        </>
      )}
    </PlotPicture>
  );
}

function optionsOf(model: ChartModel, area: PlotArea, hatch: string): PlotOptions {
  const { data, config } = model;
  const { step, values, height } = area;
  const padding = Math.min(0.9, step < 6 ? 0.1 : config.barPadding / 100);
  const [least = 0, most = 1] = values.domain();
  const unit = (most - least) / height;
  return {
    ...area.margins,
    x: { type: 'band', domain: data.categories.map((_, index) => index), padding, round: false, axis: null },
    y: { type: 'linear', domain: [least, most], axis: null },
    color: { type: 'identity' },
    opacity: { type: 'identity' },
    marks: [
      ...rowsAxis({
        scale: values,
        percent: config.bars === 'percent',
        measure: data.measure,
        grid: config.showGrid,
        labels: config.showValueAxis,
        ticks: area.ticks,
        second: model.second,
      }),
      ...barMarks({ model, direction: 'vertical', unit, band: step * (1 - padding), hatch }),
      zeroRow(),
      ...valuesAbove(model, step),
      categoryAxis(data, step, model.timezone),
    ],
  };
}

const LEAST_STEP = 34;

/** The figures above the bars: of the only series, or of all together. */
function valuesAbove(model: ChartModel, step: number): Markish[] {
  const { data, config, segments, totals } = model;
  if (!config.values || step <= LEAST_STEP || config.bars === 'percent') return [];
  const isStack = data.series.length > 1 && config.bars === 'stack';
  if (data.series.length > 1 && !isStack) return [];
  const tops = topsOf(segments);
  const figures = [...tops].flatMap(([category, top]) => {
    const value = isStack ? totals[category] : segments.find((each) => each.category === category)?.value;
    return value === null || value === undefined ? [] : [{ category, top, value }];
  });
  return [
    text(figures, {
      x: 'category',
      y: 'top',
      text: ({ value }: { value: number }) => formatShort(value, data.measure?.unit),
      dy: -4,
      lineAnchor: 'bottom',
      fontSize: 12,
      className: styles.value ?? 'value',
    }),
  ];
}

/** Where the stack of each category ends. */
export function topsOf(segments: readonly Segment[]): ReadonlyMap<number, number> {
  const tops = new Map<number, number>();
  for (const { category, from, to } of segments)
    tops.set(category, Math.max(tops.get(category) ?? 0, from, to));
  return tops;
}

/** The hit area of a segment: its own rectangle, and never too thin to hit. */
function boxOf(model: ChartModel, segment: Segment, x: Placement, y: Placement) {
  const { before, after } = insetsOf(model, x.band, segment.series);
  const [top, bottom] = [segment.from, segment.to].map((end) => y.at(end)).toSorted((a, b) => a - b);
  const height = Math.max(model.config.minSegmentSize, 1, (bottom ?? 0) - (top ?? 0));
  return {
    x: x.at(segment.category) + before,
    y: (bottom ?? 0) - height,
    width: Math.max(1, x.band - before - after),
    height,
  };
}
