import type { OrgId, Source } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { Badge, Button, IconButton, Menu, Note, ProgressBar, useConfirm, Text } from '@cairn/ui';
import { EllipsisVertical, FlaskConical, GitBranch, RefreshCw, RotateCcw, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { graphClient } from '@cairn/client';
import { isWorking, lastReadInWords, progressInWords, statusOf } from './source-words.ts';
import { useRemoveSource, useSourceDeed } from './sources.ts';
import styles from './integrations.module.css';

/** One source with its state, its notes and its deeds. */
export function SourceRow({ source }: { source: Source }): ReactNode {
  const { word, tone } = statusOf(source);
  const { done, total } = source.progress;
  const working = isWorking(source);
  const isSimulated = source.type === 'simulated';
  const Icon = isSimulated ? FlaskConical : GitBranch;
  return (
    <li className={styles['source']}>
      <div className={styles['line']}>
        <span className={styles['icon']}>
          <Icon size={16} aria-hidden />
        </span>
        <div className={styles['words']}>
          <Text as="h2" truncate>
            {source.name}
          </Text>
          <Text as="div" tone="muted">
            {lastReadInWords(source)}
            {isSimulated && ', once and for all: there is nothing to sync or to build again'}
          </Text>
        </div>
        <Badge tone={tone}>{word}</Badge>
        {!isSimulated && <SourceDeeds source={source} />}
      </div>
      {working && (
        <div className={styles['progress']}>
          <ProgressBar label={`${word} of ${source.name}`} {...(total ? { value: done / total } : {})} />
          <Text tone="muted" numeric>
            {progressInWords(source)}
          </Text>
        </div>
      )}
      {source.error && (
        <Note tone="bad">
          {source.error.message} <code>{source.error.code}</code>
        </Note>
      )}
      {source.notes.map((note) => (
        <Note key={note} tone="warn">
          {note}
        </Note>
      ))}
    </li>
  );
}

function SourceDeeds({ source }: { source: Source }): ReactNode {
  const { toast } = useHost();
  const confirm = useConfirm();
  const id = source.id;
  const sync = useSourceDeed((orgId) =>
    graphClient.syncSource({ params: { orgId: orgId as OrgId }, input: { id } }),
  );
  const rebuild = useSourceDeed((orgId) =>
    graphClient.renormaliseSource({ params: { orgId: orgId as OrgId }, input: { id } }),
  );
  const onError = (error: Error) => toast({ kind: 'error', message: error.message });
  const askToRebuild = async () => {
    const yes = await confirm({
      title: `Build ${source.name} again?`,
      message:
        'Its entities are made again from the raw data that was kept. Nothing is read from the repository.',
      confirm: 'Build again',
    });
    if (yes) rebuild.mutate(undefined, { onError });
  };
  const remove = useRemoveSource(source);
  const askToRemove = async () => {
    const yes = await confirm({
      title: `Remove ${source.name}?`,
      message:
        'Its commits, files, branches and releases leave every page and chart, and so do people who have nothing else here. The repository itself stays as it is; adding it again, or starting Cairn with its path, reads it anew.',
      confirm: 'Remove source',
      danger: true,
    });
    if (yes) remove.mutate();
  };
  return (
    <>
      <Button
        icon={<RefreshCw aria-hidden />}
        loading={sync.isPending}
        disabled={isWorking(source)}
        onClick={() => sync.mutate(undefined, { onError })}
      >
        Sync now
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <IconButton label={`More for ${source.name}`}>
            <EllipsisVertical size={16} aria-hidden />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<RotateCcw size={16} aria-hidden />}
            disabled={isWorking(source) || rebuild.isPending}
            onClick={() => void askToRebuild()}
          >
            Build again from raw data
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            data-danger
            leftSection={<Trash2 size={16} aria-hidden />}
            disabled={remove.isPending}
            onClick={() => void askToRemove()}
          >
            Remove source
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
