import type { DeepLink } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import type { DateRange } from '@cairn/ui';
import { useKeptThumbnail } from '@cairn/saved';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useBoardCommands } from './board-commands.ts';
import { BoardHeader } from './board-header.tsx';
import { BoardNotes } from './board-notes.tsx';
import { BoardOverlays, type Overlay } from './board-overlays.tsx';
import styles from './board.module.css';
import { Canvas } from './canvas.tsx';
import { EmptyBoard } from './empty-board.tsx';
import { useBoard } from './use-board.ts';
import { useCardActions } from './use-card-actions.ts';

const draw = async (element: HTMLElement) => (await import('@cairn/views/thumbnail')).thumbnailOf(element);

/** A board to look at and, unlocked, to change. */
export function BoardEditor({ boardId, link }: { boardId: string; link: DeepLink | null }): ReactNode {
  const { setTitle, toast } = useHost();
  const board = useBoard(boardId, link);
  const { draft, dirty } = board;
  const isNew = boardId === 'new';
  const mayEdit = link?.canEdit ?? true;
  const [unlocked, setUnlocked] = useState(mayEdit && (isNew || dirty));
  const [overlay, setOverlay] = useState<Overlay>(null);
  const [range, setRange] = useState<DateRange | null>(draft.state.extras.defaultDateRange ?? null);
  const cards = useCardActions(board, setOverlay);
  useEffect(() => setTitle(draft.name), [draft.name, setTitle]);
  const page = useRef<HTMLDivElement>(null);
  useKeptThumbnail(link, {
    isSaved: !dirty,
    part: () => page.current?.querySelector<HTMLElement>('[data-board]') ?? null,
    draw,
  });
  const pick = () => setOverlay({ kind: 'picker' });
  const save = () => {
    if (isNew) setOverlay({ kind: 'settings' });
    else void board.save().then((done) => done && toast({ kind: 'info', message: `Saved ${draft.name}` }));
  };
  useBoardCommands(mayEdit, {
    save: () => dirty && save(),
    add: () => unlocked && pick(),
    lock: () => !isNew && setUnlocked(!unlocked),
  });
  return (
    <div className={styles.page} ref={page}>
      <BoardHeader
        {...{ board, boardId, link, unlocked, mayEdit, range }}
        onRange={setRange}
        onLock={setUnlocked}
        onSave={save}
        onAdd={pick}
        onSettings={() => setOverlay({ kind: 'settings' })}
      />
      <BoardNotes board={board} />
      <div className={styles.body}>
        {draft.state.layout.length === 0 ? (
          <EmptyBoard {...{ unlocked, mayEdit }} onAdd={pick} onUnlock={() => setUnlocked(true)} />
        ) : (
          <Canvas
            {...{ name: draft.name, state: draft.state, range, unlocked }}
            added={overlay === null ? cards.added : null}
            onEdit={board.edit}
            onEditCard={(id) => setOverlay({ kind: 'card', id })}
            onRemoveCard={cards.remove}
          />
        )}
      </div>
      <BoardOverlays
        {...{ overlay, board, boardId, link }}
        onRange={setRange}
        onPick={cards.add}
        onClose={() => setOverlay(null)}
      />
    </div>
  );
}
