import { sourceClient } from '@cairn/client';
import { sourcePreviewClient } from '@cairn/client/source-preview';
import { sourceRunClient } from '@cairn/client/source-runs';
import type { Source, SourceType, SourceWords } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { Button, IconButton, Menu, useConfirm } from '@cairn/ui';
import { useMutation } from '@tanstack/react-query';
import {
  CircleCheck,
  EllipsisVertical,
  KeyRound,
  ListChecks,
  Pause,
  Play,
  RefreshCw,
  RotateCcw,
  Trash2,
  Unplug,
  Webhook,
} from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { ChangeSource, changeLabel } from './change-source.tsx';
import { ChooseSourceParts, chooseLabel } from './choose-source-parts.tsx';
import { countsInWords } from './part-words.ts';
import { isWorking } from './source-words.ts';
import { useRemoveSource, useSourceAction, useSourceTypes } from './sources.ts';
import { useCopyWebhook } from './webhook-address.ts';

interface SourceActionsProps {
  source: Source;
  words: SourceWords;
}

/** Asks before a source is built again; the hook outlives the menu that the question comes from. */
function useRebuild({ source, words }: SourceActionsProps) {
  const { toast } = useHost();
  const confirm = useConfirm();
  const rebuild = useSourceAction((orgId) =>
    sourceClient.renormaliseSource({ params: { orgId }, input: { id: source.id } }),
  );
  const ask = async () => {
    const yes = await confirm({
      title: `Build ${source.name} again?`,
      message: `Its entities are made again from the raw data that was kept. ${words.rebuild}`,
      confirm: 'Build again',
    });
    if (yes) rebuild.mutate(undefined, { onError: ({ message }) => toast({ kind: 'error', message }) });
  };
  return { ask, isPending: rebuild.isPending };
}

/** Pauses a source, or resumes it; Undo does the other. */
function usePause({ source }: SourceActionsProps) {
  const { toast } = useHost();
  const { id, name } = source;
  const onError = ({ message }: Error) => toast({ kind: 'error', message });
  const resume = useSourceAction((orgId) =>
    sourceRunClient.resumeSource({ params: { orgId }, input: { id } }),
  );
  const pause = useSourceAction((orgId) => sourceRunClient.pauseSource({ params: { orgId }, input: { id } }));
  const isPaused = source.status === 'paused';
  const [change, back] = isPaused ? [resume, pause] : [pause, resume];
  return {
    isPaused,
    isPending: pause.isPending || resume.isPending,
    change: () =>
      change.mutate(undefined, {
        onError,
        onSuccess: () =>
          toast({
            kind: 'undo',
            message: isPaused ? `${name} is read again` : `Paused ${name}`,
            onUndo: () => back.mutate(undefined, { onError }),
          }),
      }),
  };
}

/** Asks before the token of a source is forgotten. */
function useDisconnection({ id, name }: Source) {
  const { toast } = useHost();
  const confirm = useConfirm();
  const disconnect = useSourceAction((orgId) =>
    sourceRunClient.disconnectSource({ params: { orgId }, input: { id } }),
  );
  return async () => {
    const yes = await confirm({
      title: `Disconnect ${name}?`,
      message:
        'Its token and webhook secrets are forgotten, and nothing more is read. What was read stays. A new token connects it again.',
      confirm: 'Disconnect',
      danger: true,
    });
    if (yes) disconnect.mutate(undefined, { onError: ({ message }) => toast({ kind: 'error', message }) });
  };
}

/** Asks before a source is removed. */
function useRemoval({ source, words }: SourceActionsProps) {
  const confirm = useConfirm();
  const remove = useRemoveSource(source);
  const ask = async () => {
    const yes = await confirm({
      title: `Remove ${source.name}?`,
      message: words.removal,
      confirm: 'Remove source',
      danger: true,
    });
    if (yes) remove.mutate();
  };
  return { ask, isPending: remove.isPending };
}

/** Asks the tool of a source whether its settings are still right, and says what they read. */
function useTest({ id, name }: Source) {
  const { org, toast } = useHost();
  return useMutation({
    mutationFn: () => sourcePreviewClient.testSource({ params: { orgId: org.id }, input: { id } }),
    onError: ({ message }) => toast({ kind: 'error', message }),
    onSuccess: ({ data: { parts } }) => {
      const read = parts.filter(({ isChosen }) => isChosen);
      const counts = countsInWords(read);
      const what = read.map((part) => part.name).join(', ');
      toast({
        kind: 'info',
        message: `${name} can be read${what === '' ? '' : `: ${what}`}${counts === '' ? '' : ` (${counts})`}`,
      });
    },
  });
}

