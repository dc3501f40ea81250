import type { ChangedFile, EntityDetail } from '@cairn/contracts';
import { EmptyState, Note, plural, type TableSort } from '@cairn/ui';
import { type ReactNode, useDeferredValue, useEffect, useEffectEvent, useId, useMemo, useState } from 'react';
import { Windowed } from '../../../story/windowed.tsx';
import type { ChangeSet } from '../../../graph/graph.ts';
import { isTrue } from '../../../entity/read-entity.ts';
import { whyNoDiff } from './change-words.ts';
import { ChangeSetHead } from './change-set-head.tsx';
import styles from './changed-files.module.css';
import { FileDiff } from './file-diff.tsx';
import { useFileLinks } from './use-file-links.ts';
import { useViewed } from './viewed.ts';
import { FileList, sorted } from './file-list.tsx';

export const NO_DIFF = 'No diff data available';

/** True when the source reports diffs, and not only line counts. */
const hasPatches = (files: readonly ChangedFile[]) =>
  files.some(({ patch, reason }) => patch !== null || reason !== NO_DIFF);

/** Files whose path contains every word of the filter, in any case. */
export function matching(files: readonly ChangedFile[], filter: string): readonly ChangedFile[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return files.filter(({ path }) => words.every((word) => path.toLowerCase().includes(word)));
}

/** Which diffs are open, and how to open one. */
function useOpenDiffs(closedAtFirst: ReadonlySet<string>) {
  const [closed, setClosed] = useState(closedAtFirst);
  const setOpen = ({ path }: ChangedFile, open: boolean) => {
    setClosed((before) => new Set(open ? [...before].filter((each) => each !== path) : [...before, path]));
  };
  const [wanted, setWanted] = useState<{ readonly path: string } | null>(null);
  const goTo = (file: ChangedFile) => {
    setOpen(file, true);
    // One more wish for the same file leads there again.
    setWanted({ path: file.path });
  };
  return { isOpen: ({ path }: ChangedFile) => !closed.has(path), setOpen, goTo, wanted };
}

function FileDiffs({
  entity,
  files,
  idOf,
  split,
  marks: { viewed, setViewed },
  diffs: { isOpen, setOpen, wanted },
}: {
  entity: EntityDetail;
  files: readonly ChangedFile[];
  idOf: (file: ChangedFile) => string;
  split: boolean;
  marks: ReturnType<typeof useViewed>;
  diffs: ReturnType<typeof useOpenDiffs>;
}): ReactNode {
  const pages = useFileLinks(entity);
  const focusOn = useEffectEvent(({ path }: { path: string }) => {
    const file = files.find((each) => each.path === path);
    const section = file && document.getElementById(idOf(file));
    section?.scrollIntoView({ block: 'start' });
    section?.querySelector('button')?.focus({ preventScroll: true });
  });
  useEffect(() => {
    if (wanted) focusOn(wanted);
  }, [wanted]);
  return (
    <div className={styles.diffs}>
      <Windowed>
        {files.map((file) => (
          <FileDiff
            key={file.path}
            isWanted={wanted?.path === file.path}
            commit={entity.uuid}
            id={idOf(file)}
            file={file}
            split={split}
            open={isOpen(file)}
            onToggle={() => setOpen(file, !isOpen(file))}
            page={pages.get(file.path)}
            viewed={viewed.has(file.path)}
            onViewed={(is) => {
              setViewed(file.path, is);
              setOpen(file, !is);
            }}
          />
        ))}
      </Windowed>
    </div>
  );
}

/** The files of a change set with a filter, and their diffs where the source reports them. */
export function ChangedFiles({
  entity,
  changeSet,
}: {
  entity: EntityDetail;
  changeSet: ChangeSet;
}): ReactNode {
  const prefix = useId();
  const marks = useViewed(entity.uuid);
  const [filter, setFilter] = useState('');
  const [sort, setSort] = useState<TableSort | null>(null);
  const [split, setSplit] = useState(false);
  const { files, total } = changeSet;
  const places = useMemo(() => new Map(files.map((file, at) => [file, at])), [files]);
  const idOf = (file: ChangedFile) => `${prefix}${String(places.get(file))}`;
  const diffs = useOpenDiffs(marks.viewed);
  // Typing goes on while the files of a long list are drawn.
  const words = useDeferredValue(filter);
  const shown = useMemo(() => sorted(matching(files, words), sort), [files, words, sort]);
  const withDiffs = hasPatches(files);
  return (
    <div className={styles.rows}>
      <ChangeSetHead
        changeSet={changeSet}
        isMerge={isTrue(entity, 'isMerge')}
        filter={filter}
        onFilter={setFilter}
        viewed={files.filter(({ path }) => marks.viewed.has(path)).length}
        {...(withDiffs ? { split, onSplit: setSplit } : {})}
      />
      {files.length < total && (
        <Note>{`The first ${plural(files.length, 'file')} of ${total} are shown; more is changed than fits here.`}</Note>
      )}
      {shown.length > 0 ? (
        <FileList files={shown} sort={sort} onSort={setSort} onOpen={withDiffs ? diffs.goTo : undefined} />
      ) : (
        <EmptyState inline title="No file matches">
          Try a part of the path.
        </EmptyState>
      )}
      {withDiffs ? (
        <FileDiffs entity={entity} files={shown} idOf={idOf} split={split} marks={marks} diffs={diffs} />
      ) : (
        <Note>{`${NO_DIFF}: ${whyNoDiff(entity)}`}</Note>
      )}
    </div>
  );
}
