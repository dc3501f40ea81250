import { entitiesQuery } from '@cairn/client';
import { type ActivityListProps, useHost } from '@cairn/host';
import { MAX_PAGE_SIZE, Query } from '@cairn/query';
import { Button, EmptyState, ErrorState, formatNumber, TableSkeleton } from '@cairn/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ActivityRow } from './activity/activity-row.tsx';
import styles from './activity/activity.module.css';
import { TIMELINE_COLUMNS, listedEvent } from './activity/listed-event.ts';
import { KindPagesProvider } from './kind-page/kind-pages.tsx';
import { KIND_PAGES } from './kinds/kinds.ts';

/** Rows that are shown at first, and that each further step adds. */
const STEP = 50;

/** The events of a query, newest first, each as a row that opens its entity. */
export function ActivityList({ query, label }: ActivityListProps): ReactNode {
  const { org, timezone } = useHost();
  const [shown, setShown] = useState(STEP);
  const asked = Query.parse({
    ...query,
    columns: TIMELINE_COLUMNS,
    order: [{ by: 'Event.occurredAt', direction: 'descending' }],
    timezone: query.timezone ?? timezone,
    page: 1,
    pageSize: Math.min(shown, MAX_PAGE_SIZE),
  });
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...entitiesQuery(org.id, asked),
    placeholderData: keepPreviousData,
  });
  if (isPending) return <TableSkeleton rows={6} columns={2} />;
  if (error && !data)
    return <ErrorState title="The events could not be read" error={error} onRetry={() => void refetch()} />;
  if (!data || data.data.length === 0) return <EmptyState title="None">No event is behind this.</EmptyState>;
  const events = data.data.map(listedEvent);
  const siblings = [...new Set(events.map(({ entityuuid }) => entityuuid))];
  const more = data.meta.total - events.length;
  return (
    <KindPagesProvider value={KIND_PAGES}>
      <ul className={styles.list} aria-label={label}>
        {events.map((event) => (
          <ActivityRow key={event.uuid} event={event} siblings={siblings} />
        ))}
      </ul>
      {more > 0 && shown < MAX_PAGE_SIZE && (
        <Button variant="subtle" loading={isPlaceholderData} onClick={() => setShown(shown + STEP)}>
          {`Show more of ${formatNumber(data.meta.total)}`}
        </Button>
      )}
    </KindPagesProvider>
  );
}
