import type { EntityDetail } from '@cairn/contracts';
import type { TimelineEvent } from '@cairn/contracts/story';
import { useHost } from '@cairn/host';
import { Avatar, formatDateTime, plural, Text } from '@cairn/ui';
import { Bot, CircleDot, MessageSquare, Pencil, Zap } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { AppLink, entityAddress } from '../frame/entity-link.tsx';
import { EventWords } from './event-sentence.tsx';
import type { EventGroup } from './group-events.ts';
import styles from './event-row.module.css';

const TYPES = {
  status: { Icon: CircleDot, label: 'Status' },
  comment: { Icon: MessageSquare, label: 'Comment' },
  edit: { Icon: Pencil, label: 'Edit' },
  other: { Icon: Zap, label: 'Other' },
} as const;

/** The anchor of an event in a timeline. */
export const anchorOf = (uuid: string) => `event-${uuid}`;

function Mark({ event }: { event: TimelineEvent }): ReactNode {
  const { Icon, label } = TYPES[event.type];
  return (
    <span className={styles.mark} data-type={event.type} title={label}>
      {event.actor === null ? (
        <Icon size={14} aria-hidden />
      ) : event.actor.isbot ? (
        <Bot size={16} aria-hidden />
      ) : (
        <Avatar name={event.actor.name} />
      )}
    </span>
  );
}

/** The time of an event, which is its permanent link. */
function Permalink({ event, entity }: { event: TimelineEvent; entity: EntityDetail }): ReactNode {
  const { org, timezone } = useHost();
  const full = formatDateTime(event.occurredat, timezone);
  const time = full.slice(full.lastIndexOf(',') + 2);
  return (
    <AppLink
      to={`${entityAddress(org.id, entity.uuid)}?t=history#${anchorOf(event.uuid)}`}
      className={styles.time ?? ''}
      title={`${full} (${timezone})`}
      aria-label={`Link to this event of ${full}`}
    >
      <time dateTime={event.occurredat}>{time}</time>
    </AppLink>
  );
}

export interface EventRowProps {
  readonly entity: EntityDetail;
  readonly group: EventGroup;
  /** The event that the address leads to. */
  readonly marked?: string | null | undefined;
}

/** An event of a timeline with those like it, which a button unfolds. */
export function EventRow({ entity, group, marked }: EventRowProps): ReactNode {
  const { event, similar } = group;
  const [open, setOpen] = useState(() => similar.some(({ uuid }) => uuid === marked));
  return (
    <>
      {[event, ...(open ? similar : [])].map((each, at) => (
        <li
          key={each.uuid}
          id={anchorOf(each.uuid)}
          className={styles.event}
          data-event=""
          data-similar={at > 0 || undefined}
          aria-current={each.uuid === marked || undefined}
          tabIndex={-1}
        >
          <Mark event={each} />
          <p>
            <EventWords event={each} entity={entity} />
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
          <Permalink event={each} entity={entity} />
        </li>
      ))}
    </>
  );
}

/** What bots did in a row, as one line that unfolds. */
export function BotRows({
  entity,
  groups,
  marked,
}: Pick<EventRowProps, 'entity' | 'marked'> & { readonly groups: readonly EventGroup[] }): ReactNode {
  const [open, setOpen] = useState(() => groups.some(({ event }) => event.uuid === marked));
  const count = groups.reduce((sum, { similar }) => sum + 1 + similar.length, 0);
  const names = [...new Set(groups.map(({ event }) => event.actor?.name ?? ''))];
  return (
    <>
      <li className={styles.event} data-event="" tabIndex={-1}>
        <span className={styles.mark}>
          <Bot size={16} aria-hidden />
        </span>
        <p>
          <Text tone="muted">
            {plural(count, 'event')} by {names.slice(0, 2).join(' and ')}
            {names.length > 2 ? ` and ${names.length - 2} more bots` : ''}
          </Text>
          <button type="button" className={styles.more} aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'hide' : 'show'}
          </button>
        </p>
      </li>
      {open &&
        groups.map((group) => (
          <EventRow key={group.event.uuid} entity={entity} group={group} marked={marked} />
        ))}
    </>
  );
}
