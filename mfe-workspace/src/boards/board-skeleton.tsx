import { ChartSkeleton, PageHeaderSkeleton, Surface } from '@cairn/ui';
import type { ReactNode } from 'react';
import styles from './board.module.css';

/** The shape of a board that is being read. */
export function BoardSkeleton(): ReactNode {
  return (
    <div className={styles.page}>
      <PageHeaderSkeleton width={220} />
      <div className={`${styles.body} ${styles.waiting}`}>
        {[0, 1, 2, 3].map((card) => (
          <Surface key={card} className={styles.waitingCard}>
            <ChartSkeleton height={280} />
          </Surface>
        ))}
      </div>
    </div>
  );
}
