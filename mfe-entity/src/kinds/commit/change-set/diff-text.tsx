import type { ChangedFile } from '@cairn/contracts';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { Decoration, Diff, type DiffType, Hunk, type HunkTokens, markEdits, tokenize } from 'react-diff-view';
import { type Highlighter, languageOf, loadHighlighter } from './highlight.ts';
import { HiddenLines, hiddenBefore, useExpansion } from './expansion.tsx';
import { type ParsedPatch, parsePatch } from './parse-patch.ts';
import styles from './diff-text.module.css';

/** Changes within a line are marked in diffs of up to this many lines; more take too long. */
const MARKED_LINES = 1_500;
const TYPES: Readonly<Record<ChangedFile['change'], DiffType>> = {
  added: 'add',
  deleted: 'delete',
  modified: 'modify',
  renamed: 'rename',
};

/** What colours the words of a file; null until it is loaded, and for a language that is unknown. */
function useHighlighter(path: string): Highlighter | null {
  const [highlighter, setHighlighter] = useState<Highlighter | null>(null);
  useEffect(() => {
    const language = languageOf(path);
    let isWanted = true;
    // A diff without colours is as good: nothing is said where they could not be loaded.
    if (language)
      loadHighlighter(language).then(
        (loaded) => isWanted && setHighlighter(loaded),
        () => undefined,
      );
    return () => {
      isWanted = false;
    };
  }, [path]);
  return highlighter;
}

/** The marks within the lines of a diff: what changed, and the colours of the language. */
function tokensOf(parsed: ParsedPatch, highlighter: Highlighter | null): HunkTokens | null {
  if (!parsed.ok || parsed.hunks.reduce((sum, { changes }) => sum + changes.length, 0) > MARKED_LINES)
    return null;
  const enhancers = [markEdits(parsed.hunks, { type: 'block' })];
  if (!highlighter) return tokenize(parsed.hunks, { enhancers });
  const { language, highlight } = highlighter;
  return tokenize(parsed.hunks, { highlight: true, refractor: { highlight }, language, enhancers });
}

/** The lines of a file's diff, or the reason why there are none; loaded with the first visible diff. */
export function DiffText({
  file,
  split,
  commit,
}: {
  file: ChangedFile;
  split: boolean;
  commit: string;
}): ReactNode {
  const patch = useMemo(() => parsePatch(file), [file]);
  const { parsed, expand, before } = useExpansion(commit, file, patch);
  const highlighter = useHighlighter(file.path);
  const tokens = useMemo(() => tokensOf(parsed, highlighter), [parsed, highlighter]);
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
        hunks.flatMap((hunk, at) => [
          <Decoration key={`at ${hunk.content}`}>
            <div className={styles.hunk}>
              {hunk.content}
              <HiddenLines
                count={hiddenBefore(hunks[at - 1], hunk)}
                state={before}
                onShow={() => expand(hunks[at - 1], hunk)}
              />
            </div>
          </Decoration>,
          <Hunk key={hunk.content} hunk={hunk} />,
        ])
      }
    </Diff>
  );
}
