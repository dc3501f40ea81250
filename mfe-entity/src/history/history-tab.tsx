import { type EntityDetail, isVisible } from '@cairn/contracts';
import { CATALOGUE, eventSentence } from '@cairn/entities';
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
import { kindOf, shortName } from '../entity/read-entity.ts';
import { EntityLink } from '../frame/entity-link.tsx';
import { KindIcon } from '../kind-page/kind-icon.tsx';
import type { EntityProps } from '../kind-page/kind-page.ts';
import { type EventGroup, groupEvents } from './group-events.ts';
import styles from './history-tab.module.css';

const MOST_OF_NAME = 80;
const MOST_OF_COMMENT = 300;

/** What an event happened to: a link, unless it is the entity of this page. */
function Subject({ event, text, own }: { event: HistoryEvent; text: string; own: string | null }): ReactNode {
  if (text === '') return null;
  if (own) return <>this {own}</>;
  return <EntityLink uuid={event.subjectUuid}>{isVisible(text) ? text : event.subjectUuid}</EntityLink>;
}

/** An event in words: who did what to what, and what was said. */
function Sentence({ event, entity }: { event: HistoryEvent; entity: EntityDetail }): ReactNode {
  const { before, subject, after } = eventSentence(event, event.actor !== null);
  const kind = kindOf(entity);
  const own = event.subjectUuid === entity.uuid ? (CATALOGUE.kind(kind)?.label.toLowerCase() ?? kind) : null;
  return (
    <>
      {event.actor && <EntityLink uuid={event.actor.uuid}>{event.actor.name}</EntityLink>} {before}{' '}
      <Subject event={event} text={subject} own={own} /> {after}
      {!own && event.name && event.name !== subject && subject !== '' && isVisible(event.name) && (
        <Text tone="muted"> · {shortName(event.name, MOST_OF_NAME)}</Text>
      )}
      {event.comment && isVisible(event.comment) && (
        <Text as="span" tone="muted" className={styles.comment ?? ''}>
          {shortName(event.comment, MOST_OF_COMMENT)}
        </Text>
      )}
    </>
  );
}

function EventRow({ group, entity }: { group: EventGroup; entity: EntityDetail }): ReactNode {
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
            <Sentence event={each} entity={entity} />
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
export function HistoryTab({ entity }: EntityProps): ReactNode {
  const history = useHistory(entity.uuid);
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
          <EventRow key={group.event.uuid} group={group} entity={entity} />
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
