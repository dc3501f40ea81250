import { createDenial, SAVED_TYPES } from '@cairn/contracts';
import { actorOf, useHost } from '@cairn/host';
import { useSavedPage } from '@cairn/saved';
import { Panel, Text } from '@cairn/ui';
import type { ReactNode } from 'react';
import { kindOf } from '../entity/read-entity.ts';
import type { EntityProps } from '../kind-page/kind-page.ts';

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

const useMayCreate = () => createDenial(actorOf(useHost()), SAVED_TYPES[BOARD]) === null;

/**
 * The saved board of the entity's kind, narrowed to the entity. Without one nothing, or where one is expected how to
 * save one, for those who may.
 */
export function InsightBoard({
  entity,
  expected = false,
}: EntityProps & { readonly expected?: boolean }): ReactNode {
  const { renderPart } = useHost();
  const kind = kindOf(entity);
  const { name, board, isPending } = useInsightBoard(kind);
  const mayCreate = useMayCreate();
  if (board) {
    const part = renderPart('workspace/Board', { boardId: board.id, entity: { kind, uuid: entity.uuid } });
    return <section aria-label={name}>{part}</section>;
  }
  if (!expected || isPending || !mayCreate) return null;
  return (
    <Panel title="Metrics dashboard not found">
      <Text as="p" tone="muted">
        {`A board that is saved as ${name} is shown here for everybody who may see it.`}
      </Text>
    </Panel>
  );
}
