import type { OpenTabs } from '@cairn/contracts/open-tabs';
import type { Location } from 'react-router-dom';

/** The pane of the sidebar's pages; every other pane is a workspace tab. */
export const MAIN = 'main';

/** An open page: its location, its title, and whether it has unsaved work. */
export interface Pane {
  readonly id: string;
  readonly location: Location;
  readonly title: string;
  /** The title came with the link that opened the tab, so that the page does not set another. */
  readonly named?: boolean;
  /** The kind of the entity that it shows. */
  readonly kind?: string | undefined;
  readonly dirty: boolean;
  /** Grows with each visit; the least recent pane is unmounted first. */
  readonly visited: number;
}

export interface Panes {
  readonly active: string;
  readonly main: Pane;
  /** Workspace tabs in the order of the sidebar. */
  readonly tabs: readonly Pane[];
  /** The tabs as this device and the service last had them alike; absent before they were. */
  readonly synced?: OpenTabs;
}

export interface ClosedTab {
  readonly pane: Pane;
  readonly index: number;
}

const everyPane = (panes: Panes): Pane[] => [panes.main, ...panes.tabs];

/** The pane with an id; undefined after it was closed. */
export function paneOf(panes: Panes, id: string): Pane | undefined {
  return everyPane(panes).find((pane) => pane.id === id);
}

/** Changes one pane; an unknown id or equal values change nothing. */
export function change(panes: Panes, id: string, edit: Partial<Pane>): Panes {
  const pane = paneOf(panes, id);
  const keys = Object.keys(edit) as (keyof Pane)[];
  if (!pane || keys.every((key) => pane[key] === edit[key])) return panes;
  const edited = (one: Pane) => (one.id === id ? { ...one, ...edit } : one);
  return { ...panes, main: edited(panes.main), tabs: panes.tabs.map(edited) };
}

const pageOf = ({ pathname }: Location) => pathname.split('/')[2];

/** Shows a pane at a location. When the pane is a closed tab, the main pane goes there instead. */
export function visit(panes: Panes, id: string, location: Location): Panes {
  const target = paneOf(panes, id) ?? panes.main;
  const visited = Math.max(...everyPane(panes).map((pane) => pane.visited)) + 1;
  // Another page sets its own title; the old one would be wrong until then.
  const stays = pageOf(target.location) === pageOf(location);
  const { title, named = false, kind } = stays ? target : { title: '' };
  return { ...change(panes, target.id, { location, visited, title, named, kind }), active: target.id };
}

/** Adds a tab at the end and shows it; one that is named keeps its title. */
export function open(panes: Panes, tab: Pick<Pane, 'id' | 'location' | 'title' | 'named' | 'kind'>): Panes {
  const { id, location } = tab;
  const pane: Pane = { ...tab, dirty: false, visited: 0 };
  return visit({ ...panes, tabs: [...panes.tabs, pane] }, id, location);
}

/**
 * Closes a tab. When it was active, its right neighbour becomes active, else the left, else the main pane.
 */
export function close(panes: Panes, id: string): { panes: Panes; closed: ClosedTab | null } {
  const index = panes.tabs.findIndex((tab) => tab.id === id);
  const pane = panes.tabs[index];
  if (!pane) return { panes, closed: null };
  const tabs = panes.tabs.filter((tab) => tab.id !== id);
  const next = (tabs[index] ?? tabs[index - 1])?.id ?? MAIN;
  const active = panes.active === id ? next : panes.active;
  return { panes: { ...panes, tabs, active }, closed: { pane, index } };
}

/** Moves a tab to a place among the tabs; an unknown one changes nothing. */
export function move(panes: Panes, id: string, to: number): Panes {
  const from = panes.tabs.findIndex((tab) => tab.id === id);
  const tab = panes.tabs[from];
  const place = Math.min(Math.max(to, 0), panes.tabs.length - 1);
  if (!tab || place === from) return panes;
  return { ...panes, tabs: panes.tabs.toSpliced(from, 1).toSpliced(place, 0, tab) };
}

/** Restores a closed tab at its old position and shows it. */
export function restore(panes: Panes, { pane, index }: ClosedTab): Panes {
  if (paneOf(panes, pane.id)) return panes;
  const tabs = panes.tabs.toSpliced(index, 0, { ...pane, dirty: false });
  return visit({ ...panes, tabs }, pane.id, pane.location);
}

/** The panes to keep mounted, so that returning loses nothing: recent ones, and all with unsaved work. */
export function mounted(panes: Panes, most: number): Pane[] {
  const recent = everyPane(panes)
    .filter((pane) => pane.visited > 0)
    .toSorted((one, other) => other.visited - one.visited)
    .slice(0, most);
  return everyPane(panes).filter((pane) => pane.dirty || recent.includes(pane));
}
