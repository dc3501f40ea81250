import { createPath, type Location } from 'react-router-dom';
import { MAIN } from './panes.ts';
import { locationOf } from './saved-tabs.ts';

/** The state of a history entry beside its address. */
interface Entry {
  readonly pane: string;
  /** The position in the history, for undoing an unintended step. */
  readonly index: number;
  readonly usr: unknown;
}

/** The browser's address and history, and the pane of each entry. */
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

  /** How many steps the browser has moved since `settle` or `write`; 0 without a move. */
  get moved(): number {
    return this.entry.index - this.#index;
  }

  /** Makes the browser's entry the current one. */
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

  /** Calls back when the browser moved; returns a function that stops it. */
  listen(onMove: () => void): () => void {
    this.#page.addEventListener('popstate', onMove);
    return () => this.#page.removeEventListener('popstate', onMove);
  }
}
