import { useHost } from '@cairn/host';
import { useSavedPage, useSavedTypes } from '@cairn/saved';
import { EmptyState, ErrorState, formatWhen, linkAttributes, Panel, TableSkeleton } from '@cairn/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './recent.module.css';
import { SavedRow } from './saved-row.tsx';

const SHOWN = 6;

/** Boards and queries that were changed last. */
export function Recent({ className }: { className?: string }): ReactNode {
  const { org, timezone } = useHost();
  const types = useSavedTypes();
  const listed = types.map(({ type }) => type);
  const things = useSavedPage({ filter: { types: listed }, limit: SHOWN }, { refetchOnMount: 'always' });
  const links = things.data?.links ?? [];
  return (
    <Panel
      className={className}
      title="Recent boards and queries"
      actions={
        <Link {...linkAttributes({ className: styles.library })} to={`/${org.id}/library`}>
          Library
        </Link>
      }
    >
      {things.isPending ? (
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
