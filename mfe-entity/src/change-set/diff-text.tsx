import type { ChangedFile } from '@cairn/contracts';
import { type ReactNode, useMemo } from 'react';
import { Decoration, Diff, type DiffType, Hunk, markEdits, tokenize } from 'react-diff-view';
import { parsePatch } from './parse-patch.ts';
import './diff.css';

/** Past this many lines, what changed within a line is no longer worth the time it takes to find. */
const MARKED_LINES = 1_500;
const TYPES: Readonly<Record<ChangedFile['change'], DiffType>> = {
  added: 'add',
  deleted: 'delete',
  modified: 'modify',
  renamed: 'rename',
};

/** The text of a file's diff; a chunk of its own. */
export function DiffText({ file, split }: { file: ChangedFile; split: boolean }): ReactNode {
  const parsed = useMemo(() => parsePatch(file), [file]);
  const tokens = useMemo(() => {
    if (!parsed.ok || parsed.hunks.reduce((sum, { changes }) => sum + changes.length, 0) > MARKED_LINES)
      return null;
    return tokenize(parsed.hunks, { enhancers: [markEdits(parsed.hunks, { type: 'block' })] });
  }, [parsed]);
  if (!parsed.ok) return <p className="en-diff__note">{parsed.reason}</p>;
  const isOneSided = file.change === 'added' || file.change === 'deleted';
  return (
    <Diff
      diffType={TYPES[file.change]}
      hunks={parsed.hunks}
      viewType={split && !isOneSided ? 'split' : 'unified'}
      tokens={tokens}
    >
      {(hunks) =>
        hunks.flatMap((hunk) => [
          <Decoration key={`at ${hunk.content}`}>
            <div className="en-diff__hunk">{hunk.content}</div>
          </Decoration>,
          <Hunk key={hunk.content} hunk={hunk} />,
        ])
      }
    </Diff>
  );
}
