import { scaleBand } from 'd3';
import { useId, type ReactNode } from 'react';
import type { MarkOf, Size } from '../chart.tsx';
import { formatShort } from '../format.ts';
import { Hatching } from './axes.tsx';
import { boxOf, type Drawing } from './drawing.ts';
import { planeOf, Upright } from './plane.tsx';

/** Bars that stand on a zero line, with their names or dates below. */
export function StandingBars({
  drawing,
  size,
  markOf,
}: {
  drawing: Drawing;
  size: Size;
  markOf: MarkOf;
}): ReactNode {
  const { data, config, segments } = drawing;
  const hatch = useId();
  const plane = planeOf(drawing, size, { top: 14, right: 12, bare: 4, steps: data.categories.length });
  const { y, width, height, step } = plane;
  const x = scaleBand(
    data.categories.map((_, index) => index),
    [0, width],
  ).padding(Math.min(0.9, step < 6 ? 0.1 : config.barPadding / 100));
  const isDirect = config.values && data.series.length === 1 && step > 34;
  const place = (index: number) => (x(index) ?? 0) + x.bandwidth() / 2;
  return (
    <Upright drawing={drawing} size={size} plane={plane} place={place}>
      <defs>
        <Hatching id={hatch} />
      </defs>
      {segments.map((segment, index) => {
        const box = boxOf(drawing, segment, y, x, 'standing');
        const shape = { ...box, rx: Math.min(config.barBorderRadius, box.width / 2, box.height / 2) };
        return (
          <g key={drawing.marks[index]?.id} {...markOf(index)} opacity={drawing.fadeOf(segment.series)}>
            {data.series.length === 1 && (
              <rect x={box.x} width={box.width} height={height} className="cn-mark__slice" />
            )}
            <rect
              {...shape}
              className="cn-mark__shape"
              fill={drawing.colorOf(segment.series)}
              stroke="var(--cn-surface)"
              strokeWidth={
                data.series.length > 1 && step > 6
                  ? Math.max(1, config.barBorderWidth)
                  : config.barBorderWidth
              }
            />
            {data.categories[segment.category]?.partial && <rect {...shape} fill={`url(#${hatch})`} />}
            {isDirect && (
              <text
                className="cn-chart__value"
                x={box.x + box.width / 2}
                y={box.y - 4}
                textAnchor="middle"
                aria-hidden
              >
                {formatShort(segment.value, data.measure?.unit)}
              </text>
            )}
          </g>
        );
      })}
    </Upright>
  );
}
