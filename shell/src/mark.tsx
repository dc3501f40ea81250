import type { ReactNode } from 'react';
import styles from './mark.module.css';

/** The logo of Cairn: three stones on top of each other. */
export function Mark({ size = 20 }: { size?: number }): ReactNode {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" className={styles['mark']}>
      <ellipse cx="12" cy="18.6" rx="9" ry="3.6" opacity="0.55" />
      <ellipse cx="11.2" cy="11.9" rx="6.4" ry="2.9" opacity="0.8" />
      <ellipse cx="12.4" cy="6.2" rx="3.9" ry="2.4" />
    </svg>
  );
}
