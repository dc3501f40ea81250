import { auditLogQuery } from '@cairn/client/audit';
import { useHost } from '@cairn/host';
import { Button, EmptyState, ErrorState, TableSkeleton } from '@cairn/ui';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { SettingsPage } from '../setting.tsx';
import styles from './audit-log.module.css';
import { EntryRow } from './entry-row.tsx';
import { filtersOf, isFiltered, LogFilters, NO_CHOICES, type LogChoices } from './log-filters.tsx';

/** The audit log of the org: who did what, on what, when. */
export function Page(): ReactNode {
  const { org } = useHost();
  const [choices, setChoices] = useState<LogChoices>(NO_CHOICES);
  return (
    <SettingsPage
      title="Audit log"
      description={`What people did in ${org.name}. Nobody can change it, and private things are left out.`}
    >
      <LogFilters choices={choices} onChange={(change) => setChoices((known) => ({ ...known, ...change }))} />
      <Entries choices={choices} />
    </SettingsPage>
  );
}

function Entries({ choices }: { choices: LogChoices }): ReactNode {
  const { org } = useHost();
  const log = useInfiniteQuery({
    ...auditLogQuery(org.id, filtersOf(choices)),
    placeholderData: keepPreviousData,
  });
  if (log.isPending) return <TableSkeleton rows={6} columns={3} rowHeight={56} />;
  if (!log.data) {
    const retry = () => void log.refetch();
    return <ErrorState title="The audit log cannot be read" error={log.error} onRetry={retry} />;
  }
  const entries = log.data.pages.flatMap(({ data }) => data);
  if (entries.length === 0) {
    return (
      <EmptyState title={isFiltered(choices) ? 'Nothing fits these filters' : 'Nothing has happened yet'} />
    );
  }
  return (
    <>
      <ul className={styles['list']} aria-label="Acts" aria-busy={log.isPlaceholderData}>
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} />
        ))}
      </ul>
      {log.hasNextPage && (
        <Button loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          Show older
        </Button>
      )}
    </>
  );
}
