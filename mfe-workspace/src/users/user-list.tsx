import { colleaguesQuery } from '@cairn/client/colleagues';
import { pictureAddress } from '@cairn/contracts';
import type { Colleague } from '@cairn/contracts/colleagues';
import { addressAt, useHost } from '@cairn/host';
import {
  Avatar,
  Badge,
  DataTable,
  EmptyState,
  ErrorState,
  formatDate,
  PageHeader,
  plural,
  TableSkeleton,
  Text,
  type TableColumn,
} from '@cairn/ui';
import { SearchField } from '@cairn/ui/fields';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import styles from './users.module.css';
import { ROLE_WORDS } from './words.ts';

/** Everybody who belongs to the org, by name. */
export function UserList(): ReactNode {
  const { org, setTitle } = useHost();
  const { data, error, refetch } = useQuery(colleaguesQuery(org.id));
  const [words, setWords] = useState('');
  useEffect(() => setTitle('Users'), [setTitle]);
  return (
    <div className={styles['page']}>
      <PageHeader title="Users" description={data ? plural(data.length, 'person', 'people') : ' '} />
      <div className={styles['body']}>
        <SearchField
          label="Filter users"
          placeholder="Filter by name or e-mail"
          value={words}
          onText={setWords}
        />
        {error && !data ? (
          <ErrorState title="The users could not be read" error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <Rows people={data.filter((person) => hasWords(person, words))} />
        ) : (
          <TableSkeleton rows={6} />
        )}
      </div>
    </div>
  );
}

const hasWords = ({ name, email }: Colleague, words: string) =>
  words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => `${name} ${email ?? ''}`.toLowerCase().includes(word));

function Rows({ people }: { people: readonly Colleague[] }): ReactNode {
  const { org, navigate, timezone } = useHost();
  const columns: TableColumn<Colleague>[] = [
    { id: 'name', header: 'Name', least: 180, cell: (person) => <Name person={person} /> },
    {
      id: 'email',
      header: 'E-mail',
      width: 260,
      cell: ({ email }) => (
        <Text truncate tone="muted">
          {email ?? ''}
        </Text>
      ),
    },
    { id: 'role', header: 'Role', width: 120, cell: ({ role }) => <Badge>{ROLE_WORDS[role]}</Badge> },
    { id: 'since', header: 'Since', width: 120, cell: ({ joinedAt }) => formatDate(joinedAt, timezone) },
  ];
  return (
    <DataTable
      label="Users"
      columns={columns}
      rows={people}
      rowId={({ userId }) => userId}
      rowName={({ name }) => name}
      rowHeight={44}
      onOpen={({ userId }) => navigate(addressAt(org.id, 'users', userId))}
      empty={<EmptyState inline title="Nobody has these words" />}
    />
  );
}

function Name({ person: { userId, name, picture } }: { person: Colleague }): ReactNode {
  const { user } = useHost();
  return (
    <span className={styles['name']}>
      <Avatar name={name} picture={pictureAddress(userId, picture)} />
      <Text truncate>{name}</Text>
      {user.id === userId && <Text tone="faint">you</Text>}
    </span>
  );
}
