import type { ReactNode } from 'react';
import { STONES } from './mark-shapes.ts';
import styles from './mark.module.css';

/** The logo of Cairn: three stones on top of each other. */
export function Mark({ size = 20 }: { size?: number }): ReactNode {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" className={styles['mark']}>
      {STONES.map((stone) => (
        <ellipse key={stone.cy} {...stone} />
      ))}
    </svg>
  );
}
