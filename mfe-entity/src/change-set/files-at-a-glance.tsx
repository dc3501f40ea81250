import { Button, Panel, plural, Skeleton } from '@cairn/ui';
import type { ReactNode } from 'react';
import { useChangeSet } from '../graph/graph.ts';
import { ChangeMark, FilePath, LineChange } from './file-change.tsx';
import { sorted } from './file-list.tsx';

const AT_A_GLANCE = 8;
export const NO_CHANGE_OF_ITS_OWN = 'A merge brings no change of its own: see the commits it merges.';

/** The files that a commit changed most, and the way to all of them. */
export function FilesAtAGlance({
  uuid,
  isMerge,
  onShowAll,
}: {
  uuid: string;
  isMerge: boolean;
  onShowAll: () => void;
}): ReactNode {
  const { data, isError } = useChangeSet(uuid);
  if (isError) return null;
  if (data?.files.length === 0) {
    return (
      <Panel title="No files changed">
        <p className="cn-muted">{isMerge ? NO_CHANGE_OF_ITS_OWN : 'This commit changes no file.'}</p>
      </Panel>
    );
  }
  const files = data && sorted(data.files, { id: 'lines', direction: 'descending' }).slice(0, AT_A_GLANCE);
  const most = Math.max(
    0,
    ...(files ?? []).map(({ additions, deletions }) => (additions ?? 0) + (deletions ?? 0)),
  );
  return (
    <Panel
      flush
      title={data ? `${plural(data.total, 'file')} changed` : 'Files changed'}
      actions={
        <Button variant="subtle" size="small" onClick={onShowAll}>
          Show changes
        </Button>
      }
    >
      <ul className="en-glance">
        {files
          ? files.map((file) => (
              <li key={file.path}>
                <ChangeMark change={file.change} />
                <FilePath file={file} />
                <LineChange file={file} most={most} />
              </li>
            ))
          : [70, 52, 61].map((width) => (
              <li key={width}>
                <Skeleton width={`${width}%`} />
              </li>
            ))}
      </ul>
    </Panel>
  );
}
