import { useHost } from '@cairn/host';
import { useSavedPage } from '@cairn/saved';
import { EmptyState, Panel } from '@cairn/ui';
import type { ReactNode } from 'react';

const BOARD = 'dashboard-v1';
/** The word with which the names of such boards begin. */
const WORD = 'insight';

/** The name of the board that the pages of a kind show, where somebody saved one. */
export function insightBoardName(kind: string): string {
  return `${WORD}-${kind}`;
}

/** The saved board of a kind; without one nothing, or where one is expected how to save one. */
export function InsightBoard({ kind, expected = false }: { kind: string; expected?: boolean }): ReactNode {
  const { renderPart } = useHost();
  const { data, isPending } = useSavedPage({ type: BOARD, filter: { words: WORD } });
  const name = insightBoardName(kind);
  const board = data?.links.find((each) => each.type === BOARD && each.name === name);
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
