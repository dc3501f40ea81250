import { addressAt, pathBelowOrg } from '@cairn/host';
import { useEffect, useRef, useState } from 'react';

/** What the sidebar lists: the pages of the org, or its settings (W§2.2). */
export type SidebarMode = 'main' | 'settings';

const isSettings = (path: string) => /^settings(?:\/|$)/.test(pathBelowOrg(path));

/**
 * The mode of an org's sidebar, and what leaves the settings. It follows the page of the main pane; while a tab
 * is shown it stays what it was, which this browser remembers per org.
 */
export function useSidebarMode(
  orgId: string,
  path: string | null,
  navigate: (path: string) => void,
): { mode: SidebarMode; leaveSettings: () => void } {
  const key = `cairn.sidebar-mode.${orgId}`;
  const [kept, setKept] = useState<SidebarMode>(() =>
    localStorage.getItem(key) === 'settings' ? 'settings' : 'main',
  );
  const mode = path === null ? kept : isSettings(path) ? 'settings' : 'main';
  if (mode !== kept) setKept(mode);
  const cameFrom = useRef(addressAt(orgId, 'home'));
  useEffect(() => {
    localStorage.setItem(key, mode);
    if (path !== null && mode === 'main') cameFrom.current = path;
  }, [path, mode, key]);
  const leaveSettings = () => {
    setKept('main');
    if (path !== null) navigate(cameFrom.current);
  };
  return { mode, leaveSettings };
}
