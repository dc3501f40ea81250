import type { ChangedFile } from '@cairn/contracts';
import { Text } from '@cairn/ui';
import { Segmented, SearchField } from '@cairn/ui/fields';
import type { ReactNode } from 'react';
import { useFrame } from '../../../frame/frame.tsx';
import type { ChangeSet } from '../../../graph/graph.ts';
import { changedWords } from './change-words.ts';
import styles from './change-set-head.module.css';
import { LineChange } from './file-change.tsx';

const sumOf = (files: readonly ChangedFile[], side: 'additions' | 'deletions') =>
  files.reduce((sum, file) => sum + (file[side] ?? 0), 0);

const LAYOUTS = [
  { value: 'unified', label: 'Unified' },
  { value: 'split', label: 'Split' },
];

/** The figures of a change set, its filter, and the layout switch of its diffs on wide pages. */
export function ChangeSetHead({
  changeSet: { files, total },
  isMerge,
  viewed,
  filter,
  onFilter,
  split = false,
  onSplit,
}: {
  changeSet: ChangeSet;
  isMerge: boolean;
  /** How many files its reader has viewed. */
  viewed: number;
  filter: string;
  onFilter: (filter: string) => void;
  split?: boolean;
  /** Absent when there are no diffs. */
  onSplit?: (split: boolean) => void;
}): ReactNode {
  const frame = useFrame();
  const [count, what] = changedWords(total, isMerge);
  return (
    <div className={styles.head}>
      <Text numeric>
        <strong>{count}</strong> {what}
      </Text>
      <LineChange file={{ additions: sumOf(files, 'additions'), deletions: sumOf(files, 'deletions') }} />
      {viewed > 0 && (
        <Text tone="muted" numeric>
          {viewed} viewed
        </Text>
      )}
      <span className={styles.space} />
      <SearchField
        label="Filter files"
        placeholder="Filter files"
        size="xs"
        value={filter}
        onText={onFilter}
      />
      {frame === 'page' && onSplit && (
        <Segmented
          aria-label="Diff layout"
          data={LAYOUTS}
          value={split ? 'split' : 'unified'}
          onChange={(value) => onSplit(value === 'split')}
        />
      )}
    </div>
  );
}
