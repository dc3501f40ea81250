import { useHost } from '@cairn/host';
import { addressOf, typeOf, useSavedPage, useSavedTypes } from '@cairn/saved';
import { EmptyState, ErrorState, formatWhen, linkAttributes, Panel, TableSkeleton, Text } from '@cairn/ui';
import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './recent.module.css';

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
          {links.map((link) => {
            const Icon = typeOf(link, types)?.icon ?? FileText;
            return (
              <li key={link.id}>
                <Link to={addressOf(org.id, link, types)}>
                  <Icon size={15} aria-hidden />
                  <Text truncate>{link.name}</Text>
                  <Text tone="faint">{formatWhen(link.updatedAt, timezone)}</Text>
                </Link>
              </li>
            );
          })}
        </ul>
      )}
    </Panel>
  );
}
