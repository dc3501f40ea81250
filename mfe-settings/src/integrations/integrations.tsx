import type { SourceType, SourceWords } from '@cairn/contracts';
import type { SourceOffer } from '@cairn/contracts/source-offers';
import { useHost } from '@cairn/host';
import { Button, EmptyState, ErrorState, TableSkeleton } from '@cairn/ui';
import { Cable, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { SettingsPage } from '../setting.tsx';
import { AddSource, addLabelOf } from './add-source.tsx';
import { DataLossNote } from './data-loss-note.tsx';
import { Folders } from './folders.tsx';
import { Hosts } from './hosts.tsx';
import { InstallApp, InstalledApp } from './install-app.tsx';
import { PushHow } from './push-how.tsx';
import { SourceOffers } from './source-offers.tsx';
import { SourceRow } from './source-row.tsx';
import { SourceRuns } from './source-runs.tsx';
import { SourceWebhook } from './source-webhook.tsx';
import { useSources, useSourceTypes } from './sources.ts';
import styles from './integrations.module.css';

interface IntegrationsProps {
  /** The one type that the page is about; all without it. */
  only?: SourceType | undefined;
}

/** The sources of the org, with the state of each and the actions of admins. */
export function Integrations({ only }: IntegrationsProps): ReactNode {
  const { org } = useHost();
  const types = useSourceTypes();
  const [adding, setAdding] = useState<SourceOffer | 'any'>();
  const addable = (only ? [only] : (types.data ?? [])).filter((type) => type.addable);
  const add = (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setAdding('any')}>
      {addLabelOf(addable)}
    </Button>
  );
  const actions = (
    <>
      {only?.install && <InstallApp type={only} />}
      {add}
    </>
  );
  return (
    <SettingsPage
      title={only?.words.label ?? 'Integrations'}
      description={
        org.simulated
          ? 'The data of this organization is simulated. Real sources belong in an organization of their own.'
          : (only?.words.description ?? 'Where the data of this organization comes from.')
      }
      actions={org.simulated || addable.length === 0 ? undefined : actions}
    >
      <DataLossNote />
      {only?.install && !org.simulated && <InstalledApp type={only} />}
      <SourceOffers types={org.simulated ? [] : addable} onConnect={setAdding} />
      <SourceList addable={org.simulated ? [] : addable} only={only} onAdd={() => setAdding('any')} />
      {!org.simulated && !only && <Folders />}
      {!org.simulated && !only && <Hosts />}
      <AddSource
        open={adding !== undefined}
        types={addable}
        offer={typeof adding === 'object' ? adding : undefined}
        onClose={() => setAdding(undefined)}
      />
    </SettingsPage>
  );
}

/** The words for a source whose type this server no longer knows. */
const UNKNOWN: SourceWords = {
  label: 'Source',
  icon: '',
  description: '',
  add: 'Add source',
  upToDate: 'Up to date',
  lastRead: 'Last read',
  neverRead: 'Not read yet',
  rebuild: '',
  removal: '',
  fixed: 'of a type that this version of Cairn does not read',
};

/** The sources of the org, each with its state and its actions. */
export function SourceList({
  addable,
  only,
  onAdd,
}: IntegrationsProps & {
  addable: readonly SourceType[];
  onAdd: () => void;
}): ReactNode {
  const named = useSearchParams()[0].get('source');
  const sources = useSources();
  const types = useSourceTypes();
  const failed = [sources, types].find(({ data, error }) => !data && error);
  if (failed) {
    return (
      <ErrorState
        title="The sources cannot be read"
        error={failed.error}
        onRetry={() => void failed.refetch()}
      />
    );
  }
  if (!sources.data || !types.data) return <TableSkeleton rows={3} columns={3} rowHeight={72} />;
  const shown = sources.data.filter(({ type }) => !only || type === only.type);
  if (shown.length === 0) {
    return (
      <EmptyState
        icon={<Cable aria-hidden />}
        title="No source yet"
        action={addable.length > 0 && <Button onClick={onAdd}>{addLabelOf(addable)}</Button>}
      >
        {addable.map(({ words }) => words.description).join(' ')}
      </EmptyState>
    );
  }
  const wordsOf = new Map(types.data.map(({ type, words }) => [type, words]));
  return (
    <ul className={styles['sources']}>
      {shown.map((source) => (
        <SourceRow key={source.id} source={source} words={wordsOf.get(source.type) ?? UNKNOWN}>
          {only && (
            <>
              {only.receives ? (
                <PushHow source={source} isOpen={shown.length === 1 || source.id === named} />
              ) : (
                <SourceRuns source={source} isOpen={shown.length === 1 || source.id === named} />
              )}
              {only.webhook && source.webhook && (
                <SourceWebhook source={source} webhook={only.webhook} isOpen={source.id === named} />
              )}
            </>
          )}
        </SourceRow>
      ))}
    </ul>
  );
}
