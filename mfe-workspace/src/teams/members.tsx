import type { EntityDetail } from '@cairn/contracts';
import { addressAt, useHost } from '@cairn/host';
import { Avatar, Badge, EmptyState, formatDate, Panel, plural, Text, linkAttributes } from '@cairn/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './teams.module.css';

type Relation = EntityDetail['relations'][number];
type Member = Relation['items'][number];

/** Roles before names: leads come first, and nobody is ordered by what they did (ruling 11). */
const ROLES = ['lead', 'member', 'reviewer'];

function inOrder(members: readonly Member[]): Member[] {
  const rank = ({ properties }: Member) => {
    const found = ROLES.indexOf(String(properties?.['role'] ?? 'member'));
    return found < 0 ? ROLES.length : found;
  };
  return members.toSorted((one, other) => rank(one) - rank(other) || one.name.localeCompare(other.name));
}

/** Who is in a team and since when, and who was in it before. */
export function Members({ relation }: { relation: Relation | undefined }): ReactNode {
  const items = relation?.items ?? [];
  const former = relation?.former;
  const more = (relation?.total ?? 0) - items.length;
  return (
    <Panel title="Members">
      {items.length === 0 ? (
        <EmptyState inline title="Nobody is in this team now" />
      ) : (
        <ul className={styles['list']} aria-label="Members">
          {inOrder(items).map((member) => (
            <MemberItem key={member.uuid} member={member} />
          ))}
        </ul>
      )}
      {more > 0 && <Text tone="muted">{`and ${plural(more, 'other')}`}</Text>}
      {former && (
        <details className={styles['former']}>
          <summary>{plural(former.total, 'former member')}</summary>
          <ul className={styles['list']} aria-label="Former members">
            {former.items.map((member) => (
              <MemberItem key={`${member.uuid} ${member.until}`} member={member} />
            ))}
          </ul>
        </details>
      )}
    </Panel>
  );
}

function MemberItem({ member: { uuid, name, properties, since, until } }: { member: Member }): ReactNode {
  const { org, timezone } = useHost();
  const role = properties?.['role'];
  const from = since ? formatDate(since, timezone) : null;
  const dates = until ? `${from ?? ''} – ${formatDate(until, timezone)}` : from && `since ${from}`;
  return (
    <li>
      <Avatar name={name} />
      <Link to={addressAt(org.id, 'entity', uuid)} {...linkAttributes()}>
        {name}
      </Link>
      {typeof role === 'string' && role !== 'member' && <Badge>{role}</Badge>}
      {dates && <Text tone="faint">{dates}</Text>}
    </li>
  );
}