/** Has a source read now, or again after a pause. */
function ReadButton({
  source,
  pause,
  connect,
  choose,
}: {
  source: Source;
  pause: ReturnType<typeof usePause>;
  /** Gives a token to a source that has none. */
  connect: () => void;
  /** Chooses the parts of a source; its words and what it does. */
  choose: { readonly label: string; readonly open: () => void } | undefined;
}): ReactNode {
  const { toast } = useHost();
  const sync = useSourceAction((orgId) =>
    sourceClient.syncSource({ params: { orgId }, input: { id: source.id } }),
  );
  if (source.disconnected) {
    return (
      <Button icon={<KeyRound aria-hidden />} onClick={connect}>
        Connect again
      </Button>
    );
  }
  if (source.awaitsChoice && choose) {
    return (
      <Button icon={<ListChecks aria-hidden />} onClick={choose.open}>
        {choose.label}
      </Button>
    );
  }
  if (pause.isPaused) {
    return (
      <Button icon={<Play aria-hidden />} loading={pause.isPending} onClick={pause.change}>
        Resume
      </Button>
    );
  }
  return (
    <Button
      icon={<RefreshCw aria-hidden />}
      loading={sync.isPending}
      disabled={isWorking(source)}
      onClick={() => sync.mutate(undefined, { onError: ({ message }) => toast({ kind: 'error', message }) })}
    >
      Sync now
    </Button>
  );
}

const useType = ({ type }: Source): SourceType | undefined =>
  useSourceTypes().data?.find((each) => each.type === type);

/** Whether the settings of a type can be changed, because it has a secret that expires. */
const isChangeable = (type: SourceType | undefined) => type?.settings.some(({ secret }) => secret) === true;

interface ConnectionItemsProps {
  readonly source: Source;
  readonly type: SourceType | undefined;
  readonly onChange: () => void;
  readonly onChoose: () => void;
}

/** What concerns the connection with the tool: what is read, its token, and the address for its messages. */
function ConnectionItems({ source, type, onChange, onChoose }: ConnectionItemsProps): ReactNode {
  const copyWebhook = useCopyWebhook(source.webhook ?? '');
  const disconnect = useDisconnection(source);
  return (
    <>
      {type?.choice && !source.disconnected && (
        <Menu.Item leftSection={<ListChecks size={16} aria-hidden />} onClick={onChoose}>
          {chooseLabel(type)}
        </Menu.Item>
      )}
      {type && (
        <Menu.Item leftSection={<KeyRound size={16} aria-hidden />} onClick={onChange}>
          {changeLabel(type)}
        </Menu.Item>
      )}
      {type && !source.disconnected && (
        <Menu.Item leftSection={<Unplug size={16} aria-hidden />} onClick={() => void disconnect()}>
          Disconnect
        </Menu.Item>
      )}
      {source.webhook && (
        <Menu.Item leftSection={<Webhook size={16} aria-hidden />} onClick={copyWebhook}>
          Copy webhook address
        </Menu.Item>
      )}
    </>
  );
}

function PauseItem({ pause }: { pause: ReturnType<typeof usePause> }): ReactNode {
  return (
    <Menu.Item
      leftSection={<Pause size={16} aria-hidden />}
      disabled={pause.isPending}
      onClick={pause.change}
    >
      Pause
    </Menu.Item>
  );
}

function TestItem({ test }: { test: ReturnType<typeof useTest> }): ReactNode {
  return (
    <Menu.Item
      leftSection={<CircleCheck size={16} aria-hidden />}
      disabled={test.isPending}
      onClick={() => test.mutate()}
    >
      Test
    </Menu.Item>
  );
}

/** The dialog of a source that is open; at most one is. */
type OpenDialog = 'change' | 'choose' | undefined;

interface SourceDialogsProps {
  readonly source: Source;
  readonly type: SourceType;
  readonly open: OpenDialog;
  readonly onClose: () => void;
}

function SourceDialogs({ open, ...shown }: SourceDialogsProps): ReactNode {
  return (
    <>
      <ChangeSource {...shown} open={open === 'change'} />
      <ChooseSourceParts {...shown} open={open === 'choose'} />
    </>
  );
}

/** The actions of an admin on a source: sync, pause, change it, build it again, copy its webhook address, remove it. */
export function SourceActions({ source, words }: SourceActionsProps): ReactNode {
  const pause = usePause({ source, words });
  const rebuild = useRebuild({ source, words });
  const removal = useRemoval({ source, words });
  const test = useTest(source);
  const [open, setOpen] = useState<OpenDialog>();
  const known = useType(source);
  const type = isChangeable(known) ? known : undefined;
  const receives = known?.receives === true;
  return (
    <>
      {(!receives || pause.isPaused) && (
        <ReadButton
          source={source}
          pause={pause}
          connect={() => setOpen('change')}
          choose={type && { label: chooseLabel(type), open: () => setOpen('choose') }}
        />
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <IconButton label={`More for ${source.name}`}>
            <EllipsisVertical size={16} aria-hidden />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          {!pause.isPaused && <PauseItem pause={pause} />}
          {!receives && <TestItem test={test} />}
          <Menu.Item
            leftSection={<RotateCcw size={16} aria-hidden />}
            disabled={isWorking(source) || rebuild.isPending}
            onClick={() => void rebuild.ask()}
          >
            Build again from raw data
          </Menu.Item>
          <ConnectionItems
            source={source}
            type={type}
            onChange={() => setOpen('change')}
            onChoose={() => setOpen('choose')}
          />
          <Menu.Divider />
          <Menu.Item
            data-danger
            leftSection={<Trash2 size={16} aria-hidden />}
            disabled={removal.isPending}
            onClick={() => void removal.ask()}
          >
            Remove source
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {type && <SourceDialogs source={source} type={type} open={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}
