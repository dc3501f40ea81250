import { scaleLinear, type ScaleLinear } from 'd3';
import type { ReactNode } from 'react';
import type { Size } from '../chart.tsx';
import { CategoryAxis, categoryRoom, namesReach, RowsAxis } from './axes.tsx';
import type { ChartModel } from './chart-model.ts';
import { rounded } from './value-ticks.ts';

const VALUE_AXIS = 52;
const APART = 48;

/** The plot area of an upright chart: the room between its axes, with the scale of values. */
export interface PlotArea {
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
  /** Width of one category. */
  readonly step: number;
  readonly y: ScaleLinear<number, number>;
}

interface Margins {
  readonly top: number;
  readonly right: number;
  /** On the left, when the values have no axis. */
  readonly bare: number;
  /** How many steps the categories make: as many as there are for bars, one less for points. */
  readonly steps: number;
}

/** Divides a chart into its axes and the area between them. */
export function plotAreaOf(model: ChartModel, size: Size, { top, right, bare, steps }: Margins): PlotArea {
  const axis = model.config.showValueAxis ? VALUE_AXIS : bare;
  const left = Math.max(axis, namesReach(model.data, (size.width - axis - right) / Math.max(1, steps)));
  const width = Math.max(40, size.width - left - right);
  const step = width / Math.max(1, steps);
  const bottom = categoryRoom(model.data, step);
  const height = Math.max(40, size.height - top - bottom);
  const y = rounded(
    scaleLinear(model.extent, [height, 0]),
    model.config.bars === 'percent' ? undefined : model.data.measure?.unit,
  );
  return { left, top, bottom, width, height, step, y };
}

interface PlotFrameProps {
  readonly model: ChartModel;
  readonly size: Size;
  readonly area: PlotArea;
  readonly place: (index: number) => number;
  readonly children: ReactNode;
}

/** The axes of a plot, with the marks between them. */
export function PlotFrame({ model, size, area, place, children }: PlotFrameProps): ReactNode {
  const { data, config, timezone } = model;
  const { left, top, bottom, width, height, step, y } = area;
  return (
    <svg width={size.width} height={height + top + bottom} role="presentation">
      <g transform={`translate(${left},${top})`}>
        <RowsAxis
          scale={y}
          length={width}
          percent={config.bars === 'percent'}
          measure={data.measure}
          grid={config.showGrid}
          labels={config.showValueAxis}
          ticks={Math.max(2, Math.floor(height / APART))}
        />
        {children}
        <g transform={`translate(0,${height})`}>
          <CategoryAxis data={data} place={place} step={step} timezone={timezone} />
        </g>
      </g>
    </svg>
  );
}
