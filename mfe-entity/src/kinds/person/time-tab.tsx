import { EmptyState } from '@cairn/ui';
import { Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { LINE, type ChartSpec } from '../../charts/chart-spec.ts';
import { ChartPanels } from '../../charts/chart-panels.tsx';
import { useTimeRange } from '../../charts/time-range.tsx';
import { countOf } from '../../entity/read-entity.ts';
import type { TabProps } from '../../kind-page/kind-page.ts';
import { RelatedRows } from '../../rows/related-rows.tsx';
import { ACTIVITY_RANGE, rangeConditions } from './activity.ts';
import styles from './communications-tab.module.css';

const measure = (title: string, attribute: string): ChartSpec => ({
  title,
  of: 'Flow',
  view: LINE,
  query: { aggregations: [{ target: 'Flow', attribute, reducer: 'avg' }] },
});
/** How the days of a person went. */
export const TIME_CHARTS: readonly ChartSpec[] = [
  measure('Focus time a day', 'focusTime'),
  measure('Disrupted time a day', 'disruptedTime'),
  measure('Working time a day', 'workingTime'),
];

/** The days of a person: working, focus and disrupted time. */
export function TimeTab({ entity }: TabProps): ReactNode {
  const [range, rangeControl] = useTimeRange(ACTIVITY_RANGE);
  if ((countOf(entity, 'Flow') ?? 0) === 0) {
    return (
      <EmptyState icon={<Clock aria-hidden />} title="None">
        No day of this person is known: a calendar or a chat brings them.
      </EmptyState>
    );
  }
  return (
    <div className={styles.lists}>
      <div className={styles.head}>{rangeControl}</div>
      <ChartPanels entity={entity} specs={TIME_CHARTS} range={range} />
      <RelatedRows
        key={range}
        entity={entity}
        spec={{
          title: 'Days',
          relation: 'Flow',
          figures: [
            { name: 'workingTime', words: 'worked' },
            { name: 'focusTime', words: 'focused' },
            { name: 'disruptedTime', words: 'disrupted' },
            { name: 'meetingsCount', words: 'meetings', one: 'meeting' },
          ],
          at: 'dayStart',
          filters: rangeConditions('Flow', 'dayStart', range),
          empty: 'None in this time.',
        }}
      />
    </div>
  );
}
