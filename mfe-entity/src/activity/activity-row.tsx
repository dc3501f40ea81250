import { integrationLabel } from '@cairn/client';
import { CATALOGUE } from '@cairn/entities';
import { useHost } from '@cairn/host';
import { Avatar, Badge, formatDateTime, formatWhen, Text } from '@cairn/ui';
import { Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import { EntityLink } from '../frame/entity-link.tsx';
import { shortName } from '../entity/read-entity.ts';
import styles from './activity.module.css';
import { descriptionOf, type ListedEvent } from './listed-event.ts';

const MOST_OF_TEXT = 200;

/** One event: avatar, actor, time, description, type of entity and tool; a click anywhere opens the entity (W§2.10). */
export function ActivityRow({
  event,
  siblings,
}: {
  event: ListedEvent;
  siblings: readonly string[];
}): ReactNode {
  const { timezone } = useHost();
  const { actor, occurredat, entitytype, integration, entityuuid, name } = event;
  const description = descriptionOf(event);
  return (
    <li className={styles.row}>
      {actor ? <Avatar name={actor.name} /> : <Zap size={16} aria-hidden />}
      <span className={styles.words}>
        <span>
          {actor && <strong>{actor.name}</strong>}{' '}
          <EntityLink uuid={entityuuid} className={styles.open} siblings={siblings}>
            {shortName(description, MOST_OF_TEXT)}
          </EntityLink>
        </span>
        {name && !description.includes(name) && (
          <Text tone="muted" truncate>
            {shortName(name, MOST_OF_TEXT)}
          </Text>
        )}
      </span>
      <Badge>{CATALOGUE.kind(entitytype)?.label ?? entitytype}</Badge>
      {integration && <Badge>{integrationLabel(integration)}</Badge>}
      <time className={styles.time} dateTime={occurredat} title={formatDateTime(occurredat, timezone)}>
        {formatWhen(occurredat, timezone)}
      </time>
    </li>
  );
}
