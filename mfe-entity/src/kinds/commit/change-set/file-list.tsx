import type { ChangedFile } from '@cairn/contracts';
import { DataTable, type TableColumn, type TableSort } from '@cairn/ui';
import type { ReactNode } from 'react';
import styles from './file-list.module.css';
import { ChangeMark, FilePath, LineChange } from './file-change.tsx';

/** The largest height of the list, and the height of a row (E§2). */
const MOST_PX = 600;
const ROW_PX = 32;

const heightOf = (rows: number) => Math.min(MOST_PX, (rows + 1) * (ROW_PX + 1) + 1);
const linesOf = ({ additions, deletions }: ChangedFile) => (additions ?? 0) + (deletions ?? 0);

/** The files in the order of a sort; unchanged without one. */
export function sorted(files: readonly ChangedFile[], sort: TableSort | null): readonly ChangedFile[] {
  if (!sort) return files;
  const sign = sort.direction === 'ascending' ? 1 : -1;
  return files.toSorted((one, other) => {
    if (sort.id === 'lines') return sign * (linesOf(one) - linesOf(other));
    if (sort.id === 'change') return sign * one.change.localeCompare(other.change);
    return sign * one.path.localeCompare(other.path);
  });
}

/** The changed files; choosing one scrolls to its diff, if there are diffs. */
export function FileList({
  files,
  sort,
  onSort,
  onOpen,
}: {
  files: readonly ChangedFile[];
  sort: TableSort | null;
  onSort: (sort: TableSort) => void;
  onOpen: ((file: ChangedFile) => void) | undefined;
}): ReactNode {
  const most = Math.max(0, ...files.map(linesOf));
  const columns: TableColumn<ChangedFile>[] = [
    {
      id: 'change',
      header: 'Change',
      width: 84,
      sortable: true,
      cell: ({ change }) => <ChangeMark change={change} />,
    },
    { id: 'path', header: 'File', least: 160, sortable: true, cell: (file) => <FilePath file={file} /> },
    {
      id: 'lines',
      header: 'Lines',
      width: 190,
      least: 96,
      numeric: true,
      sortable: true,
      cell: (file) => <LineChange file={file} most={most} />,
    },
  ];
  return (
    <div className={styles.files} style={{ height: heightOf(files.length) }}>
      <DataTable
        label="Changed files"
        columns={columns}
        rows={files}
        rowId={({ path }) => path}
        rowHeight={ROW_PX}
        sort={sort}
        onSort={onSort}
        {...(onOpen ? { onOpen } : {})}
        rowName={({ path }) => path}
      />
    </div>
  );
}
