import type { ChangedFile } from '@cairn/contracts';
import { type ReactNode, useMemo } from 'react';
import { Decoration, Diff, type DiffType, Hunk, markEdits, tokenize } from 'react-diff-view';
import { parsePatch } from './parse-patch.ts';
import styles from './diff-text.module.css';

/** Changes within a line are marked in diffs of up to this many lines; more take too long. */
const MARKED_LINES = 1_500;
const TYPES: Readonly<Record<ChangedFile['change'], DiffType>> = {
  added: 'add',
  deleted: 'delete',
  modified: 'modify',
  renamed: 'rename',
};

/** The lines of a file's diff, or the reason why there are none; loaded with the first visible diff. */
export function DiffText({ file, split }: { file: ChangedFile; split: boolean }): ReactNode {
  const parsed = useMemo(() => parsePatch(file), [file]);
  const tokens = useMemo(() => {
    if (!parsed.ok || parsed.hunks.reduce((sum, { changes }) => sum + changes.length, 0) > MARKED_LINES)
      return null;
    return tokenize(parsed.hunks, { enhancers: [markEdits(parsed.hunks, { type: 'block' })] });
  }, [parsed]);
  if (!parsed.ok) return <p className={styles.note}>{parsed.reason}</p>;
  const isOneSided = file.change === 'added' || file.change === 'deleted';
  return (
    <Diff
      diffType={TYPES[file.change]}
      hunks={parsed.hunks}
      viewType={split && !isOneSided ? 'split' : 'unified'}
      tokens={tokens}
      className={styles.table ?? ''}
    >
      {(hunks) =>
        hunks.flatMap((hunk) => [
          <Decoration key={`at ${hunk.content}`}>
            <div className={styles.hunk}>{hunk.content}</div>
          </Decoration>,
          <Hunk key={hunk.content} hunk={hunk} />,
        ])
      }
    </Diff>
  );
}
