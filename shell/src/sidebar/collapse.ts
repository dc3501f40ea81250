import { useState } from 'react';
import { useMatches } from '@cairn/ui';
import { isKeptCollapsed, keepCollapsed } from './kept-collapse.ts';

/** The widest window in which the sidebar is collapsed, in pixels (W§9). */
export const COLLAPSE_PX = 1_100;

/**
 * Whether the sidebar is collapsed: by the user's choice in this org, and initially always in a narrow window
 * (W§2.2).
 */
export function useCollapsed(orgId: string): [collapsed: boolean, toggle: () => void] {
  const narrow = useMatches(`(max-width: ${COLLAPSE_PX}px)`);
  const [kept, setKept] = useState(() => isKeptCollapsed(orgId));
  // In a narrow window it opens only until the window is wide again.
  const [opened, setOpened] = useState(false);
  if (!narrow && opened) setOpened(false);
  const toggle = () => {
    if (narrow) {
      setOpened((now) => !now);
      return;
    }
    keepCollapsed(orgId, !kept);
    setKept(!kept);
  };
  return [narrow ? !opened : kept, toggle];
}
