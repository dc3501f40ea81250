import { createContext, useContext } from 'react';

/** The place that shows an entity: a page, or the drawer beside another page. */
export type EntityFrame = 'page' | 'drawer';

const FrameContext = createContext<EntityFrame>('page');
export const FrameProvider = FrameContext.Provider;

/** The frame around the caller. */
export function useFrame(): EntityFrame {
  return useContext(FrameContext);
}
