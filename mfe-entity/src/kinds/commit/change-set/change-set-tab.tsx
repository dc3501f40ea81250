import { EmptyState, ErrorState, TableSkeleton } from '@cairn/ui';
import { FileDiff as FileDiffIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useChangeSet } from '../../../graph/graph.ts';
import type { TabProps } from '../../../kind-page/kind-page.ts';
import { ChangedFiles, NO_DIFF } from './changed-files.tsx';
import { whyNoFiles } from './change-words.ts';

/** The changes of a commit or pull request: a list of files, and the diff of each. */
export function ChangeSetTab({ entity }: TabProps): ReactNode {
  const changeSet = useChangeSet(entity.uuid);
  if (changeSet.isPending) return <TableSkeleton rows={6} columns={3} />;
  if (changeSet.isError) {
    return (
      <ErrorState
        title="The diff could not be read"
        error={changeSet.error}
        onRetry={() => void changeSet.refetch()}
      />
    );
  }
  if (changeSet.data.files.length === 0) {
    return (
      <EmptyState icon={<FileDiffIcon aria-hidden />} title={NO_DIFF}>
        {whyNoFiles(entity)}
      </EmptyState>
    );
  }
  // Filter, sort and open diffs reset for another entity.
  return <ChangedFiles key={entity.uuid} entity={entity} changeSet={changeSet.data} />;
}
