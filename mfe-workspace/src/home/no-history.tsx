import { EmptyState } from '@cairn/ui';
import { GitBranch } from 'lucide-react';
import type { ReactNode } from 'react';

/** What Home shows before the first commit is read. */
export function NoHistory(): ReactNode {
  return (
    <EmptyState icon={<GitBranch aria-hidden />} title="Charts of the history appear here">
      The source has no commits yet. They show up here as soon as they are read.
    </EmptyState>
  );
}
