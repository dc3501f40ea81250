import { isVisible } from '@cairn/contracts';
import type { EntityDetail } from '@cairn/contracts';
import type { TimelineEvent } from '@cairn/contracts/story';
import { CATALOGUE, eventSentence, type ToldEvent } from '@cairn/entities';
import { Text } from '@cairn/ui';
import type { ReactNode } from 'react';
import { kindOf, shortName } from '../entity/read-entity.ts';
import { EntityLink } from '../frame/entity-link.tsx';
import styles from './event-row.module.css';

const MOST_OF_NAME = 80;
const MOST_OF_COMMENT = 300;

/** What the sentence of an event is made of. */
export function toldOf(
  event: Pick<
    TimelineEvent,
    'action' | 'entitytype' | 'name' | 'newstatus' | 'delta' | 'reference' | 'draft'
  >,
): ToldEvent {
  const { action, entitytype: entityType, name, newstatus: newStatus, delta, reference, draft } = event;
  return { action, entityType, name, newStatus, delta, reference, draft };
}

/** What an event happened to: a link, unless it is the entity of this page. */
function Subject({
  event,
  text,
  own,
}: {
  event: TimelineEvent;
  text: string;
  own: string | null;
}): ReactNode {
  if (text === '') return null;
  if (own) return <>{text}</>;
  return <EntityLink uuid={event.subjectuuid}>{isVisible(text) ? text : event.subjectuuid}</EntityLink>;
}

/** An event in words: who did what to what, and what was said. */
export function EventWords({ event, entity }: { event: TimelineEvent; entity: EntityDetail }): ReactNode {
  const kind = kindOf(entity);
  const own = event.subjectuuid === entity.uuid ? (CATALOGUE.kind(kind)?.label.toLowerCase() ?? kind) : null;
  const { before, subject, after } = eventSentence(toldOf(event), event.actor !== null, own);
  // A page is not named on itself, and a comment says more than its name.
  const isItself = event.entityuuid === entity.uuid || (own !== null && event.comment);
  const named =
    !isItself &&
    event.name &&
    !event.name.endsWith(subject) &&
    event.name !== entity.name &&
    subject !== '' &&
    isVisible(event.name);
  return (
    <>
      {event.actor && <EntityLink uuid={event.actor.uuid}>{event.actor.name}</EntityLink>} {before}{' '}
      <Subject event={event} text={subject} own={own} /> {after}
      {named && <Text tone="muted"> · {shortName(event.name ?? '', MOST_OF_NAME)}</Text>}
      {event.comment && isVisible(event.comment) && (
        <Text as="span" tone="muted" className={styles.comment ?? ''}>
          {shortName(event.comment, MOST_OF_COMMENT)}
        </Text>
      )}
    </>
  );
}
