import { useHost } from '@cairn/host';
import { EmptyState, ErrorState, formatWhen, Panel, TableSkeleton } from '@cairn/ui';
import { ChartColumn, LayoutDashboard } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { savedAddress, useSavedThings } from '../saved.ts';

const SHOWN = 6;

/** Boards and queries that were changed last. */
export function Recent(): ReactNode {
  const { org, timezone } = useHost();
  const things = useSavedThings();
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
            const Icon = link.type === 'dashboard-v1' ? LayoutDashboard : ChartColumn;
            return (
              <li key={link.id}>
                <Link to={savedAddress(org.id, link)}>
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
