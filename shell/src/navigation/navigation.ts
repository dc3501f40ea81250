import { MOST_OPEN_TABS, type OpenTab, type OpenTabs } from '@cairn/contracts/open-tabs';
import { addressAt, type PageEntry } from '@cairn/host';
import { createPath, type Location, type Navigator, type To } from 'react-router-dom';
import { createStore, type StoreApi } from 'zustand';
import { Address } from './address.ts';
import { drawerOf, withDrawer } from './drawer-address.ts';
import {
  MAIN,
  change,
  close,
  move,
  open,
  paneOf,
  restore,
  visit,
  type ClosedTab,
  type Pane,
  type Panes,
} from './panes.ts';
import { pagePath } from './page-path.ts';
import { locationOf, openTabOf, paneOfTab, readTabs, writeTabs } from './saved-tabs.ts';

interface GoOptions {
  readonly pane?: string;
  readonly replace?: boolean;
  readonly state?: unknown;
  /** True when the pane itself navigates, which does not activate it. */
  readonly own?: boolean;
}

/** A tab to open. */
interface WantedTab {
  readonly url: string;
  readonly title: string;
  readonly named?: boolean;
  /** The kind of the entity that it shows. */
  readonly kind?: string | undefined;
}

/** Called before a pane with unsaved work is left; resolves to whether to continue. */
export type Guard = (pane: Pane) => Promise<boolean>;

interface Setting {
  readonly page: Window;
  readonly orgId: string;
  readonly userId: string;
  readonly guard: Guard;
  readonly pages: readonly PageEntry[];
  /** Hears that a tab was wanted for an address that is no page of the org. */
  readonly onNoPage: () => void;
  /** Hears that the address names no tab of the user. */
  readonly onNoTab: () => void;
}

/** How long a pane may take to report that it saved, when it navigates right after. */
const SETTLE_MS = 60;

const mark = () => crypto.randomUUID().slice(0, 8);

/** Keeps an org's panes and the browser's address in step, and stores the tabs for the next visit. */
export class Navigation {
  readonly store: StoreApi<Panes>;
  readonly #address: Address;
  readonly #orgId: string;
  readonly #guard: Guard;
  readonly #pages: readonly PageEntry[];
  readonly #onNoPage: () => void;
  readonly #onNoTab: () => void;
  readonly #ends: (() => void)[] = [];

  constructor({ page, orgId, userId, guard, pages, onNoPage, onNoTab }: Setting) {
    const key = `cairn.tabs.${userId}.${orgId}`;
    const location = locationOf(addressAt(orgId, 'home'));
    const main: Pane = { id: MAIN, location, title: '', dirty: false, visited: 0 };
    const kept = readTabs(page.localStorage.getItem(key), orgId, pages);
    this.store = createStore<Panes>(() => ({ active: MAIN, main, ...kept }));
    this.#address = new Address(page);
    this.#orgId = orgId;
    this.#guard = guard;
    this.#pages = pages;
    this.#onNoPage = onNoPage;
    this.#onNoTab = onNoTab;
    this.#ends.push(this.#address.listen(() => this.#onMove()));
    this.#ends.push(this.store.subscribe((panes) => page.localStorage.setItem(key, writeTabs(panes))));
    this.#enter();
  }

  /** Stops following the browser. */
  stop(): void {
    for (const end of this.#ends) end();
  }

  /** Moves a pane (by default the main one) and shows it; asks first when unsaved work would be lost. */
  go(to: To, { pane = MAIN, replace = false, state = null, own = false }: GoOptions = {}): void {
    const path = typeof to === 'string' ? to : createPath(to);
    const location = locationOf(path.startsWith('/') ? path : `/${path}`, state);
    const before = paneOf(this.store.getState(), pane);
    const proceed = () => {
      // A pane in the background moves without changing the address.
      if (own && before && this.store.getState().active !== pane) this.#edit(pane, { location });
      else this.#show(pane, location, replace);
    };
    if (!before?.dirty || before.location.pathname === location.pathname) proceed();
    else void this.#mayLeave(before).then((leaves) => leaves && proceed());
  }

  /** A navigator for the router of one pane. */
  navigatorOf(pane: string): Navigator {
    return {
      createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
      go: (steps) => this.#address.go(steps),
      push: (to, state) => this.go(to, { pane, state, own: pane !== MAIN }),
      replace: (to, state) => this.#rewrite(to, pane, state),
    };
  }

  /** A page rewrites its own address; the entity in the drawer stays. */
  #rewrite(to: To, pane: string, state: unknown): void {
    const before = paneOf(this.store.getState(), pane)?.location;
    const next = locationOf(typeof to === 'string' ? to : createPath(to), state);
    const open = before?.pathname === next.pathname ? drawerOf(before) : null;
    const kept = open ? withDrawer(next, open) : { to, state };
    this.go(kept.to, { pane, state: kept.state, replace: true, own: true });
  }

