import { scaleLinear, type ScaleLinear } from 'd3';
import type { ReactNode } from 'react';
import type { Size } from '../chart.tsx';
import { CategoryAxis, categoryRoom, namesReach, RowsAxis } from './axes.tsx';
import type { Drawing } from './drawing.ts';
import { rounded } from './value-ticks.ts';

const VALUE_AXIS = 52;
const APART = 48;

/** Where upright charts draw: the room between the axes, and the scale of values in it. */
export interface Plane {
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

/** Divides a chart into its axes and the plane between them. */
export function planeOf(drawing: Drawing, size: Size, { top, right, bare, steps }: Margins): Plane {
  const axis = drawing.config.showValueAxis ? VALUE_AXIS : bare;
  const left = Math.max(axis, namesReach(drawing.data, (size.width - axis - right) / Math.max(1, steps)));
  const width = Math.max(40, size.width - left - right);
  const step = width / Math.max(1, steps);
  const bottom = categoryRoom(drawing.data, step);
  const height = Math.max(40, size.height - top - bottom);
  const y = rounded(
    scaleLinear(drawing.extent, [height, 0]),
    drawing.config.bars === 'percent' ? undefined : drawing.data.measure?.unit,
  );
  return { left, top, bottom, width, height, step, y };
}

interface UprightProps {
  readonly drawing: Drawing;
  readonly size: Size;
  readonly plane: Plane;
  readonly place: (index: number) => number;
  readonly children: ReactNode;
}

/** The axes of a plane with what is drawn between them. */
export function Upright({ drawing, size, plane, place, children }: UprightProps): ReactNode {
  const { data, config, timezone } = drawing;
  const { left, top, bottom, width, height, step, y } = plane;
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
