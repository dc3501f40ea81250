import type { CSSProperties, ReactNode } from 'react';
import { Row } from './layout.tsx';
import styles from './skeletons.module.css';

/** A grey placeholder, invisible for its first 150 ms. */
export function Skeleton({
  width = '100%',
  height = 12,
  style,
}: {
  width?: number | string;
  height?: number | string;
  style?: CSSProperties;
}): ReactNode {
  return <div className={styles.skeleton} data-skeleton aria-hidden style={{ width, height, ...style }} />;
}

const share = (row: number, column: number) => `${35 + ((row * 7 + column * 23) % 45)}%`;

/** The placeholder of a table. */
export function TableSkeleton({
  rows = 8,
  columns = 4,
  rowHeight = 32,
}: {
  rows?: number;
  columns?: number;
  rowHeight?: number;
}): ReactNode {
  return (
    <div role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        <Row key={row} gap={6} style={{ height: rowHeight, padding: '0 12px' }}>
          {Array.from({ length: columns }, (_cell, column) => (
            <div key={column} style={{ flex: column === 0 ? 2 : 1 }}>
              <Skeleton width={share(row, column)} />
            </div>
          ))}
        </Row>
      ))}
    </div>
  );
}

/** The placeholder of a chart. */
export function ChartSkeleton({ height = 160 }: { height?: number | string }): ReactNode {
  const bars = [38, 62, 47, 80, 55, 91, 66, 43, 72, 58, 84, 51];
  return (
    <Row role="status" aria-label="Loading" gap={1.5} align="flex-end" style={{ height }}>
      {bars.map((bar, index) => (
        <Skeleton key={index} height={`${bar}%`} />
      ))}
    </Row>
  );
}
