import { setMomentWords } from '@cairn/query';
import { EmptyState, ErrorState, formatDate, formatDateTime, TableSkeleton } from '@cairn/ui';
import type { ReactNode } from 'react';
import { useAddress } from './address/use-address.ts';
import { ExplorePage } from './explore-page.tsx';
import { useConfiguration } from './graph/use-configuration.ts';

// Chips and titles write days as the rest of the page does.
setMomentWords((moment, zone) => (moment.includes('T') ? formatDateTime(moment, zone) : formatDate(moment)));

/** The root component of this front-end. */
export function App(): ReactNode {
  const state = useAddress();
  const configuration = useConfiguration();
  if (configuration.isError) {
    return (
      <ErrorState
        title="Explore cannot read what there is to ask"
        error={configuration.error}
        onRetry={() => void configuration.refetch()}
      />
    );
  }
  if (!configuration.data || state.isLoading) return <TableSkeleton />;
  if (configuration.data.kinds.length === 0) return <EmptyState title="This workspace has no catalogue" />;
  return <ExplorePage state={state} configuration={configuration.data} />;
}
