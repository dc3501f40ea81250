import { drawableBoard, type AnyCard } from '@cairn/contracts';
import { createContext, useContext } from 'react';
import type { CardType, ListedCardType } from './card-type.tsx';
import { exploreCard } from './explore/explore-card.ts';
import { markdownCard } from './markdown/markdown-card.ts';
import { unknownCard, unreadableCard } from './unknown/unknown-card.tsx';

/** The types of card that a board is read, drawn and edited with. */
export interface CardTable {
  readonly types: readonly ListedCardType[];
  /** Reads a saved board; a card of an unlisted type, or with fields that are none of its type, stays as it was saved. */
  readonly boardState: ReturnType<typeof drawableBoard>;
  typeOf(card: AnyCard): CardType;
  titleOf(card: AnyCard): string;
}

/** Makes the table of these types. */
export function cardTable(types: readonly ListedCardType[]): CardTable {
  const known = new WeakMap<AnyCard, CardType>();
  const findType = (card: AnyCard): CardType => {
    const type = types.find(({ kind }) => kind === card.kind);
    if (!type) return unknownCard;
    return type.state.safeParse(card).success ? type : unreadableCard;
  };
  const typeOf = (card: AnyCard): CardType => {
    const type = known.get(card) ?? findType(card);
    known.set(card, type);
    return type;
  };
  return {
    types,
    boardState: drawableBoard(types.map(({ state }) => state)),
    typeOf,
    titleOf: (card) => typeOf(card).titleOf(card),
  };
}

/** Every type of card, in the order in which the picker offers them. */
export const CARDS = cardTable([markdownCard, exploreCard]);

const CardTableContext = createContext(CARDS);

/** Gives the boards beneath another table of cards; tests plant a type with it. */
export const CardTableProvider = CardTableContext.Provider;

/** The table of the board around. */
export const useCardTable = (): CardTable => useContext(CardTableContext);
