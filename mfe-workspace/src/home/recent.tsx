import { userStateQuery } from '@cairn/client';
import type { RecentActivity } from '@cairn/contracts';
import { addressAt, pathBelowOrg, useHost, usePages } from '@cairn/host';
import { useSavedPage, useSavedTypes } from '@cairn/saved';
import { EmptyState, ErrorState, formatWhen, linkAttributes, Panel, TableSkeleton } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './recent.module.css';
import { OpeningRow, SavedRow } from './saved-row.tsx';

const SHOWN = 6;

/** What the user opened lately; for who opened nothing yet, what was changed last. */
export function Recent({ className }: { className?: string }): ReactNode {
  const { org, timezone } = useHost();
  const types = useSavedTypes();
  const state = useQuery(userStateQuery(org.id));
  const opened = (state.data?.recentActivity ?? []).slice(0, SHOWN);
  const listed = types.map(({ type }) => type);
  const things = useSavedPage({ filter: { types: listed }, limit: SHOWN }, { refetchOnMount: 'always' });
  const links = things.data?.links ?? [];
  return (
    <Panel
      className={className}
      title={opened.length > 0 ? 'Recently opened' : 'Recent boards and queries'}
      actions={
        <Link {...linkAttributes({ className: styles.library })} to={addressAt(org.id, 'library')}>
          Library
        </Link>
      }
    >
      {opened.length > 0 ? (
        <ul className={styles.list}>
          {opened.map((activity) => (
            <OpenedRow key={`${activity.type} ${activity.id}`} activity={activity} />
          ))}
        </ul>
      ) : things.isPending ? (
        <TableSkeleton rows={4} columns={2} />
      ) : things.isError ? (
        <ErrorState
          inline
          title="They could not be read"
          error={things.error}
          onRetry={() => void things.refetch()}
        />
      ) : links.length === 0 ? (
        <EmptyState inline title="Saved boards and queries appear here">
          Open a chart in Explore and save it as a query; a board puts several on one page.
        </EmptyState>
      ) : (
        <ul className={styles.list}>
          {links.map((link) => (
            <SavedRow key={link.id} link={link} note={formatWhen(link.updatedAt, timezone)} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** Something that was opened, with the icon of the page that shows it. */
function OpenedRow({ activity: { name, url, timestamp } }: { activity: RecentActivity }): ReactNode {
  const { timezone } = useHost();
  const [first] = pathBelowOrg(url).split(/[/?]/);
  const Icon = usePages().find(({ path }) => path === first)?.icon ?? FileText;
  const icon = <Icon size={15} aria-hidden />;
  return <OpeningRow to={url} icon={icon} name={name} note={formatWhen(timestamp, timezone)} />;
}
