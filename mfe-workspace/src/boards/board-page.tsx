import { createDenial, SAVED_TYPES, type DeepLink } from '@cairn/contracts';
import { addressAt, actorOf, useHost } from '@cairn/host';
import { Button, EmptyState, ErrorState } from '@cairn/ui';
import { LayoutDashboard, Lock } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { workspaceClient } from '@cairn/client';
import { BoardEditor } from './board-editor.tsx';
import { BoardSkeleton } from './board-skeleton.tsx';
import { useCardTable } from './cards/card-table.ts';
import { draftOf } from './draft.ts';
import { useSavedBoard } from './use-saved-board.ts';

/** The page of a board: `start`, `new`, or a saved id (W§4). */
export function BoardPage(): ReactNode {
  const { boardId = 'start' } = useParams();
  if (boardId === 'start') return <NoBoardChosen />;
  return boardId === 'new' ? <NewBoard /> : <SavedBoard key={boardId} boardId={boardId} />;
}

const useMayCreate = () => createDenial(actorOf(useHost()), SAVED_TYPES['dashboard-v1']) === null;

function NoBoardChosen(): ReactNode {
  const { org, navigate } = useHost();
  const mayCreate = useMayCreate();
  return (
    <EmptyState
      whole
      icon={<LayoutDashboard aria-hidden />}
      title="Choose a board"
      action={
        <>
          <Button onClick={() => navigate(addressAt(org.id, 'library', { filter: 'type:board' }))}>
            Open the library
          </Button>
          {mayCreate && (
            <Button variant="primary" onClick={() => navigate(addressAt(org.id, 'boards', 'new'))}>
              New board
            </Button>
          )}
        </>
      }
    >
      A board keeps the questions you ask often on one page.
    </EmptyState>
  );
}

function NewBoard(): ReactNode {
  const { org, navigate } = useHost();
  if (!useMayCreate()) {
    return (
      <EmptyState
        whole
        icon={<Lock aria-hidden />}
        title="Creating boards needs an org admin"
        action={
          <Button onClick={() => navigate(addressAt(org.id, 'library', { filter: 'type:board' }))}>
            See the boards
          </Button>
        }
      >
        {org.role === 'viewer'
          ? `Your account only reads what is in ${org.name}.`
          : `Ask an admin of ${org.name} to make one, or save your question as a query.`}
      </EmptyState>
    );
  }
  return <BoardEditor boardId="new" link={null} />;
}

function SavedBoard({ boardId }: { boardId: string }): ReactNode {
  const { org } = useHost();
  const board = useSavedBoard(boardId);
  const found = board.data !== undefined;
  useEffect(() => {
    // A count that fails is no reason to disturb a reader.
    if (found) workspaceClient.hitLink({ input: { org_id: org.id, id: boardId } }).catch(() => undefined);
  }, [found, org.id, boardId]);
  if (board.data) return <ReadableBoard boardId={boardId} link={board.data} />;
  if (board.isPending) return <BoardSkeleton />;
  return board.error.code === 'not_found' ? (
    <NotFound />
  ) : (
    <ErrorState
      title="The board could not be read"
      error={board.error}
      onRetry={() => void board.refetch()}
    />
  );
}

function ReadableBoard({ boardId, link }: { boardId: string; link: DeepLink }): ReactNode {
  const { boardState } = useCardTable();
  if (link.type !== 'dashboard-v1') return <NotFound />;
  if (!draftOf(link, boardState)) {
    return (
      <ErrorState title="This board cannot be shown">
        It was saved in a form that this version of Cairn does not read. Nothing of it was changed.
      </ErrorState>
    );
  }
  return <BoardEditor boardId={boardId} link={link} />;
}

function NotFound(): ReactNode {
  const { org, navigate } = useHost();
  return (
    <EmptyState
      whole
      icon={<LayoutDashboard aria-hidden />}
      title="There is no such board"
      action={
        <Button onClick={() => navigate(addressAt(org.id, 'library', { filter: 'type:board' }))}>
          See the boards
        </Button>
      }
    >
      It may have been deleted, or it is private to somebody else.
    </EmptyState>
  );
}
