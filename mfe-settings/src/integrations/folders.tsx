import { sourceClient } from '@cairn/client';
import type { AllowedFolder } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { Button, EmptyState, ErrorState, TableSkeleton, Text, useConfirm } from '@cairn/ui';
import { Folder, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { AllowFolder } from './allow-folder.tsx';
import { forbiddingInWords, readersInWords } from './folder-words.ts';
import { useChangeFolders, useFolders } from './use-folders.ts';
import styles from './integrations.module.css';

/** The folders of the machine that sources may read. Superusers change them; other admins see them, and whom to ask. */
export function Folders(): ReactNode {
  const { user } = useHost();
  const [allowing, setAllowing] = useState(false);
  return (
    <section aria-label="Folders">
      <div className={styles['head']}>
        <h2>Folders</h2>
        {user.superuser && (
          <Button icon={<Plus aria-hidden />} onClick={() => setAllowing(true)}>
            Allow folder
          </Button>
        )}
      </div>
      <Text as="p" tone="muted" className={styles['hint'] ?? ''}>
        Repositories are read only inside these folders of the machine that runs Cairn.{' '}
        {user.superuser
          ? 'They are allowed for this organization alone.'
          : 'Only a superuser changes them: ask whoever runs this Cairn.'}
      </Text>
      <FolderList />
      <AllowFolder open={allowing} onClose={() => setAllowing(false)} />
    </section>
  );
}

function FolderList(): ReactNode {
  const { user } = useHost();
  const { data, error, refetch } = useFolders();
  if (error && !data) {
    return (
      <ErrorState inline title="The folders cannot be read" error={error} onRetry={() => void refetch()} />
    );
  }
  if (!data) return <TableSkeleton rows={1} columns={2} rowHeight={64} />;
  if (data.length === 0) {
    return (
      <EmptyState inline icon={<Folder aria-hidden />} title="No folder is allowed">
        {user.superuser
          ? 'Allow the folder that holds your repositories; admins can add them as sources then.'
          : 'No repository can be added until a superuser of this Cairn allows its folder.'}
      </EmptyState>
    );
  }
  return (
    <ul className={styles['sources']} aria-label="Allowed folders">
      {data.map((folder) => (
        <FolderRow key={folder.path} folder={folder} folders={data} />
      ))}
    </ul>
  );
}

function FolderRow({
  folder,
  folders,
}: {
  folder: AllowedFolder;
  folders: readonly AllowedFolder[];
}): ReactNode {
  const { user } = useHost();
  return (
    <li className={styles['source']}>
      <div className={styles['line']}>
        <span className={styles['icon']}>
          <Folder size={16} aria-hidden />
        </span>
        <div className={styles['words']}>
          <Text as="div" mono className={styles['path'] ?? ''}>
            {folder.path}
          </Text>
          <Text as="div" tone="muted">
            {readersInWords(folder)}
          </Text>
        </div>
        {user.superuser && <ForbidFolder folder={folder} folders={folders} />}
      </div>
    </li>
  );
}

function ForbidFolder({
  folder,
  folders,
}: {
  folder: AllowedFolder;
  folders: readonly AllowedFolder[];
}): ReactNode {
  const { toast } = useHost();
  const confirm = useConfirm();
  const forbid = useChangeFolders(sourceClient.forbidFolder);
  const allow = useChangeFolders(sourceClient.allowFolder);
  const onError = ({ message }: Error) => toast({ kind: 'error', message });
  const onUndo = () => void allow.mutateAsync(folder.path).catch(onError);
  const ask = async () => {
    const yes = await confirm({
      title: `Forbid ${folder.path}?`,
      message: forbiddingInWords(folder, folders),
      confirm: 'Forbid folder',
      danger: true,
    });
    if (!yes) return;
    // The row is gone with its folder, so callbacks of the call itself would not run.
    await forbid
      .mutateAsync(folder.path)
      .then(
        () => toast({ kind: 'undo', message: `Sources may no longer read ${folder.path}`, onUndo }),
        onError,
      );
  };
  return (
    <Button
      variant="subtle"
      aria-label={`Forbid ${folder.path}`}
      loading={forbid.isPending}
      onClick={() => void ask()}
    >
      Forbid
    </Button>
  );
}
