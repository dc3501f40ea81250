import { useLayoutEffect, type ReactNode } from 'react';
import { PageWaiting } from '../remotes/part-frame.tsx';
import { removeFirstFrame } from './first-frame.ts';
import styles from './first-frame.module.css';

/** The placeholder of the first page, beside the first frame, which leaves with it. */
export function FirstWaiting(): ReactNode {
  useLayoutEffect(() => removeFirstFrame, []);
  return (
    <div className={styles['waiting']}>
      <PageWaiting />
    </div>
  );
}
