import type { PageEntry } from '@cairn/host';
import { createPath, parsePath, type Location } from 'react-router-dom';
import { z } from 'zod';
import { pagePath } from './page-path.ts';
import type { Pane } from './panes.ts';

/** A tab as it is stored between visits (W§4). */
const SavedTab = z.object({
  id: z.string().min(1).max(64),
  current_title: z.string().max(300),
  current_url: z.string().startsWith('/').max(20_000),
  named: z.boolean().optional(),
});
const MOST_TABS = 50;

/** Makes a router location from a path. */
export function locationOf(to: string, state: unknown = null): Location {
  const { pathname = '/', search = '', hash = '' } = parsePath(to);
  return { pathname, search, hash, state, key: Math.random().toString(36).slice(2, 10) };
}

/** The stored text of tabs. */
export function writeTabs(tabs: readonly Pane[]): string {
  return JSON.stringify(
    tabs.map(({ id, title, named, location }) => ({
      id,
      current_title: title,
      current_url: createPath(location),
      ...(named && { named }),
    })),
  );
}

/** Tabs from the text that was kept; what is not one of this org's tabs is left out. */
export function readTabs(text: string | null, orgId: string, pages?: readonly PageEntry[]): Pane[] {
  const saved = z.array(z.unknown()).max(MOST_TABS).catch([]).parse(safeJson(text));
  return saved.flatMap((one) => {
    const tab = SavedTab.safeParse(one).data;
    const path = tab ? pagePath(tab.current_url, orgId, pages) : null;
    if (!tab || path === null) return [];
    const { id, current_title: title, named = false } = tab;
    return [{ id, title, named, location: locationOf(path), dirty: false, visited: 0 }];
  });
}

function safeJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
}
