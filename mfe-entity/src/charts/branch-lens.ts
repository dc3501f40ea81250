import { createContext, useContext } from 'react';

/** Whether the commits of a page are those of the default branch alone; false where a page does not say so. */
export const BranchLens = createContext(false);

/** Whether a part of a page counts the commits of the default branch alone. */
export const useBranchLens = (): boolean => useContext(BranchLens);
