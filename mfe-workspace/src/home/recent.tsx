import { useHost } from '@cairn/host';
import { addressOf, typeOf, useSavedThings, useSavedTypes } from '@cairn/saved';
import { EmptyState, ErrorState, formatWhen, Panel, TableSkeleton } from '@cairn/ui';
import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

const SHOWN = 6;

/** Boards and queries that were changed last. */
export function Recent(): ReactNode {
  const { org, timezone } = useHost();
  const types = useSavedTypes();
  const things = useSavedThings({ refetchOnMount: 'always' });
  const links = things.data?.slice(0, SHOWN) ?? [];
  return (
    <Panel
      className="ws-home__recent"
      title="Recent boards and queries"
      actions={
        <Link className="ws-panel-link cn-link" to={`/${org.id}/library`}>
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
        <ul className="ws-recent">
          {links.map((link) => {
            const Icon = typeOf(link, types)?.icon ?? FileText;
            return (
              <li key={link.id}>
                <Link to={addressOf(org.id, link, types)}>
                  <Icon size={15} aria-hidden />
                  <span className="cn-truncate">{link.name}</span>
                  <span className="cn-faint">{formatWhen(link.updatedAt, timezone)}</span>
                </Link>
              </li>
            );
          })}
        </ul>
      )}
    </Panel>
  );
}
