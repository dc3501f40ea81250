import type { BoardProps } from '@cairn/host';
import { createContext, useContext } from 'react';

/** What the cards of a board are narrowed to: rows, or what leads to an entity. */
export type Behind = Pick<BoardProps, 'rows' | 'entity'>;

const BehindContext = createContext<Behind>({});
export const BehindProvider = BehindContext.Provider;

/** What the cards of this board are narrowed to; nothing for a board of its own. */
export function useBehind(): Behind {
  return useContext(BehindContext);
}
