import { colleaguesQuery } from '@cairn/client/colleagues';
import { pictureAddress } from '@cairn/contracts';
import type { Colleague } from '@cairn/contracts/colleagues';
import { addressAt, useHost } from '@cairn/host';
import {
  Avatar,
  Badge,
  buttonAttributes,
  EmptyState,
  ErrorState,
  formatDate,
  linkAttributes,
  PageHeader,
  Row,
  TableSkeleton,
  Text,
} from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { PersonInData } from './person-in-data.tsx';
import { SharedThings } from './shared-things.tsx';
import styles from './users.module.css';
import { ROLE_WORDS } from './words.ts';

/** Somebody who uses the org: who they are, what they share, and who they are in the data. */
export function UserPage({ userId }: { userId: string }): ReactNode {
  const { org, setTitle } = useHost();
  const { data, error, refetch } = useQuery(colleaguesQuery(org.id));
  const person = data?.find((each) => each.userId === userId);
  useEffect(() => setTitle(person?.name ?? 'User'), [setTitle, person?.name]);
  if (error && !data)
    return <ErrorState title="The user could not be read" error={error} onRetry={() => void refetch()} />;
  if (!data) return <TableSkeleton rows={6} />;
  return person ? <Shown person={person} /> : <NoUser />;
}

function NoUser(): ReactNode {
  const { org } = useHost();
  return (
    <EmptyState
      whole
      title="There is no such user"
      action={
        <Link to={addressAt(org.id, 'users')} {...buttonAttributes()}>
          All users
        </Link>
      }
    >
      They may have left, or the link is not of this organization.
    </EmptyState>
  );
}

function Shown({ person }: { person: Colleague }): ReactNode {
  const { org, user, timezone } = useHost();
  const { userId, name, email, role, joinedAt, picture } = person;
  const isOwn = user.id === userId;
  return (
    <div className={styles['page']}>
      <PageHeader
        title={name}
        description={isOwn ? 'This is you' : `In ${org.name} since ${formatDate(joinedAt, timezone)}`}
        actions={
          isOwn && (
            <Link to={addressAt(org.id, 'settings/preferences')} {...buttonAttributes()}>
              Edit your profile
            </Link>
          )
        }
      />
      <div className={styles['body']}>
        <Row gap={3} wrap>
          <Avatar name={name} size={40} picture={pictureAddress(userId, picture)} />
          {email && (
            <a {...linkAttributes()} href={`mailto:${email}`}>
              {email}
            </a>
          )}
          <Badge>{ROLE_WORDS[role]}</Badge>
          {isOwn && <Text tone="muted">{`since ${formatDate(joinedAt, timezone)}`}</Text>}
        </Row>
        <div className={styles['panels']}>
          <SharedThings userId={userId} name={name} isOwn={isOwn} />
          <PersonInData userId={userId} email={email} />
        </div>
      </div>
    </div>
  );
}
