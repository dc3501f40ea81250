import { scaleBand, scaleLinear } from 'd3';
import { useId, type ReactNode } from 'react';
import styles from '../chart.module.css';
import type { MarkOf, Size } from '../chart.tsx';
import { formatValue, truncate } from '../format.ts';
import { ColumnsAxis, Hatching } from './axes.tsx';
import { BarShape } from './bar-shape.tsx';
import { boxOf, type BarBox, type ChartModel } from './chart-model.ts';
import type { Segment } from './stacks.ts';
import { rounded } from './value-ticks.ts';

const ROW = 26;
const CHARACTER = 7;

interface HorizontalBarsProps {
  readonly model: ChartModel;
  readonly size: Size;
  readonly markOf: MarkOf;
}

/** Horizontal bars, one row each, between their names and their values. Scrolls when there are many. */
export function HorizontalBars({ model, size, markOf }: HorizontalBarsProps): ReactNode {
  const { data, config, segments } = model;
  const hatch = useId();
  const { left, top, height, x, y, characters, hasAxis } = layoutOf(model, size);
  return (
    <svg width={size.width} height={Math.max(top + height, 40)} role="presentation">
      <defs>
        <Hatching id={hatch} />
      </defs>
      <g transform={`translate(${left},${top})`}>
        <ColumnsAxis
          scale={x}
          length={height}
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
            {truncate(label, characters)}
          </text>
        ))}
        {segments.map((segment, index) => (
          <g key={model.marks[index]?.id} {...markOf(index)} opacity={model.fadeOf(segment.series)}>
            <Bar {...{ model, segment, hatch }} box={boxOf(model, segment, x, y, 'horizontal')} />
          </g>
        ))}
      </g>
    </svg>
  );
}

/** Whether the values stand at the bars. */
const hasValues = ({ data, config }: ChartModel) => config.values && data.series.length === 1;

/** The room of names, axis and rows, with the scales between them. */
function layoutOf(model: ChartModel, size: Size) {
  const { data, config, extent } = model;
  const most = Math.min(28, Math.floor((size.width * 0.32) / CHARACTER));
  const characters = Math.max(3, ...data.categories.map(({ label }) => Math.min(most, label.length)));
  const left = characters * CHARACTER + 12;
  const isSplit = config.bars === 'split' && data.series.length > 1;
  const row = isSplit ? Math.max(ROW, data.series.length * 12 + 8) : ROW;
  const height = row * data.categories.length;
  // Values at the bars say it already, and lines without figures say nothing.
  const hasAxis = config.showValueAxis && !hasValues(model);
  const right = hasValues(model) ? 64 : 16;
  const x = rounded(
    scaleLinear(extent, [0, Math.max(40, size.width - left - right)]),
    config.bars === 'percent' ? undefined : data.measure?.unit,
  );
  const y = scaleBand(
    data.categories.map((_, index) => index),
    [0, height],
  ).padding(config.barPadding / 100);
  return { left, top: hasAxis ? 20 : 4, height, x, y, characters, hasAxis };
}

interface BarProps {
  readonly model: ChartModel;
  readonly segment: Segment;
  readonly box: BarBox;
  readonly hatch: string;
}

function Bar({ model, segment, box, hatch }: BarProps): ReactNode {
  const { data } = model;
  return (
    <>
      <rect x={0} y={box.y} width={Math.max(box.x + box.width, 8)} height={box.height} fill="transparent" />
      <BarShape {...{ model, segment, box, hatch }} isParted={data.series.length > 1} />
      {hasValues(model) && (
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
    </>
  );
}
