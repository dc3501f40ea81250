import { READ_ONLY_MESSAGE, type DeepLink } from '@cairn/contracts';
import { addressAt, actorOf, useHost } from '@cairn/host';
import {
  Badge,
  Button,
  DateRangePicker,
  IconButton,
  Menu,
  PageHeader,
  Text,
  Tooltip,
  useConfirm,
  type DateRange,
} from '@cairn/ui';
import { ExportItems } from '@cairn/views/export-items';
import { Ellipsis, FolderPlus, Lock, LockOpen, Plus, Settings2, Trash2, Undo2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { workspaceClient } from '@cairn/client';
import { FollowBell, useRestoreThing, useSavedCache, useSpaceControl } from '@cairn/saved';
import { BoardChat, chatSourcesOf } from './board-chat.tsx';
import styles from './board-header.module.css';
import { useAbout } from './use-about.ts';
import type { OpenBoard } from './use-board.ts';

interface HeaderProps {
  board: OpenBoard;
  boardId: string;
  link: DeepLink | null;
  unlocked: boolean;
  mayEdit: boolean;
  range: DateRange | null;
  onRange: (range: DateRange | null) => void;
  onLock: (unlocked: boolean) => void;
  onSave: () => void;
  onAdd: () => void;
  onSettings: () => void;
}

/** Title, dates and actions of a board. */
export function BoardHeader(props: HeaderProps): ReactNode {
  const { board, link, unlocked, mayEdit } = props;
  const { firstDay, timezone, user } = useHost();
  const { openSpaces, spaces } = useSpacePicker(link);
  const owner = link?.userId !== user.id && link?.ownerName ? `By ${link.ownerName}` : null;
  return (
    <PageHeader
      title={board.draft.name}
      description={board.draft.description || owner}
      actions={
        <>
          {board.dirty && (
            <span role="status">
              <Badge tone="warn">Unsaved</Badge>
            </span>
          )}
          <DateRangePicker
            label="Dates of the board"
            clearable
            placeholder="Each card's own dates"
            timezone={timezone}
            firstDay={firstDay}
            value={props.range}
            onChange={props.onRange}
          />
          <BoardChat boardId={props.boardId} draft={board.draft} range={props.range} />
          {link && <FollowBell kind="board" id={link.id} name={link.name} />}
          {mayEdit ? (
            <EditActions {...props} onSpaces={openSpaces} />
          ) : (
            <ViewOnly {...props} onSpaces={openSpaces} />
          )}
          {unlocked && mayEdit && (board.dirty || props.boardId === 'new') && (
            <Button
              variant="primary"
              loading={board.saving}
              disabled={props.boardId !== 'new' && !board.dirty}
              onClick={props.onSave}
            >
              Save board
            </Button>
          )}
          {spaces}
        </>
      }
    />
  );
}

type SaveItemsProps = Pick<HeaderProps, 'board' | 'range'>;

/** Saves the board as it is drawn; the file says its dates, where it is from, and what its cards ask. */
function SaveItems({ board, range }: SaveItemsProps): ReactNode {
  const about = useAbout();
  return (
    <ExportItems
      part={() => document.querySelector('[data-board]')}
      formats={['png', 'pdf']}
      about={() => about.board(chatSourcesOf(board.draft.state, range), range)}
    />
  );
}

/** Opens the picker that puts the board into a space; a board that is not saved has none. */
function useSpacePicker(link: DeepLink | null) {
  const { renderPart } = useHost();
  const [isOpen, setOpen] = useState(false);
  if (!link) return { openSpaces: undefined, spaces: null };
  const item = { type: 'board' as const, name: link.name, config: { id: link.id } };
  const spaces = isOpen && renderPart('workspace/SpacePicker', { item, onClose: () => setOpen(false) });
  return { openSpaces: () => setOpen(true), spaces };
}

interface SpacesProps {
  /** Undefined for a board that is not saved. */
  onSpaces: (() => void) | undefined;
}

function SpaceItem({ onSpaces }: SpacesProps): ReactNode {
  const control = useSpaceControl();
  if (!onSpaces) return null;
  return (
    <Menu.Item leftSection={<FolderPlus size={14} />} onClick={onSpaces} {...control}>
      Add to space
    </Menu.Item>
  );
}

function ViewOnly({ board, range, onSpaces }: SaveItemsProps & SpacesProps): ReactNode {
  return (
    <>
      <ReadOnlyNote />
      <Menu position="bottom-end">
        <Menu.Target>
          <IconButton label="Board menu">
            <Ellipsis size={16} aria-hidden />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          <SpaceItem onSpaces={onSpaces} />
          <SaveItems {...{ board, range }} />
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

function ReadOnlyNote(): ReactNode {
  const isViewer = actorOf(useHost()).role === 'viewer';
  const words = 'Its owner, an org admin or a super admin can change it';
  return (
    <Tooltip label={isViewer ? READ_ONLY_MESSAGE : words}>
      <Text tone="muted" className={styles.viewOnly} tabIndex={0}>
        <Lock size={15} aria-hidden />
        View only
      </Text>
    </Tooltip>
  );
}

function EditActions(props: HeaderProps & SpacesProps): ReactNode {
  const { unlocked, board } = props;
  return (
    <>
      {unlocked && (
        <Button icon={<Plus aria-hidden />} onClick={props.onAdd}>
          Add card
        </Button>
      )}
      {props.boardId !== 'new' && (
        <Button
          icon={unlocked ? <Lock aria-hidden /> : <LockOpen aria-hidden />}
          aria-pressed={unlocked}
          onClick={() => props.onLock(!unlocked)}
        >
          {unlocked ? 'Lock' : 'Unlock'}
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <IconButton label="Board menu">
            <Ellipsis size={16} aria-hidden />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Settings2 size={14} />} onClick={props.onSettings}>
            Board settings
          </Menu.Item>
          <SpaceItem onSpaces={props.onSpaces} />
          <SaveItems {...{ board, range: props.range }} />
          <Menu.Item leftSection={<Undo2 size={14} />} disabled={!board.dirty} onClick={board.discard}>
            Discard changes
          </Menu.Item>
          {props.link && <DeleteItem link={props.link} board={board} />}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

function DeleteItem({ link, board }: { link: DeepLink; board: OpenBoard }): ReactNode {
  const { org, navigate, toast } = useHost();
  const cache = useSavedCache();
  const confirm = useConfirm();
  const restore = useRestoreThing();
  const bringBack = async () => {
    try {
      const { id } = await restore(link.id);
      navigate(addressAt(org.id, 'boards', id));
    } catch (error) {
      toast({ kind: 'error', message: error instanceof Error ? error.message : 'Unexpected error.' });
    }
  };
  const remove = async () => {
    const sure = await confirm({
      title: 'Delete this board?',
      message: `“${link.name}” goes for everybody who can see it. The saved queries on it stay.`,
      confirm: 'Delete board',
      danger: true,
    });
    if (!sure) return;
    try {
      await workspaceClient.deleteLink({ input: { org_id: org.id, id: link.id } });
      board.revert();
      navigate(addressAt(org.id, 'boards', 'new'), { replace: true });
      cache.drop(link.id);
      toast({ kind: 'undo', message: `Deleted ${link.name}`, onUndo: () => void bringBack() });
    } catch {
      toast({ kind: 'error', message: 'Unexpected error.' });
    }
  };
  return (
    <>
      <Menu.Divider />
      <Menu.Item data-danger leftSection={<Trash2 size={14} />} onClick={() => void remove()}>
        Delete board
      </Menu.Item>
    </>
  );
}
