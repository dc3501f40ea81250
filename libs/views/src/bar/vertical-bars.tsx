import { scaleBand } from 'd3';
import { useId, type ReactNode } from 'react';
import type { MarkOf, Size } from '../chart.tsx';
import { formatShort } from '../format.ts';
import { Hatching } from './axes.tsx';
import { BarShape } from './bar-shape.tsx';
import { boxOf, type ChartModel } from './chart-model.ts';
import { plotAreaOf, PlotFrame } from './plot-area.tsx';
import styles from '../chart.module.css';

interface VerticalBarsProps {
  readonly model: ChartModel;
  readonly size: Size;
  readonly markOf: MarkOf;
}

/** Vertical bars from a zero line, with their names or dates below. */
export function VerticalBars({ model, size, markOf }: VerticalBarsProps): ReactNode {
  const { data, config, segments } = model;
  const hatch = useId();
  const area = plotAreaOf(model, size, { top: 14, right: 12, bare: 4, steps: data.categories.length });
  const { y, width, height, step } = area;
  const x = scaleBand(
    data.categories.map((_, index) => index),
    [0, width],
  ).padding(Math.min(0.9, step < 6 ? 0.1 : config.barPadding / 100));
  const isSingle = data.series.length === 1;
  const place = (index: number) => (x(index) ?? 0) + x.bandwidth() / 2;
  return (
    <PlotFrame model={model} size={size} area={area} place={place}>
      <defs>
        <Hatching id={hatch} />
      </defs>
      {segments.map((segment, index) => {
        const box = boxOf(model, segment, y, x, 'vertical');
        return (
          <g key={model.marks[index]?.id} {...markOf(index)} opacity={model.fadeOf(segment.series)}>
            {isSingle && <rect x={box.x} width={box.width} height={height} className={styles.slice} />}
            <BarShape {...{ model, segment, box, hatch }} isParted={!isSingle && step > 6} />
            {config.values && isSingle && step > 34 && (
              <text
                className={styles.value}
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
    </PlotFrame>
  );
}
