import { useHost } from '@cairn/host';
import { useSavedPage } from '@cairn/saved';
import { EmptyState, Panel } from '@cairn/ui';
import type { ReactNode } from 'react';

const BOARD = 'dashboard-v1';
/** The word with which the names of such boards begin. */
const WORD = 'insight';

/** The name of the board that the pages of a kind show, where somebody saved one. */
function insightBoardName(kind: string): string {
  return `${WORD}-${kind}`;
}

/** The saved board of a kind; undefined without one. */
function useInsightBoard(kind: string) {
  const { data, isPending } = useSavedPage({ type: BOARD, filter: { words: WORD } });
  const name = insightBoardName(kind);
  return { name, isPending, board: data?.links.find((each) => each.type === BOARD && each.name === name) };
}

/** Draws what depends on whether a board is saved for a kind, once that is known. */
export function IfInsightBoard({
  kind,
  children,
}: {
  kind: string;
  children: (isSaved: boolean) => ReactNode;
}): ReactNode {
  const { board, isPending } = useInsightBoard(kind);
  return isPending ? null : children(board !== undefined);
}

/** The saved board of a kind; without one nothing, or where one is expected how to save one. */
export function InsightBoard({ kind, expected = false }: { kind: string; expected?: boolean }): ReactNode {
  const { renderPart } = useHost();
  const { name, board, isPending } = useInsightBoard(kind);
  if (board)
    return <section aria-label={name}>{renderPart('workspace/Board', { boardId: board.id })}</section>;
  if (!expected || isPending) return null;
  return (
    <Panel>
      <EmptyState inline title="Metrics dashboard not found">
        {`A board that is saved as ${name} is shown here for everybody who may see it.`}
      </EmptyState>
    </Panel>
  );
}
