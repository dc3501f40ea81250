import { entityQuery, personOfUserQuery } from '@cairn/client';
import type { Colleague } from '@cairn/contracts/colleagues';
import { addressAt, useHost } from '@cairn/host';
import { FollowBell } from '@cairn/saved';
import { EmptyState, ErrorState, linkAttributes, Panel, TableSkeleton, Text } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './users.module.css';

/** The person of the graph that a user is, with their teams. Nothing is measured here (ruling 11). */
export function PersonInData({ userId, email }: Pick<Colleague, 'userId' | 'email'>): ReactNode {
  const { org, timezone } = useHost();
  const found = useQuery(personOfUserQuery(org.id, { userId, email: email ?? '' }));
  const uuid = found.data?.uuid ?? '';
  const person = useQuery({ ...entityQuery(org.id, uuid, timezone), enabled: uuid !== '' });
  const teams = person.data?.relations.find(({ name }) => name === 'Team')?.items ?? [];
  const name = person.data?.name ?? found.data?.name ?? '';
  return (
    <Panel title="In the data" actions={person.data && <FollowBell kind="person" id={uuid} name={name} />}>
      {found.isPending ? (
        <TableSkeleton rows={2} columns={1} />
      ) : found.error ? (
        <ErrorState
          inline
          title="It could not be read"
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      ) : !found.data ? (
        <EmptyState inline title="Nobody in the data is this user">
          {`No admin linked this user to a person${email ? `, and no source names ${email}` : ''}. Admins do that in Settings, Members.`}
        </EmptyState>
      ) : (
        <ul className={styles['list']}>
          <li>
            <Link to={addressAt(org.id, 'entity', uuid)} {...linkAttributes()}>
              {name}
            </Link>
            {found.data.method === 'decision' && <Text tone="faint">linked by an admin</Text>}
          </li>
          {teams.map((team) => (
            <li key={team.uuid}>
              <Link to={addressAt(org.id, 'teams', team.uuid)} {...linkAttributes()}>
                {team.name}
              </Link>
              <Text tone="faint">team</Text>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
