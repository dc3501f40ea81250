import type { BoardState, ExploreState } from '@cairn/contracts';

const CARD = { w: 6, h: 6 };

/** A query that becomes a card. */
export interface NewCard {
  readonly title: string;
  readonly state: ExploreState;
  /** The saved query that it is made from. */
  readonly savedId?: string;
}

/** The board with a query as its last card, beneath all others. */
export function withCard<Board extends Pick<BoardState, 'layout' | 'data'>>(
  board: Board,
  card: NewCard,
): Board {
  const i = crypto.randomUUID();
  const y = Math.max(0, ...board.layout.map((each) => each.y + each.h));
  return {
    ...board,
    layout: [...board.layout, { i, x: 0, y, ...CARD }],
    data: { ...board.data, [i]: { kind: 'explore', ...card } },
  };
}
