import { lazyComponent, TableSkeleton } from '@cairn/ui';
import { Segmented } from '@cairn/ui/fields';
import { type ReactNode, Suspense } from 'react';
import { useAddressed } from '../frame/addressed.ts';
import type { EntityProps } from '../kind-page/kind-page.ts';
import { WholeTimeline } from './whole-timeline.tsx';
import styles from './history-tab.module.css';

const TimeMachine = lazyComponent(async () => (await import('./time-machine.tsx')).TimeMachine);
const Around = lazyComponent(async () => (await import('./around.tsx')).Around);

const VIEWS = {
  timeline: { label: 'Timeline', Body: WholeTimeline },
  machine: { label: 'Time machine', Body: TimeMachine },
  around: { label: 'Around it', Body: Around },
} as const;
type HistoryView = keyof typeof VIEWS;
const CHOICES = Object.entries(VIEWS).map(([value, { label }]) => ({ value, label }));
const isView = (value: string): value is HistoryView => value in VIEWS;

/** The history of an entity: all its events, the entity as it was, and what happened around it. The address keeps which. */
export function HistoryTab({ entity }: EntityProps): ReactNode {
  const { read, write } = useAddressed();
  const named = read('history') ?? '';
  const view: HistoryView = isView(named) ? named : 'timeline';
  const { Body } = VIEWS[view];
  return (
    <section className={styles.history}>
      <div>
        <Segmented
          aria-label="History as"
          data={CHOICES}
          value={view}
          onChange={(next) => write({ history: next === 'timeline' ? null : next })}
        />
      </div>
      <Suspense fallback={<TableSkeleton rows={6} columns={2} />}>
        <Body key={entity.uuid} entity={entity} />
      </Suspense>
    </section>
  );
}
