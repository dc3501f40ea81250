import { entitiesQuery, entityQuery } from '@cairn/client';
import { useHost } from '@cairn/host';
import { FollowBell } from '@cairn/saved';
import { EmptyState, linkAttributes, Panel, Text } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './users.module.css';

/** The person of the graph who has this e-mail address, with their teams. Nothing is measured here (ruling 11). */
export function PersonInData({ email }: { email: string }): ReactNode {
  const { org, timezone } = useHost();
  const filters = [{ target: 'Person', attribute: 'email', comparison: { IN: [email] } }];
  const found = useQuery(entitiesQuery(org.id, { select: ['Person'], pageSize: 1, filters }));
  const row = found.data?.data[0];
  const uuid = typeof row?.['uuid'] === 'string' ? row['uuid'] : '';
  const person = useQuery({ ...entityQuery(org.id, uuid, timezone), enabled: uuid !== '' });
  const teams = person.data?.relations.find(({ name }) => name === 'Team')?.items ?? [];
  const name = person.data?.name ?? email;
  return (
    <Panel title="In the data" actions={person.data && <FollowBell kind="person" id={uuid} name={name} />}>
      {found.data && uuid === '' ? (
        <EmptyState inline title="Nobody has this address">
          No source names a person with {email}. An admin joins accounts of one person in Settings, Members.
        </EmptyState>
      ) : (
        <ul className={styles['list']}>
          {person.data && (
            <li>
              <Link to={`/${org.id}/entity/${uuid}`} {...linkAttributes()}>
                {name}
              </Link>
            </li>
          )}
          {teams.map((team) => (
            <li key={team.uuid}>
              <Link to={`/${org.id}/teams/${team.uuid}`} {...linkAttributes()}>
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
