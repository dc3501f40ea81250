import type { ChangedFile } from '@cairn/contracts';
import { EmptyState, ErrorState, Note, plural, TableSkeleton, type TableSort, TextField } from '@cairn/ui';
import { Segmented } from '@cairn/ui/fields';
import { FileDiff as FileDiffIcon, Search } from 'lucide-react';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { type ChangeSet, useChangeSet } from '../graph/graph.ts';
import { usePlace } from '../place/place.tsx';
import { LineChange } from './file-change.tsx';
import { FileDiff } from './file-diff.tsx';
import { NO_CHANGE_OF_ITS_OWN } from './files-at-a-glance.tsx';
import { FileList, sorted } from './file-list.tsx';

const NO_DIFF = 'No diff data available';
/** Some sources tell which files changed and by how many lines, and no more. */
const hasTexts = (files: readonly ChangedFile[]) =>
  files.some(({ patch, reason }) => patch !== null || reason !== NO_DIFF);

const sumOf = (files: readonly ChangedFile[], side: 'additions' | 'deletions') =>
  files.reduce((sum, file) => sum + (file[side] ?? 0), 0);

/** Files whose path has every word of the filter, in any case. */
export function matching(files: readonly ChangedFile[], filter: string): readonly ChangedFile[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return files.filter(({ path }) => words.every((word) => path.toLowerCase().includes(word)));
}

function Files({ changeSet }: { changeSet: ChangeSet }): ReactNode {
  const place = usePlace();
  const prefix = useId();
  const [filter, setFilter] = useState('');
  const [sort, setSort] = useState<TableSort | null>(null);
  const [split, setSplit] = useState(false);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const { files, total } = changeSet;
  const isText = hasTexts(files);
  const shown = useMemo(() => sorted(matching(files, filter), sort), [files, filter, sort]);
  const idOf = (file: ChangedFile) => `${prefix}${files.indexOf(file)}`;
  const toggle = ({ path }: ChangedFile, open: boolean) => {
    setClosed((before) => new Set(open ? [...before].filter((each) => each !== path) : [...before, path]));
  };
  const goTo = (file: ChangedFile) => {
    toggle(file, true);
    const section = document.getElementById(idOf(file));
    section?.scrollIntoView({ block: 'start' });
    section?.querySelector('button')?.focus({ preventScroll: true });
  };
  return (
    <div className="en-change-set">
      <div className="en-change-set__head">
        <span className="cn-numeric">
          <strong>{plural(total, 'file')}</strong> changed
        </span>
        <LineChange file={{ additions: sumOf(files, 'additions'), deletions: sumOf(files, 'deletions') }} />
        <span className="en-grow" />
        <TextField
          aria-label="Filter files"
          placeholder="Filter files"
          size="xs"
          leftSection={<Search size={14} aria-hidden />}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
        {place === 'page' && isText && (
          <Segmented
            aria-label="Diff layout"
            data={[
              { value: 'unified', label: 'Unified' },
              { value: 'split', label: 'Split' },
            ]}
            value={split ? 'split' : 'unified'}
            onChange={(value) => setSplit(value === 'split')}
          />
        )}
      </div>
      {files.length < total && (
        <Note>{`The first ${plural(files.length, 'file')} of ${total} are shown; the commit changes more than fits here.`}</Note>
      )}
      {shown.length > 0 ? (
        <FileList files={shown} sort={sort} onSort={setSort} onOpen={isText ? goTo : undefined} />
      ) : (
        <EmptyState inline title="No file matches">
          Try a part of the path.
        </EmptyState>
      )}
      {isText ? (
        <div className="en-diffs">
          {shown.map((file) => (
            <FileDiff
              key={file.path}
              id={idOf(file)}
              file={file}
              split={split}
              open={!closed.has(file.path)}
              onToggle={() => toggle(file, closed.has(file.path))}
            />
          ))}
        </div>
      ) : (
        <Note>{`${NO_DIFF}: the source tells which files changed, and not what changed in them.`}</Note>
      )}
    </div>
  );
}

/** What a commit changed: a list of files, and the diff of each below. */
export function ChangeSetTab({ uuid, isMerge }: { uuid: string; isMerge: boolean }): ReactNode {
  const changeSet = useChangeSet(uuid);
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
        {isMerge ? NO_CHANGE_OF_ITS_OWN : 'This commit changes no file.'}
      </EmptyState>
    );
  }
  return <Files changeSet={changeSet.data} />;
}
