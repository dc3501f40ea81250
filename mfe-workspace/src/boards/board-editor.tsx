import type { Card, DeepLink } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { Button, EmptyState, Note, type DateRange } from '@cairn/ui';
import { LayoutDashboard, LockOpen, Plus } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { BoardHeader } from './board-header.tsx';
import { useBoardCommands } from './board-commands.ts';
import { Canvas } from './canvas.tsx';
import { cardName } from './card-frame.tsx';
import { CardEditor } from './card-editor.tsx';
import { CardPicker } from './card-picker.tsx';
import { SettingsDialog } from './settings-dialog.tsx';
import { SAVE_PROBLEMS, useBoard, type OpenBoard } from './use-board.ts';

type Overlay = { kind: 'picker' } | { kind: 'settings' } | { kind: 'card'; id: string } | null;

const newId = () => crypto.randomUUID();

/** A board to look at and, unlocked, to change. */
export function BoardEditor({ boardId, link }: { boardId: string; link: DeepLink | null }): ReactNode {
  const { setTitle, toast, user } = useHost();
  const board = useBoard(boardId, link);
  const { draft, edit } = board;
  const mayEdit = link?.canEdit ?? true;
  const [unlocked, setUnlocked] = useState(mayEdit && (boardId === 'new' || board.dirty));
  const [overlay, setOverlay] = useState<Overlay>(null);
  const [fresh, setFresh] = useState<string | null>(null);
  const [range, setRange] = useState<DateRange | null>(draft.state.extras.defaultDateRange ?? null);
  useEffect(() => setTitle(draft.name), [draft.name, setTitle]);
  const save = () => {
    if (boardId === 'new') setOverlay({ kind: 'settings' });
    else void board.save().then((done) => done && toast({ kind: 'info', message: `Saved ${draft.name}` }));
  };
  useBoardCommands(mayEdit, {
    save: () => board.dirty && save(),
    add: () => unlocked && setOverlay({ kind: 'picker' }),
    lock: () => boardId !== 'new' && setUnlocked(!unlocked),
  });
  const removeCard = (id: string) => {
    const card = draft.state.data[id];
    const place = draft.state.layout.find(({ i }) => i === id);
    edit({ type: 'remove', id });
    if (!card || !place) return;
    toast({
      kind: 'undo',
      message: `Removed ${cardName(card)}`,
      onUndo: () => edit({ type: 'restore', card, place }),
    });
  };
  const addCard = (card: Card) => {
    const id = newId();
    edit({ type: 'add', id, card });
    setFresh(id);
    setOverlay(card.kind === 'markdown' ? { kind: 'card', id } : null);
  };
  return (
    <div className="ws-page">
      <BoardHeader
        board={board}
        boardId={boardId}
        link={link}
        ownerIsMe={link === null || link.userId === user.id}
        unlocked={unlocked}
        mayEdit={mayEdit}
        range={range}
        onRange={setRange}
        onLock={setUnlocked}
        onSave={save}
        onAdd={() => setOverlay({ kind: 'picker' })}
        onSettings={() => setOverlay({ kind: 'settings' })}
      />
      <BoardNotes board={board} />
      <div className="ws-board__body">
        {draft.state.layout.length === 0 ? (
          <EmptyBoard
            unlocked={unlocked}
            mayEdit={mayEdit}
            onAdd={() => setOverlay({ kind: 'picker' })}
            onUnlock={() => setUnlocked(true)}
          />
        ) : (
          <Canvas
            state={draft.state}
            range={range}
            unlocked={unlocked}
            fresh={overlay === null ? fresh : null}
            onEdit={edit}
            onEditCard={(id) => setOverlay({ kind: 'card', id })}
            onRemoveCard={removeCard}
          />
        )}
      </div>
      <Overlays
        overlay={overlay}
        board={board}
        boardId={boardId}
        link={link}
        onRange={setRange}
        onPick={addCard}
        onClose={() => setOverlay(null)}
      />
    </div>
  );
}

interface OverlaysProps {
  overlay: Overlay;
  board: OpenBoard;
  boardId: string;
  link: DeepLink | null;
  onRange: (range: DateRange | null) => void;
  onPick: (card: Card) => void;
  onClose: () => void;
}

function Overlays(props: OverlaysProps): ReactNode {
  const { overlay, board, onClose } = props;
  const { org } = useHost();
  if (overlay?.kind === 'picker') {
    return <CardPicker orgId={org.id} onClose={onClose} onPick={props.onPick} />;
  }
  if (overlay?.kind === 'settings') return <BoardSettings {...props} />;
  const card = overlay && board.draft.state.data[overlay.id];
  if (!card) return null;
  return (
    <CardEditor
      card={card}
      onClose={onClose}
      onSave={(next) => {
        board.edit({ type: 'card', id: overlay.id, card: next });
        onClose();
      }}
    />
  );
}

function BoardSettings({ board, boardId, link, onRange, onClose }: OverlaysProps): ReactNode {
  const isNew = boardId === 'new';
  return (
    <SettingsDialog
      draft={board.draft}
      link={link}
      title={isNew ? 'Save board' : 'Board settings'}
      verb={isNew ? 'Save board' : 'Apply'}
      problem={isNew && board.problem && board.problem !== 'conflict' ? SAVE_PROBLEMS[board.problem] : null}
      busy={board.saving}
      onClose={onClose}
      onSubmit={(settings) => {
        board.edit({ type: 'settings', ...settings });
        onRange(settings.extras.defaultDateRange ?? null);
        if (!isNew) return onClose();
        const { name, description, scope, extras } = settings;
        const state = { ...board.draft.state, extras };
        return void board.save({ ...board.draft, name, description, scope, state });
      }}
    />
  );
}

function BoardNotes({ board }: { board: OpenBoard }): ReactNode {
  if (board.problem === 'conflict') {
    return (
      <div className="ws-board__note">
        <Note
          tone="warn"
          action={
            <>
              <Button size="small" onClick={() => void board.reload()}>
                Reload theirs
              </Button>
              <Button size="small" onClick={() => void board.overwrite()}>
                Overwrite with mine
              </Button>
            </>
          }
        >
          This board was saved elsewhere while you changed it. Nothing of yours is lost until you choose.
        </Note>
      </div>
    );
  }
  if (board.problem) {
    return (
      <div className="ws-board__note">
        <Note
          tone="bad"
          action={
            <Button size="small" onClick={() => void board.save()}>
              Try again
            </Button>
          }
        >
          {SAVE_PROBLEMS[board.problem]} Your changes are kept in this tab.
        </Note>
      </div>
    );
  }
  return board.restored ? (
    <div className="ws-board__note">
      <Note
        tone="accent"
        action={
          <Button size="small" onClick={board.discard}>
            Discard changes
          </Button>
        }
      >
        These are your unsaved changes from before.
      </Note>
    </div>
  ) : null;
}

function EmptyBoard({
  unlocked,
  mayEdit,
  onAdd,
  onUnlock,
}: {
  unlocked: boolean;
  mayEdit: boolean;
  onAdd: () => void;
  onUnlock: () => void;
}): ReactNode {
  const action = unlocked ? (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={onAdd}>
      Add card
    </Button>
  ) : (
    mayEdit && (
      <Button icon={<LockOpen aria-hidden />} onClick={onUnlock}>
        Unlock
      </Button>
    )
  );
  return (
    <EmptyState icon={<LayoutDashboard aria-hidden />} title="Cards go here" action={action}>
      {unlocked
        ? 'A card shows a saved query or a text. Add the first one.'
        : 'This board has no cards yet. Unlock it to add one.'}
    </EmptyState>
  );
}
