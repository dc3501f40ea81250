import { userStateQuery } from '@cairn/client';
import type { ActivityType, LinkType } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { addressOf, typeOf, useSavedPage, useSavedTypes } from '@cairn/saved';
import { EmptyState, ErrorState, formatWhen, linkAttributes, Panel, TableSkeleton, Text } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import { FileText, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './recent.module.css';

const SHOWN = 6;

interface Listed {
  readonly key: string;
  readonly name: string;
  readonly url: string;
  readonly at: string;
  readonly Icon: LucideIcon;
}

/** The type of saved thing that each activity is about; the others have none. */
const TYPE_OF: Partial<Record<ActivityType, LinkType>> = {
  board: 'dashboard-v1',
  chart: 'explore-v1',
  search: 'explore-v1',
  topic: 'digest-v2',
};

/** What the user opened lately, newest first. */
function useOpened(): Listed[] {
  const { org } = useHost();
  const types = useSavedTypes();
  const { data } = useQuery(userStateQuery(org.id));
  return (data?.recentActivity ?? []).slice(0, SHOWN).map(({ type, id, name, url, timestamp }) => ({
    key: `${type} ${id}`,
    name,
    url,
    at: timestamp,
    Icon: types.find((each) => each.type === TYPE_OF[type])?.icon ?? FileText,
  }));
}

/** What the user opened lately; for who opened nothing yet, what was changed last. */
export function Recent({ className }: { className?: string }): ReactNode {
  const { org } = useHost();
  const types = useSavedTypes();
  const opened = useOpened();
  const listed = types.map(({ type }) => type);
  const things = useSavedPage({ filter: { types: listed }, limit: SHOWN }, { refetchOnMount: 'always' });
  const changed = (things.data?.links ?? []).map((link): Listed => ({
    key: link.id,
    name: link.name,
    url: addressOf(org.id, link, types),
    at: link.updatedAt,
    Icon: typeOf(link, types)?.icon ?? FileText,
  }));
  return (
    <Panel
      className={className}
      title={opened.length > 0 ? 'Recently opened' : 'Recent boards and queries'}
      actions={
        <Link {...linkAttributes({ className: styles.library })} to={`/${org.id}/library`}>
          Library
        </Link>
      }
    >
      {opened.length > 0 ? (
        <List items={opened} />
      ) : things.isPending ? (
        <TableSkeleton rows={4} columns={2} />
      ) : things.isError ? (
        <ErrorState
          inline
          title="They could not be read"
          error={things.error}
          onRetry={() => void things.refetch()}
        />
      ) : changed.length === 0 ? (
        <EmptyState inline title="Saved boards and queries appear here">
          Open a chart in Explore and save it as a query; a board puts several on one page.
        </EmptyState>
      ) : (
        <List items={changed} />
      )}
    </Panel>
  );
}

function List({ items }: { items: readonly Listed[] }): ReactNode {
  const { timezone } = useHost();
  return (
    <ul className={styles.list}>
      {items.map(({ key, name, url, at, Icon }) => (
        <li key={key}>
          <Link to={url}>
            <Icon size={15} aria-hidden />
            <Text truncate>{name}</Text>
            <Text tone="faint">{formatWhen(at, timezone)}</Text>
          </Link>
        </li>
      ))}
    </ul>
  );
}