  /**
   * Opens a workspace tab and shows it; shows Home where the address is no page of the org. A named one keeps its
   * title while it shows that page.
   */
  openTab({ url, title, named = false, kind }: WantedTab, replace = false): void {
    const path = pagePath(url, this.#orgId, this.#pages);
    if (path === null) {
      this.#onNoPage();
      return this.go(addressAt(this.#orgId, 'home'), { replace });
    }
    const id = mark();
    const location = locationOf(path);
    this.#address.write(id, location, replace);
    this.store.setState((panes) => open(panes, { id, location, title, named: named && title !== '', kind }));
  }

  /** The tabs of this device, with those of pages that only newer versions on other devices know. */
  ownTabs(): OpenTab[] {
    const { tabs, synced } = this.store.getState();
    const beyond = synced?.tabs.filter((tab) => !this.#paneOf(tab)) ?? [];
    return [...tabs.map(openTabOf), ...beyond].slice(0, MOST_OPEN_TABS);
  }

  #paneOf(tab: OpenTab): Pane | null {
    return paneOfTab(tab, this.#orgId, this.#pages);
  }

  /** Takes over the tabs that devices share; what is open here stays as it is where it is alike. */
  takeTabs(synced: OpenTabs, wanted: readonly OpenTab[]): void {
    this.store.setState((panes) => ({
      ...panes,
      synced,
      tabs: wanted.flatMap((tab) => {
        const open = panes.tabs.find(({ id }) => id === tab.id);
        if (!open) return this.#paneOf(tab) ?? [];
        const { current_url, current_title: title, named = false } = openTabOf(open);
        if (current_url === tab.current_url)
          return title === tab.current_title ? open : { ...open, title: tab.current_title };
        const moved = this.#paneOf(tab);
        return moved
          ? { ...open, title: moved.title, named, kind: moved.kind, location: moved.location }
          : open;
      }),
    }));
  }

  /** Shows the tab that the address names, or Home and a message where the user has no such tab. */
  settleTabAddress(): void {
    const { main } = this.store.getState();
    const [, , place, id = ''] = main.location.pathname.split('/');
    if (place !== 't') return;
    const tab = paneOf(this.store.getState(), id);
    if (!tab) this.#onNoTab();
    this.#edit(MAIN, { location: locationOf(addressAt(this.#orgId, 'home')) });
    this.#show(tab?.id ?? MAIN, (tab ?? paneOf(this.store.getState(), MAIN) ?? main).location, true);
  }

  /** Moves a tab to a place among the tabs. */
  moveTab(id: string, to: number): void {
    this.store.setState((panes) => move(panes, id, to));
  }

  /** Steps back or forward in the browser's history. */
  step(steps: number): void {
    this.#address.go(steps);
  }

  /** Shows a pane at its last location. */
  activate(id: string): void {
    const panes = this.store.getState();
    const pane = paneOf(panes, id);
    if (pane && panes.active !== id) this.#show(id, pane.location);
  }

  /** Closes a tab, and asks when it has unsaved work; null when it stays. */
  async closeTab(id: string): Promise<ClosedTab | null> {
    if (!(await this.#mayLeave(paneOf(this.store.getState(), id)))) return null;
    const before = this.store.getState();
    const { panes, closed } = close(before, id);
    this.store.setState(panes);
    const next = paneOf(panes, panes.active);
    if (before.active === id && next) this.#show(next.id, next.location);
    return closed;
  }

  /** Restores a closed tab at its old position and shows it. */
  restoreTab(closed: ClosedTab): void {
    this.#address.write(closed.pane.id, closed.pane.location, false);
    this.store.setState((panes) => restore(panes, closed));
  }

  /** Names a pane, unless its link did, and says which kind of entity it shows. */
  setTitle(pane: string, title: string, kind?: string): void {
    const isNamed = paneOf(this.store.getState(), pane)?.named;
    this.#edit(pane, { kind, ...(isNamed ? {} : { title }) });
  }

  setDirty(pane: string, dirty: boolean): void {
    this.#edit(pane, { dirty });
  }

  #edit(pane: string, edit: Partial<Pane>): void {
    this.store.setState((panes) => change(panes, pane, edit));
  }

  #show(pane: string, location: Location, replace = false): void {
    this.#address.write(pane, location, replace);
    this.store.setState((panes) => visit(panes, pane, location));
  }

  async #mayLeave(pane: Pane | undefined): Promise<boolean> {
    if (!pane?.dirty) return true;
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    const now = paneOf(this.store.getState(), pane.id);
    if (!now?.dirty) return true;
    const leaves = await this.#guard(now);
    if (leaves) this.#edit(pane.id, { dirty: false });
    return leaves;
  }

  #onMove(): void {
    const { pane } = this.#address.entry;
    const { location, moved } = this.#address;
    const panes = this.store.getState();
    const target = paneOf(panes, pane) ?? panes.main;
    if (target.dirty && target.location.pathname !== location.pathname && moved !== 0) {
      // The browser has already moved: move back, ask, and repeat the move if confirmed.
      this.#address.go(-moved);
      void this.#mayLeave(target).then((leaves) => leaves && this.#address.go(moved));
      return;
    }
    this.#address.settle();
    this.store.setState(visit(panes, pane, location));
  }

  /** `/{orgId}/t/…` names a tab (W§2.1); the address then becomes that of the tab's page. */
  #enter(): void {
    const { entry, location } = this.#address;
    const [, , place, id = ''] = location.pathname.split('/');
    const wanted = new URLSearchParams(location.search);
    const tab = paneOf(this.store.getState(), id);
    if (place !== 't') this.#show(entry.pane, location, true);
    else if (id === 'new') {
      const title = wanted.get('title') ?? '';
      this.openTab({ url: wanted.get('url') ?? '', title, named: true }, true);
    } else if (tab) this.#show(tab.id, tab.location, true);
    // Another device may have it: the address waits until that is known.
    else this.#show(MAIN, location, true);
  }
}
