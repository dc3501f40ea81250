import type { BoardProps } from '@cairn/host';
import { ErrorState, lazyComponent } from '@cairn/ui';
import { Suspense, type ReactNode } from 'react';
import { BoardSkeleton } from './boards/board-skeleton.tsx';
import { RowsBehindProvider } from './boards/rows-behind.ts';
import { useSavedBoard } from './boards/use-saved-board.ts';

const ReadOnlyBoard = lazyComponent(async () => (await import('./boards/read-only-board.tsx')).ReadOnlyBoard);

/** A saved board to look at inside another page, maybe narrowed to some rows. */
export function Board({ boardId, rows }: BoardProps): ReactNode {
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
  return (
    <Suspense fallback={<BoardSkeleton />}>
      <RowsBehindProvider value={rows ?? null}>
        <ReadOnlyBoard link={board.data} />
      </RowsBehindProvider>
    </Suspense>
  );
}
