import type { ChangedFile } from '@cairn/contracts';
import { Button, Panel, Skeleton, Text } from '@cairn/ui';
import type { ReactNode } from 'react';
import { isTrue, numberOf } from '../../../entity/read-entity.ts';
import { useChangeSet } from '../../../graph/graph.ts';
import type { SectionProps } from '../../../kind-page/kind-page.ts';
import { ChangeMark, FilePath, LineChange } from './file-change.tsx';
import { sorted } from './file-list.tsx';
import styles from './files-at-a-glance.module.css';
import { changedWords, titleOfNoFiles, whyNoFiles } from './change-words.ts';

const AT_A_GLANCE = 8;

function LargestFiles({ files }: { files: readonly ChangedFile[] }): ReactNode {
  const largest = sorted(files, { id: 'lines', direction: 'descending' }).slice(0, AT_A_GLANCE);
  const lines = largest.map(({ additions, deletions }) => (additions ?? 0) + (deletions ?? 0));
  return largest.map((file) => (
    <li key={file.path}>
      <ChangeMark change={file.change} />
      <FilePath file={file} />
      <LineChange file={file} most={Math.max(0, ...lines)} />
    </li>
  ));
}

/** The files with the most changes, and a button to all of them. */
export function FilesAtAGlance({ entity, openTab }: SectionProps): ReactNode {
  const { data, isError } = useChangeSet(entity.uuid);
  if (isError) return null;
  if (data?.files.length === 0) {
    return (
      <Panel title={titleOfNoFiles(entity)}>
        <Text as="p" tone="muted">
          {whyNoFiles(entity)}
        </Text>
      </Panel>
    );
  }
  const showAll = (
    <Button variant="subtle" size="small" onClick={() => openTab('change-set')}>
      Show changes
    </Button>
  );
  return (
    <Panel
      flush
      title={data ? changedWords(data.total, isTrue(entity, 'isMerge')).join(' ') : 'Files changed'}
      actions={showAll}
    >
      <ul className={styles.files}>
        {data ? (
          <LargestFiles files={data.files} />
        ) : (
          Array.from({ length: Math.min(AT_A_GLANCE, numberOf(entity, 'changedFiles') ?? 3) }, (_, at) => (
            <li key={at}>
              <Skeleton width={`${String(52 + ((at * 9) % 20))}%`} />
            </li>
          ))
        )}
      </ul>
    </Panel>
  );
}
