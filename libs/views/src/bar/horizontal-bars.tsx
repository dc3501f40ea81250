import { scaleBand, scaleLinear } from 'd3';
import { useId, type ReactNode } from 'react';
import type { ChartMark, MarkOf, Size } from '../chart.tsx';
import { formatValue, truncate } from '../format.ts';
import { ColumnsAxis, Hatching } from './axes.tsx';
import { boxOf, type ChartModel } from './chart-model.ts';
import type { Segment } from './stacks.ts';
import { rounded } from './value-ticks.ts';
import styles from '../chart.module.css';

const ROW = 26;

/** Bars that lie, one row each with its name before and its value behind it; scrolls when there are many. */
export function HorizontalBars({
  model,
  size,
  markOf,
}: {
  model: ChartModel;
  size: Size;
  markOf: MarkOf;
}): ReactNode {
  const { data, config, segments, extent } = model;
  const hatch = useId();
  const characters = Math.min(28, Math.floor((size.width * 0.32) / 7));
  const longest = Math.max(3, ...data.categories.map(({ label }) => Math.min(characters, label.length)));
  const left = longest * 7 + 12;
  const isSplit = config.bars === 'split' && data.series.length > 1;
  const row = isSplit ? Math.max(ROW, data.series.length * 12 + 8) : ROW;
  // Figures at the bars say it already, and lines without figures say nothing.
  const hasAxis = config.showValueAxis && !(config.values && data.series.length === 1);
  const top = hasAxis ? 20 : 4;
  const height = top + row * data.categories.length;
  const right = config.values && data.series.length === 1 ? 64 : 16;
  const x = rounded(
    scaleLinear(extent, [0, Math.max(40, size.width - left - right)]),
    config.bars === 'percent' ? undefined : data.measure?.unit,
  );
  const y = scaleBand(
    data.categories.map((_, index) => index),
    [0, height - top],
  ).padding(config.barPadding / 100);
  return (
    <svg width={size.width} height={Math.max(height, 40)} role="presentation">
      <defs>
        <Hatching id={hatch} />
      </defs>
      <g transform={`translate(${left},${top})`}>
        <ColumnsAxis
          scale={x}
          length={height - top}
          percent={config.bars === 'percent'}
          measure={data.measure}
          grid={config.showGrid && hasAxis}
          labels={hasAxis}
          ticks={5}
        />
        {data.categories.map(({ key, label }, index) => (
          <text
            key={key}
            x={-10}
            y={(y(index) ?? 0) + y.bandwidth() / 2}
            dy="0.32em"
            textAnchor="end"
            aria-hidden
          >
            {truncate(label, longest)}
          </text>
        ))}
        {segments.map((segment, index) => (
          <Bar
            key={model.marks[index]?.id}
            model={model}
            segment={segment}
            box={boxOf(model, segment, x, y, 'horizontal')}
            mark={model.marks[index]}
            props={markOf(index)}
            hatch={hatch}
            direct={config.values && data.series.length === 1}
          />
        ))}
      </g>
    </svg>
  );
}

interface BarProps {
  readonly model: ChartModel;
  readonly segment: Segment;
  readonly box: { x: number; y: number; width: number; height: number };
  readonly mark: ChartMark | undefined;
  readonly props: ReturnType<MarkOf>;
  readonly hatch: string;
  readonly direct: boolean;
}

function Bar({ model, segment, box, props, hatch, direct }: BarProps): ReactNode {
  const { data, config } = model;
  const shape = { ...box, rx: Math.min(config.barBorderRadius, box.width / 2, box.height / 2) };
  return (
    <g {...props} opacity={model.fadeOf(segment.series)}>
      <rect x={0} y={box.y} width={Math.max(box.x + box.width, 8)} height={box.height} fill="transparent" />
      <rect
        {...shape}
        className={styles.shape}
        fill={model.colorOf(segment.series)}
        stroke="var(--cn-surface)"
        strokeWidth={data.series.length > 1 ? Math.max(1, config.barBorderWidth) : config.barBorderWidth}
      />
      {data.categories[segment.category]?.partial && <rect {...shape} fill={`url(#${hatch})`} />}
      {direct && (
        <text
          className={styles.value}
          x={box.x + box.width + 6}
          y={box.y + box.height / 2}
          dy="0.32em"
          aria-hidden
        >
          {formatValue(segment.value, data.measure?.unit)}
        </text>
      )}
    </g>
  );
}
