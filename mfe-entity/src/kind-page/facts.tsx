import type { EntityDetail } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import {
  Avatar,
  formatDate,
  formatDateTime,
  formatDuration,
  formatNumber,
  formatWhen,
  plural,
  Text,
} from '@cairn/ui';
import { type ReactNode, useState } from 'react';
import { countOf, numberOf, relatedOne, textOf } from '../entity/read-entity.ts';
import { EntityLink } from '../frame/entity-link.tsx';
import styles from './facts.module.css';

/** A moment in the reader's zone, after its words. */
export function Moment({ words, at }: { words: string; at: string }): ReactNode {
  const { timezone } = useHost();
  const [relative, absolute] = [formatWhen(at, timezone), formatDateTime(at, timezone)];
  return (
    <span>
      {words}{' '}
      <time dateTime={at} title={absolute}>
        {absolute.startsWith(relative) ? (
          absolute
        ) : (
          <>
            {relative}
            <span className={styles.exact}>{` (${absolute})`}</span>
          </>
        )}
      </time>
    </span>
  );
}

/** A date of the entity as a fact of its header; null when it is missing. */
export function dated(entity: EntityDetail, name: string, words: string): ReactNode {
  const at = textOf(entity, name);
  return at && <Moment key={name} words={words} at={at} />;
}

function Span({ from, to, inDays }: { from: string; to: string | null; inDays: boolean }): ReactNode {
  const { timezone } = useHost();
  const write = (at: string) => (inDays ? formatDate(at, timezone) : formatDateTime(at, timezone));
  const [start, end] = [write(from), to && write(to)];
  const day = formatDate(from, timezone);
  const short = end?.startsWith(`${day}, `) ? end.slice(day.length + 2) : end;
  return (
    <span>
      <time dateTime={from}>{start}</time>
      {to && short !== start && (
        <>
          {' – '}
          <time dateTime={to}>{short}</time>
        </>
      )}
    </span>
  );
}

/** From when until when it lasts, such as a meeting; `inDays` leaves out the time of day. */
export function lasting(entity: EntityDetail, from: string, to: string, inDays = false): ReactNode {
  const start = textOf(entity, from);
  return start && <Span key={from} from={start} to={textOf(entity, to)} inDays={inDays} />;
}

function SoFar({ from }: { from: string }): ReactNode {
  const [now] = useState(() => Date.now());
  const seconds = Math.max(0, Math.floor((now - Date.parse(from)) / 1_000));
  return Number.isNaN(seconds) ? null : <Text numeric>{`for ${formatDuration(seconds)} so far`}</Text>;
}

/** How long something that goes on has lasted; null where it is unknown when it began. */
export function soFar(entity: EntityDetail, from: string): ReactNode {
  const start = textOf(entity, from);
  return start && <SoFar key={`${from} so far`} from={start} />;
}

/** Facts that say one thing together, such as when it was merged and by whom; null without the first. */
export function joined(first: ReactNode, ...others: readonly ReactNode[]): ReactNode {
  if (!first) return null;
  return (
    <span key="joined" className={styles.joined}>
      {first}
      {others}
    </span>
  );
}

/** A span of seconds as a fact, after its words; null when it is missing. */
export function took(entity: EntityDetail, name: string, words: string): ReactNode {
  const seconds = numberOf(entity, name);
  return seconds === null ? null : (
    <Text key={name} numeric>
      {words} {formatDuration(seconds)}
    </Text>
  );
}

/** A number as a fact, such as "12 attendees"; null when it is missing. */
export function counted(entity: EntityDetail, name: string, one: string, many = `${one}s`): ReactNode {
  const count = numberOf(entity, name);
  return count === null ? null : (
    <Text key={name} numeric>
      {formatNumber(count)} {count === 1 ? one : many}
    </Text>
  );
}

/** The person that a relation leads to, as a fact of the header after their role; null without one. */
export function person(entity: EntityDetail, relation: string, role = ''): ReactNode {
  const found = relatedOne(entity, relation);
  return (
    found && (
      <span key={relation} className={styles.person}>
        {role && <span>{role}</span>}
        <Avatar name={found.name} />
        <EntityLink uuid={found.uuid}>{found.name}</EntityLink>
      </span>
    )
  );
}

/** What a relation leads to, as a link after its words; null without one. */
export function linked(entity: EntityDetail, relation: string, words: string): ReactNode {
  const found = relatedOne(entity, relation);
  return (
    found && (
      <span key={relation}>
        {words} <EntityLink uuid={found.uuid}>{found.name}</EntityLink>
      </span>
    )
  );
}

/** How many a relation leads to, as a fact; null for none. */
export function totalOf(entity: EntityDetail, relation: string, one: string, many = `${one}s`): ReactNode {
  const total = countOf(entity, relation) ?? 0;
  return total > 0 ? (
    <Text key={relation} numeric>
      {plural(total, one, many)}
    </Text>
  ) : null;
}
