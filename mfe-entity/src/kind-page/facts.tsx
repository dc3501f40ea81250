import type { EntityDetail } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { Avatar, formatDateTime, formatWhen } from '@cairn/ui';
import type { ReactNode } from 'react';
import { relatedOne, textOf } from '../entity/read-entity.ts';
import { EntityLink } from '../frame/entity-link.tsx';
import styles from './facts.module.css';

/** A moment in the reader's zone, after its words. */
export function Moment({ words, at }: { words: string; at: string }): ReactNode {
  const { timezone } = useHost();
  const [relative, absolute] = [formatWhen(at, timezone), formatDateTime(at, timezone)];
  return (
    <span>
      {words}{' '}
      <time dateTime={at}>{absolute.startsWith(relative) ? absolute : `${relative} (${absolute})`}</time>
    </span>
  );
}

/** A date of the entity as a fact of its header; null when it is missing. */
export function dated(entity: EntityDetail, name: string, words: string): ReactNode {
  const at = textOf(entity, name);
  return at && <Moment key={name} words={words} at={at} />;
}

/** The person that a relation leads to, as a fact of the header; null without one. */
export function person(entity: EntityDetail, relation: string): ReactNode {
  const found = relatedOne(entity, relation);
  return (
    found && (
      <span key={relation} className={styles.person}>
        <Avatar name={found.name} />
        <EntityLink uuid={found.uuid}>{found.name}</EntityLink>
      </span>
    )
  );
}
