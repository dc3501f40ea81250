import type { LinkSummary, UserId } from '@cairn/contracts';
import { addressAt, useHost } from '@cairn/host';
import { addressOf, typeOf, useSavedPage, useSavedTypes } from '@cairn/saved';
import { EmptyState, ErrorState, formatWhen, linkAttributes, Panel, Skeleton, Text } from '@cairn/ui';
import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './users.module.css';

const MOST_SHOWN = 12;

/** What somebody has saved and the reader may see, newest change first. */
export function SharedThings({
  userId,
  name,
  isOwn,
}: {
  userId: UserId;
  name: string;
  isOwn: boolean;
}): ReactNode {
  const { org } = useHost();
  const types = useSavedTypes();
  const things = useSavedPage({
    filter: { owners: [userId], types: types.map(({ type }) => type) },
    limit: MOST_SHOWN,
  });
  const { links = [], total = 0 } = things.data ?? {};
  const owner = name.trim().toLowerCase().replaceAll(/\s+/g, '_');
  const filter = `owner:${encodeURIComponent(owner)}`;
  return (
    <Panel
      title={isOwn ? 'What you have saved' : 'Shared by them'}
      actions={
        total > links.length && (
          <Link {...linkAttributes()} to={addressAt(org.id, 'library', { filter })}>
            {`All ${String(total)}`}
          </Link>
        )
      }
    >
      {things.isPending ? (
        <Skeleton height={96} />
      ) : things.isError ? (
        <ErrorState
          inline
          title="It could not be read"
          error={things.error}
          onRetry={() => void things.refetch()}
        />
      ) : links.length === 0 ? (
        <EmptyState inline title="Nothing yet">
          {isOwn ? 'Save a question or a board.' : `What ${name} shares with the organization appears here.`}
        </EmptyState>
      ) : (
        <Things links={links} />
      )}
    </Panel>
  );
}

function Things({ links }: { links: readonly LinkSummary[] }): ReactNode {
  const { org, timezone } = useHost();
  const types = useSavedTypes();
  return (
    <ul className={styles['list']}>
      {links.map((link) => {
        const Icon = typeOf(link, types)?.icon ?? FileText;
        return (
          <li key={link.id}>
            <Icon size={15} aria-hidden />
            <Link to={addressOf(org.id, link, types)} {...linkAttributes()}>
              {link.name}
            </Link>
            <Text tone="faint">{formatWhen(link.updatedAt, timezone)}</Text>
          </li>
        );
      })}
    </ul>
  );
}
