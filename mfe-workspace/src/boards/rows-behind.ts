import type { Query } from '@cairn/query';
import { createContext, useContext } from 'react';

const RowsBehindContext = createContext<Query | null>(null);
export const RowsBehindProvider = RowsBehindContext.Provider;

/** The rows to which the cards of this board are narrowed; null for a board of its own. */
export function useRowsBehind(): Query | null {
  return useContext(RowsBehindContext);
}
