import { useHost, type ChatPanelSource } from '@cairn/host';
import { emptyQuery, type Query } from '@cairn/query';
import { IconButton, type DateRange } from '@cairn/ui';
import { MessagesSquare } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { cardQuery, exploreTitle, savedViewOf } from './cards/explore/card-query.ts';
import { ExploreCard } from './cards/explore/explore-card-state.ts';
import type { BoardDraft } from './edits.ts';

type BoardContent = BoardDraft['state'];

/** The queries that the cards of a board ask, in the order of its layout and in its dates. */
export function chatSourcesOf({ layout, data }: BoardContent, range: DateRange | null): ChatPanelSource[] {
  const inOrder = layout.toSorted((one, other) => one.y - other.y || one.x - other.x);
  return inOrder.flatMap(({ i }) => {
    const card = ExploreCard.safeParse(data[i]).data;
    if (!card || card.state.params.select.length === 0) return [];
    return [{ title: exploreTitle(card), query: cardQuery(card, range), view: savedViewOf(card) }];
  });
}

/** The dates and filters of a board as a query. */
function withinBoard({ extras }: BoardContent, range: DateRange | null): Query {
  return { ...emptyQuery(), ...range, filters: extras.defaultFilters };
}

interface BoardChatProps {
  boardId: string;
  draft: BoardDraft;
  range: DateRange | null;
}

/** Opens the conversation about a board, beside it (W§2.9). */
export function BoardChat(props: BoardChatProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton label="Chat about this board" aria-pressed={isOpen} onClick={() => setOpen(!isOpen)}>
        <MessagesSquare size={16} aria-hidden />
      </IconButton>
      {isOpen && <Conversation {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function Conversation({
  boardId,
  draft,
  range,
  onClose,
}: BoardChatProps & { onClose: () => void }): ReactNode {
  const { renderPart } = useHost();
  const { name, state } = draft;
  const sources = useMemo(() => chatSourcesOf(state, range), [state, range]);
  const within = useMemo(() => withinBoard(state, range), [state, range]);
  return renderPart('workspace/ChatPanel', {
    place: `board.${boardId}`,
    title: name,
    sources,
    within,
    onClose,
  });
}
