import { useHost } from '@cairn/host';
import { Button, EmptyState, ErrorState, TableSkeleton } from '@cairn/ui';
import { Cable, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { SettingsPage } from '../setting.tsx';
import { AddRepository } from './add-repository.tsx';
import { SourceRow } from './source-row.tsx';
import { useSources } from './sources.ts';
import styles from './integrations.module.css';

/** The sources of the org: what state each is in, and what admins can do about it. */
export function Integrations(): ReactNode {
  const { org } = useHost();
  const [adding, setAdding] = useState(false);
  const add = (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setAdding(true)}>
      Add repository
    </Button>
  );
  return (
    <SettingsPage
      title="Integrations"
      description={
        org.simulated
          ? 'The data of this organization is simulated. Real sources belong in an organization of their own.'
          : 'Where the data of this organization comes from.'
      }
      actions={org.simulated ? undefined : add}
    >
      <SourceList onAdd={() => setAdding(true)} />
      <AddRepository open={adding} onClose={() => setAdding(false)} />
    </SettingsPage>
  );
}

function SourceList({ onAdd }: { onAdd: () => void }): ReactNode {
  const { data, error, refetch } = useSources();
  if (!data && error) {
    return <ErrorState title="The sources cannot be read" error={error} onRetry={() => void refetch()} />;
  }
  if (!data) return <TableSkeleton rows={3} columns={3} rowHeight={72} />;
  if (data.length === 0) {
    return (
      <EmptyState
        icon={<Cable aria-hidden />}
        title="No source yet"
        action={<Button onClick={onAdd}>Add repository</Button>}
      >
        Add a git repository of this machine, and its history can be explored a few seconds later.
      </EmptyState>
    );
  }
  return (
    <ul className={styles['sources']}>
      {data.map((source) => (
        <SourceRow key={source.id} source={source} />
      ))}
    </ul>
  );
}
