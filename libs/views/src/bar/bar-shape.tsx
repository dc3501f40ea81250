import type { ReactNode } from 'react';
import styles from '../chart.module.css';
import type { BarBox, ChartModel } from './chart-model.ts';
import type { Segment } from './stacks.ts';

interface BarShapeProps {
  readonly model: ChartModel;
  readonly segment: Segment;
  readonly box: BarBox;
  /** Id of the pattern over a period that is not whole. */
  readonly hatch: string;
  /** Parts the bars of several series by a line of the surface. */
  readonly isParted: boolean;
}

/** The rectangle of a segment, hatched where its period is not whole. */
export function BarShape({ model, segment, box, hatch, isParted }: BarShapeProps): ReactNode {
  const { data, config } = model;
  const shape = { ...box, rx: Math.min(config.barBorderRadius, box.width / 2, box.height / 2) };
  return (
    <>
      <rect
        {...shape}
        className={styles.shape}
        fill={model.colorOf(segment.series)}
        stroke="var(--cn-surface)"
        strokeWidth={isParted ? Math.max(1, config.barBorderWidth) : config.barBorderWidth}
      />
      {data.categories[segment.category]?.partial && <rect {...shape} fill={`url(#${hatch})`} />}
    </>
  );
}
