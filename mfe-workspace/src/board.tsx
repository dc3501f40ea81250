import type { BoardProps } from '@cairn/host';
import { ErrorState, lazyComponent } from '@cairn/ui';
import { Suspense, type ReactNode, useMemo } from 'react';
import { BoardSkeleton } from './boards/board-skeleton.tsx';
import { BehindProvider } from './boards/behind.ts';
import { useSavedBoard } from './boards/use-saved-board.ts';

const ReadOnlyBoard = lazyComponent(async () => (await import('./boards/read-only-board.tsx')).ReadOnlyBoard);

/** A saved board to look at inside another page, maybe narrowed to some rows or to an entity. */
export function Board({ boardId, rows, entity }: BoardProps): ReactNode {
  const board = useSavedBoard(boardId);
  const { kind, uuid } = entity ?? {};
  const behind = useMemo(
    () => ({ ...(rows && { rows }), ...(kind && uuid && { entity: { kind, uuid } }) }),
    [rows, kind, uuid],
  );
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
      <BehindProvider value={behind}>
        <ReadOnlyBoard link={board.data} />
      </BehindProvider>
    </Suspense>
  );
}
