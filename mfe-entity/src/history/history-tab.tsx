import { isVisible } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import {
  Avatar,
  Button,
  EmptyState,
  ErrorState,
  formatDateTime,
  formatWhen,
  plural,
  Skeleton,
  Text,
} from '@cairn/ui';
import { Switch } from '@cairn/ui/fields';
import { History } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type HistoryEvent, useHistory } from '../graph/graph.ts';
import { EntityLink } from '../frame/entity-link.tsx';
import { KindIcon } from '../kind-page/kind-icon.tsx';
import type { EntityProps } from '../kind-page/kind-page.ts';
import { type EventGroup, groupEvents } from './group-events.ts';
import styles from './history-tab.module.css';

const spaced = (name: string) =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();

function Subject({ event, own }: { event: HistoryEvent; own: boolean }): ReactNode {
  const kind = spaced(event.entityType);
  if (own) return <>this {kind}</>;
  return (
    <>
      {kind}{' '}
      <EntityLink uuid={event.entityUuid}>
        {event.name && isVisible(event.name) ? event.name : event.entityUuid}
      </EntityLink>
    </>
  );
}

function EventRow({ group, uuid }: { group: EventGroup; uuid: string }): ReactNode {
  const { timezone } = useHost();
  const [open, setOpen] = useState(false);
  const { event, similar } = group;
  const shown = open ? [event, ...similar] : [event];
  return (
    <>
      {shown.map((each, at) => (
        <li key={each.uuid} className={styles.event} data-similar={at > 0 || undefined}>
          {each.actor ? (
            <Avatar name={each.actor.name} />
          ) : (
            <span className={styles.icon}>
              <KindIcon kind={each.entityType} size={14} />
            </span>
          )}
          <p>
            {each.actor && <EntityLink uuid={each.actor.uuid}>{each.actor.name}</EntityLink>}{' '}
            {spaced(each.action)} <Subject event={each} own={each.entityUuid === uuid} />
            {at === 0 && similar.length > 0 && (
              <button
                type="button"
                className={styles.more}
                aria-expanded={open}
                onClick={() => setOpen(!open)}
              >
                {open ? 'show fewer' : `(+${similar.length} similar)`}
              </button>
            )}
          </p>
          <time
            className={styles.time}
            dateTime={each.occurredAt}
            title={formatDateTime(each.occurredAt, timezone)}
          >
            {formatWhen(each.occurredAt, timezone)}
          </time>
        </li>
      ))}
    </>
  );
}

function HistorySkeleton(): ReactNode {
  return (
    <div role="status" aria-label="Loading" className={styles.events}>
      {[62, 48, 70, 55, 66].map((width) => (
        <div key={width} className={styles.event}>
          <Skeleton width={24} height={24} style={{ borderRadius: 12 }} />
          <Skeleton width={`${width}%`} />
        </div>
      ))}
    </div>
  );
}

/** The history of an entity, newest first; similar events within five minutes share a line. */
export function HistoryTab({ entity: { uuid } }: EntityProps): ReactNode {
  const history = useHistory(uuid);
  const [grouped, setGrouped] = useState(true);
  if (history.isPending) return <HistorySkeleton />;
  if (history.isError && !history.data) {
    return (
      <ErrorState
        title="Failed to load timeline"
        error={history.error}
        onRetry={() => void history.refetch()}
      />
    );
  }
  const events = history.data.pages.flatMap(({ data }) => data);
  const total = history.data.pages[0]?.meta.total ?? 0;
  if (events.length === 0) {
    return (
      <EmptyState icon={<History aria-hidden />} title="No history available">
        Events appear here as sources report them.
      </EmptyState>
    );
  }
  const groups = grouped ? groupEvents(events) : events.map((event) => ({ event, similar: [] }));
  return (
    <section className={styles.history}>
      <div className={styles.head}>
        <Text tone="muted" numeric>
          {events.length < total ? `${events.length} of ` : ''}
          {plural(total, 'event')}
        </Text>
        <Switch label="Group similar events" checked={grouped} onChange={() => setGrouped(!grouped)} />
      </div>
      <ol className={styles.events}>
        {groups.map((group) => (
          <EventRow key={group.event.uuid} group={group} uuid={uuid} />
        ))}
      </ol>
      {history.hasNextPage && (
        <Button
          className={styles.earlier ?? ''}
          loading={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          Show earlier events
        </Button>
      )}
    </section>
  );
}
