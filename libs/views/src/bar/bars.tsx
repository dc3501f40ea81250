import type { PlotOptions } from '@observablehq/plot';
import { useId, useMemo, type ReactNode } from 'react';
import type { MarkOf } from '../chart.tsx';
import type { Size } from '../chart-mark.ts';
import { OverlayLines, roomOf } from '../overlays/overlay-marks.tsx';
import type { Overlays } from '../overlays/overlays.ts';
import { PlotPicture, type Placement } from '../plot-picture.tsx';
import { barLayout, type BarLayout } from './bar-layout.ts';
import { barMarks, insetsOf, type BarDirection } from './bar-marks.ts';
import type { ChartModel } from './chart-model.ts';
import { Hatching } from './hatching.tsx';
import type { Segment } from './stacks.ts';
import styles from '../chart.module.css';

interface BarsProps {
  readonly model: ChartModel;
  readonly size: Size;
  readonly direction: BarDirection;
  readonly markOf: MarkOf;
  readonly isThere: (mark: number) => boolean;
  readonly overlays: Overlays;
}

/** Bars from a zero line, with what can be pointed at and chosen over them. */
export function Bars({ model, size, direction, markOf, isThere, overlays }: BarsProps): ReactNode {
  const hatch = useId();
  const top = roomOf(overlays);
  const layout = useMemo(() => barLayout(model, size, direction, top), [model, size, direction, top]);
  const options = useMemo(() => optionsOf(model, layout, hatch), [model, layout, hatch]);
  return (
    <PlotPicture options={options} size={layout.size}>
      {(x, y) => {
        const places = direction === 'horizontal' ? { along: y, values: x } : { along: x, values: y };
        return (
          <>
            <Hatching id={hatch} />
            <Slices model={model} layout={layout} along={places.along} />
            {model.segments.flatMap((segment, index) => {
              if (!isThere(index)) return [];
              const box = boxOf(model, segment, direction, places);
              return [<rect key={model.marks[index]?.id} {...markOf(index)} {...box} />];
            })}
            {direction === 'vertical' && (
              <OverlayLines
                {...overlays}
                x={(place) => x.at(Math.floor(place)) + x.band * (place % 1)}
                top={layout.margins.marginTop}
                height={layout.length}
              />
            )}
          </>
        );
      }}
    </PlotPicture>
  );
}

function optionsOf(model: ChartModel, layout: BarLayout, hatch: string): PlotOptions {
  const { direction, values, length, step, padding } = layout;
  const [least = 0, most = 1] = values.domain();
  const categories = {
    type: 'band',
    domain: model.data.categories.map((_, index) => index),
    padding,
    round: false,
    axis: null,
  } as const;
  const span = { type: 'linear', domain: [least, most], axis: null } as const;
  const unit = (most - least) / length;
  return {
    ...layout.margins,
    ...(direction === 'horizontal' ? { x: span, y: categories } : { x: categories, y: span }),
    color: { type: 'identity' },
    opacity: { type: 'identity' },
    marks: [
      ...layout.valueAxis,
      ...barMarks({ model, direction, unit, band: step * (1 - padding), hatch }),
      ...layout.labels,
    ],
  };
}

interface SlicesProps {
  readonly model: ChartModel;
  readonly layout: BarLayout;
  readonly along: Placement;
}

/** The bands around the categories, to point at between the bars. */
function Slices({ model, layout: { direction, step, slice }, along }: SlicesProps): ReactNode {
  return model.data.categories.map(({ key }, category) => (
    <rect
      key={key}
      className={styles.slice}
      data-column={category}
      {...boxIn(direction, {
        start: along.at(category) - (step - along.band) / 2,
        thickness: step,
        from: slice.start,
        length: slice.length,
      })}
    />
  ));
}

interface Places {
  readonly along: Placement;
  readonly values: Placement;
}

/** The hit area of a segment: its own rectangle, and never too thin to hit. */
function boxOf(model: ChartModel, segment: Segment, direction: BarDirection, { along, values }: Places) {
  const { before, after } = insetsOf(model, along.band, segment.series);
  const ends = [values.at(segment.from), values.at(segment.to)];
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const length = Math.max(model.config.minSegmentSize, 1, high - low);
  return boxIn(direction, {
    start: along.at(segment.category) + before,
    thickness: Math.max(1, along.band - before - after),
    from: direction === 'horizontal' ? low : high - length,
    length,
  });
}

interface Box {
  /** Along the categories. */
  readonly start: number;
  readonly thickness: number;
  /** Along the values. */
  readonly from: number;
  readonly length: number;
}

const boxIn = (direction: BarDirection, { start, thickness, from, length }: Box) =>
  direction === 'horizontal'
    ? { x: from, y: start, width: length, height: thickness }
    : { x: start, y: from, width: thickness, height: length };
