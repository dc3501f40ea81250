import { entityFileQuery } from '@cairn/client';
import type { ChangedFile } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { plural } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import type { Hunk } from 'gitdiff-parser';
import { type ReactNode, useMemo, useState } from 'react';
import { expandFromRawCode, type HunkData } from 'react-diff-view';
import { MoreButton } from '../../../text/more-button.tsx';
import type { ParsedPatch } from './parse-patch.ts';

interface OldLines {
  readonly from: number;
  readonly to: number;
}

/** The unchanged lines of the old file between a hunk and the one before it. */
function between(before: HunkData | undefined, hunk: HunkData): OldLines {
  return { from: before ? before.oldStart + before.oldLines : 1, to: hunk.oldStart };
}

/** How many unchanged lines a diff leaves out before a hunk. */
export function hiddenBefore(before: HunkData | undefined, hunk: HunkData): number {
  const { from, to } = between(before, hunk);
  return hunk.oldStart === 0 ? 0 : Math.max(0, to - from);
}

/** The hunks of a patch with the lines between them that were asked for; the old file is read at the first wish. */
export function useExpansion(
  commit: string,
  file: ChangedFile,
  patch: ParsedPatch,
): {
  parsed: ParsedPatch;
  expand: (before: HunkData | undefined, hunk: HunkData) => void;
  before: 'idle' | 'loading' | 'missing';
} {
  const { org } = useHost();
  const [wished, setWished] = useState<readonly OldLines[]>([]);
  const path = file.previousPath ?? file.path;
  const enabled = wished.length > 0;
  const { data, isError, isFetching } = useQuery({ ...entityFileQuery(org.id, commit, { path }), enabled });
  const text = data?.text ?? null;
  const parsed = useMemo(() => {
    if (!patch.ok || text === null) return patch;
    const lines = text.split('\n');
    const hunks = wished.reduce<Hunk[]>(
      (all, { from, to }) => expandFromRawCode(all, lines, from, to),
      patch.hunks,
    );
    return { ok: true as const, hunks };
  }, [patch, text, wished]);
  return {
    parsed,
    expand: (before, hunk) => setWished([...wished, between(before, hunk)]),
    before: enabled && isFetching ? 'loading' : isError || (data && text === null) ? 'missing' : 'idle',
  };
}

/** A button that shows the lines that a diff leaves out before a hunk; nothing where there are none. */
export function HiddenLines({
  count,
  state,
  onShow,
}: {
  count: number;
  state: 'idle' | 'loading' | 'missing';
  onShow: () => void;
}): ReactNode {
  if (count === 0) return null;
  if (state === 'missing') return ' The lines between cannot be read.';
  return (
    <MoreButton onClick={onShow}>
      {state === 'loading' ? 'Reading …' : `Show ${plural(count, 'line')} before`}
    </MoreButton>
  );
}
