import { createPath, type Location } from 'react-router-dom';
import { MAIN } from './panes.ts';
import { locationOf } from './saved-tabs.ts';

/** What a history entry carries beside its address. */
interface Entry {
  readonly pane: string;
  /** Position in the history, to undo a step that was not meant. */
  readonly index: number;
  readonly usr: unknown;
}

/** The browser's address and history, with the pane that each entry belongs to. */
export class Address {
  readonly #page: Window;
  #index: number;

  constructor(page: Window) {
    this.#page = page;
    this.#index = this.entry.index;
  }

  get entry(): Entry {
    const state = this.#page.history.state as Partial<Entry> | null;
    return { pane: state?.pane ?? MAIN, index: state?.index ?? 0, usr: state?.usr ?? null };
  }

  get location(): Location {
    const { pathname, search, hash } = this.#page.location;
    return locationOf(pathname + search + hash, this.entry.usr);
  }

  /** How many steps the browser has moved since `settle` or `write`; 0 when it has not. */
  get moved(): number {
    return this.entry.index - this.#index;
  }

  /** Takes the entry that the browser moved to as the current one. */
  settle(): void {
    this.#index = this.entry.index;
  }

  write(pane: string, location: Location, replace: boolean): void {
    this.#index += replace ? 0 : 1;
    const entry: Entry = { pane, index: this.#index, usr: location.state };
    if (replace) this.#page.history.replaceState(entry, '', createPath(location));
    else this.#page.history.pushState(entry, '', createPath(location));
  }

  go(steps: number): void {
    this.#page.history.go(steps);
  }

  /** Calls back when the browser moved; answers how to stop that. */
  listen(onMove: () => void): () => void {
    this.#page.addEventListener('popstate', onMove);
    return () => this.#page.removeEventListener('popstate', onMove);
  }
}
