import type { ResultSet } from '@cairn/answer';
import type { ReactNode } from 'react';
import styles from './metric.module.css';

const [WIDTH, HEIGHT, EDGE] = [100, 28, 2];

/** The values of each tile over time, by the name of its group; without a group the name is empty. */
export type Trends = ReadonlyMap<string, readonly (number | null)[]>;

/** Reads the trends of a time series in the order of its periods. */
export function trendsOf(answer: ResultSet | undefined, keyOf: (value: unknown) => string): Trends {
  const trends = new Map<string, (number | null)[]>();
  const measure = answer?.columns.find(({ role }) => role === 'measure');
  const isSplit = answer?.columns.some(({ key }) => key === 'series') ?? false;
  for (let row = 0; answer && measure && row < answer.numRows; row += 1) {
    const name = isSplit ? keyOf(answer.get('series', row)) : '';
    const value = answer.get(measure.key, row);
    const own = trends.get(name) ?? [];
    own.push(typeof value === 'number' ? value : null);
    trends.set(name, own);
  }
  return trends;
}

/** The points of a line over its periods, from its least value or zero; a missing value parts the line. */
export function linePath(values: readonly (number | null)[]): string {
  const known = values.filter((value) => value !== null);
  const [low, high] = [Math.min(0, ...known), Math.max(0, ...known)];
  const step = values.length > 1 ? WIDTH / (values.length - 1) : 0;
  const y = (value: number) =>
    EDGE + (HEIGHT - 2 * EDGE) * (1 - (value - low) / (high - low === 0 ? 1 : high - low));
  let isDrawing = false;
  return values
    .map((value, at) => {
      if (value === null) {
        isDrawing = false;
        return '';
      }
      const command = isDrawing ? 'L' : 'M';
      isDrawing = true;
      return `${command}${(at * step).toFixed(1)},${y(value).toFixed(1)}`;
    })
    .join('');
}

interface SparklineProps {
  readonly values: readonly (number | null)[] | undefined;
  /** Whether figures beside it have a line, so that it keeps the room for one. */
  readonly hasLine: boolean;
}

/** A small line of a figure over time, without axes. */
export function Sparkline({ values, hasLine }: SparklineProps): ReactNode {
  if (!hasLine) return null;
  const drawn = values && values.filter((value) => value !== null).length > 1 ? linePath(values) : '';
  return (
    <svg
      className={styles.sparkline}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden
      data-sparkline
    >
      <path d={drawn} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
