import { Button, lazyComponent, Note, type Tone } from '@cairn/ui';
import type { ReactNode } from 'react';
import styles from './board-notes.module.css';
import { SAVE_PROBLEMS } from './save-problem.ts';
import type { OpenBoard } from './use-board.ts';

const ConflictDialog = lazyComponent(
  async () => (await import('./conflict/conflict-dialog.tsx')).ConflictDialog,
);

function BoardNote(props: { tone: Tone; action: ReactNode; children: ReactNode }): ReactNode {
  return (
    <div className={styles.frame}>
      <Note {...props} className={styles.note} />
    </div>
  );
}

/** Shows notes about unsaved changes: a conflict, a failed save, or a restored draft. */
export function BoardNotes({ board }: { board: OpenBoard }): ReactNode {
  if (board.problem === 'conflict') return <ConflictNote board={board} />;
  if (board.problem) {
    const retry = (
      <Button size="small" onClick={() => void board.save()}>
        Try again
      </Button>
    );
    return (
      <BoardNote tone="bad" action={retry}>
        {SAVE_PROBLEMS[board.problem]} Your changes are kept in this tab.
      </BoardNote>
    );
  }
  if (!board.restored) return null;
  const discard = (
    <Button size="small" onClick={board.discard}>
      Discard changes
    </Button>
  );
  return (
    <BoardNote tone="accent" action={discard}>
      These are your unsaved changes from before.
    </BoardNote>
  );
}

function ConflictNote({ board }: { board: OpenBoard }): ReactNode {
  const choices = (
    <>
      <Button size="small" variant="primary" onClick={() => void board.compare()}>
        Compare
      </Button>
      <Button size="small" onClick={() => void board.reload()}>
        Reload theirs
      </Button>
      <Button size="small" onClick={() => void board.overwrite()}>
        Overwrite with mine
      </Button>
    </>
  );
  return (
    <>
      <BoardNote tone="warn" action={choices}>
        {board.conflict ?? 'This board was saved elsewhere while you changed it.'} Nothing of yours is lost
        until you choose.
      </BoardNote>
      {board.theirs && <ConflictDialog board={board} theirs={board.theirs} />}
    </>
  );
}
