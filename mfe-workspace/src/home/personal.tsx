import { userStateQuery } from '@cairn/client';
import { useHost } from '@cairn/host';
import { lazyComponent, Panel, TableSkeleton } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import { Suspense, type ReactNode } from 'react';
import { isFinished } from './checklist-state.ts';
import { Favorites } from './favorites.tsx';
import styles from './personal.module.css';
import { SinceLastVisit } from './since-last-visit.tsx';

// The favorites need none of its fields, and whoever has finished it never sees it.
const Checklist = lazyComponent(async () => (await import('./checklist.tsx')).Checklist);

/** What concerns the reader alone: what changed since they were here, their favorites, and their checklist. */
export function Personal({ knowsData }: { knowsData: boolean }): ReactNode {
  const { org } = useHost();
  const { data: state, isPending } = useQuery(userStateQuery(org.id));
  // It keeps the place, so that nothing beside it moves.
  const waiting = (
    <Panel className={styles.part} title="Getting started">
      <TableSkeleton rows={4} columns={1} />
    </Panel>
  );
  return (
    <div className={styles.row}>
      <SinceLastVisit knowsData={knowsData} className={styles.part} />
      <Favorites className={styles.part} />
      {isPending && waiting}
      {state && !isFinished(state) && (
        <Suspense fallback={waiting}>
          <Checklist state={state} className={styles.part} />
        </Suspense>
      )}
    </div>
  );
}
