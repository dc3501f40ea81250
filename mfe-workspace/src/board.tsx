import type { BoardProps } from '@cairn/host';
import { ErrorState } from '@cairn/ui';
import { lazy, Suspense, type ReactNode } from 'react';
import { BoardSkeleton } from './boards/board-skeleton.tsx';
import { draftOf, useSavedBoard } from './boards/use-board.ts';
import './workspace.css';

const Canvas = lazy(async () => ({ default: (await import('./boards/canvas.tsx')).Canvas }));
const ignore = () => undefined;

/** A saved board to look at inside another page. */
export function Board({ boardId }: BoardProps): ReactNode {
  const board = useSavedBoard(boardId);
  if (board.isPending) return <BoardSkeleton />;
  if (board.isError) {
    return (
      <ErrorState
        title="The board could not be read"
        error={board.error}
        onRetry={() => void board.refetch()}
      />
    );
  }
  const draft = draftOf(board.data);
  return draft ? (
    <Suspense fallback={<BoardSkeleton />}>
      <Canvas
        state={draft.state}
        range={draft.state.extras.defaultDateRange ?? null}
        unlocked={false}
        onEdit={ignore}
        onEditCard={ignore}
        onRemoveCard={ignore}
      />
    </Suspense>
  ) : (
    <ErrorState title="This board cannot be shown">
      It was saved in a form that this version of Cairn does not read.
    </ErrorState>
  );
}
