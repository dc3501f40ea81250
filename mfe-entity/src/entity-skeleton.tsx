import { Skeleton, TableSkeleton } from '@cairn/ui';
import type { ReactNode } from 'react';
import styles from './entity-skeleton.module.css';

/** The placeholder of an entity while it loads. */
export function EntitySkeleton(): ReactNode {
  return (
    <div role="status" aria-label="Loading" className={styles.shape}>
      <Skeleton width={120} height={14} />
      <Skeleton width="58%" height={24} />
      <Skeleton width={340} height={14} />
      <Skeleton width={420} height={20} style={{ margin: '20px 0' }} />
      <TableSkeleton rows={6} columns={2} />
    </div>
  );
}
