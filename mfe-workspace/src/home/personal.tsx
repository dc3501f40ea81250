import { userStateQuery } from '@cairn/client';
import { useHost } from '@cairn/host';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Checklist, isFinished } from './checklist.tsx';
import { Favorites } from './favorites.tsx';
import styles from './personal.module.css';
import { SinceLastVisit } from './since-last-visit.tsx';

/** What concerns the reader alone: what changed since they were here, their favorites, and their checklist. */
export function Personal({ knowsData }: { knowsData: boolean }): ReactNode {
  const { org } = useHost();
  const state = useQuery(userStateQuery(org.id)).data;
  return (
    <div className={styles.row}>
      <SinceLastVisit knowsData={knowsData} className={styles.part} />
      <Favorites className={styles.part} />
      {state && !isFinished(state) && <Checklist state={state} className={styles.part} />}
    </div>
  );
}
