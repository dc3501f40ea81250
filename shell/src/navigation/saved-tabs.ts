import { MOST_OPEN_TABS, OpenTab, OpenTabs } from '@cairn/contracts/open-tabs';
import type { PageEntry } from '@cairn/host';
import { createPath, parsePath, type Location } from 'react-router-dom';
import { z } from 'zod';
import { pagePath } from './page-path.ts';
import type { Pane, Panes } from './panes.ts';

/** What a browser stores. Earlier versions stored the list of tabs alone. */
const Stored = z
  .object({ tabs: z.array(z.unknown()), synced: OpenTabs.optional().catch(undefined) })
  .or(z.array(z.unknown()).transform((tabs) => ({ tabs, synced: undefined })))
  .catch({ tabs: [], synced: undefined });

/** Makes a router location from a path. */
export function locationOf(to: string, state: unknown = null): Location {
  const { pathname = '/', search = '', hash = '' } = parsePath(to);
  return { pathname, search, hash, state, key: Math.random().toString(36).slice(2, 10) };
}

/** A tab as it is kept between visits. */
export function openTabOf({ id, title, named, kind, location }: Pane): OpenTab {
  return {
    id,
    current_title: title.slice(0, 300),
    current_url: createPath(location),
    ...(named && { named }),
    ...(kind !== undefined && { kind }),
  };
}

/** The pane of a kept tab; null where the tab shows no page of this org. */
export function paneOfTab(tab: OpenTab, orgId: string, pages?: readonly PageEntry[]): Pane | null {
  const path = pagePath(tab.current_url, orgId, pages);
  if (path === null) return null;
  const { id, current_title: title, named = false, kind } = tab;
  return { id, title, named, kind, location: locationOf(path), dirty: false, visited: 0 };
}

/** The stored text of tabs. */
export function writeTabs({ tabs, synced }: Pick<Panes, 'tabs' | 'synced'>): string {
  return JSON.stringify({ tabs: tabs.map(openTabOf), synced });
}

/** Tabs from the text that was kept; what is not one of this org's tabs is left out. */
export function readTabs(
  text: string | null,
  orgId: string,
  pages?: readonly PageEntry[],
): Pick<Panes, 'tabs' | 'synced'> {
  const { tabs, synced } = Stored.parse(safeJson(text));
  const panes = tabs.slice(0, MOST_OPEN_TABS).flatMap((one) => {
    const tab = OpenTab.safeParse(one).data;
    return (tab && paneOfTab(tab, orgId, pages)) ?? [];
  });
  return { tabs: panes, ...(synced && { synced }) };
}

function safeJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
}
