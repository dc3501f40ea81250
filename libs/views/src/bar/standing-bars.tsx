import { scaleBand, scaleLinear } from 'd3';
import { useId, type ReactNode } from 'react';
import type { MarkOf, Size } from '../chart.tsx';
import { formatShort } from '../format.ts';
import { CategoryAxis, categoryRoom, Hatching, RowsAxis } from './axes.tsx';
import { boxOf, type Drawing } from './drawing.ts';

const LEFT = 52;
const TOP = 14;

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
  const { data, config, segments, extent } = drawing;
  const hatch = useId();
  const left = config.showValueAxis ? LEFT : 4;
  const width = Math.max(40, size.width - left - 12);
  const step = width / Math.max(1, data.categories.length);
  const bottom = categoryRoom(data, step);
  const height = Math.max(40, size.height - TOP - bottom);
  const x = scaleBand(
    data.categories.map((_, index) => index),
    [0, width],
  ).padding(Math.min(0.9, step < 6 ? 0.1 : config.barPadding / 100));
  const y = scaleLinear(extent, [height, 0]).nice(5);
  const isDirect = config.values && data.series.length === 1 && step > 34;
  return (
    <svg width={size.width} height={height + TOP + bottom} role="presentation">
      <defs>
        <Hatching id={hatch} />
      </defs>
      <g transform={`translate(${left},${TOP})`}>
        <RowsAxis
          scale={y}
          length={width}
          percent={config.bars === 'percent'}
          unit={data.measure?.unit}
          grid={config.showGrid}
          labels={config.showValueAxis}
          ticks={Math.max(2, Math.floor(height / 48))}
        />
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
        <g transform={`translate(0,${height})`}>
          <CategoryAxis
            data={data}
            place={(index) => (x(index) ?? 0) + x.bandwidth() / 2}
            step={step}
            timezone={drawing.timezone}
          />
        </g>
      </g>
    </svg>
  );
}
