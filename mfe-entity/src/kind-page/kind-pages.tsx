import { createContext, useContext } from 'react';
import { GENERIC_PAGE } from './define-kind-page.tsx';
import type { KindPage } from './kind-page.ts';

const KindPagesContext = createContext<readonly KindPage[]>([]);
export const KindPagesProvider = KindPagesContext.Provider;

/** The page of a kind; the generic one for a kind without a definition. */
export function useKindPage(kind: string): KindPage {
  return useContext(KindPagesContext).find((page) => page.kind === kind) ?? GENERIC_PAGE;
}
