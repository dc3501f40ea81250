import type { Me, Org } from '@cairn/contracts';
import { createContext, useContext, type ReactNode } from 'react';
import type { PartName, Parts } from './parts.ts';

export interface Toast {
  kind: 'error' | 'undo' | 'info';
  message: string;
  /** The action of the Undo button; required for `undo`. */
  onUndo?: () => void;
}

export type Theme = 'light' | 'dark' | 'system';

/** A command listed by Ctrl K and `?`; `keys` such as `g e` or `mod+s` run it from anywhere. */
export interface Command {
  id: string;
  label: string;
  keys?: string;
  group: string;
  run: () => void;
}

/** Reads the part of a list that follows (1) or precedes (-1) its shown part; empty at its end. */
export type MoreSiblings = (step: -1 | 1) => Promise<readonly string[]>;

export interface HostAskOptions {
  /** A question of the data alone; without it names, topics and teams too (W§2.6). */
  readonly questionOnly?: boolean;
  /** Opens the answer in a tab of its own. */
  readonly inTab?: boolean;
}

/** What the shell offers every remote. Front-ends have no other connection. */
export interface Host {
  readonly org: Org;
  readonly user: Me;
  /** All orgs of the user, this one included. */
  readonly orgs: readonly Org[];
  /** Path inside the app, e.g. `/{orgId}/explore?s=…`. */
  navigate(to: string, options?: { replace?: boolean }): void;
  /** Opens a workspace tab; one that shows an entity takes the icon of its kind. */
  openTab(tab: { url: string; title: string; kind?: string }): void;
  /**
   * Asks in words and opens what they mean. False where they want an analysis that no topic has, so that nothing
   * opens; rejects with the reason where they mean nothing.
   */
  ask(text: string, options?: HostAskOptions): Promise<boolean>;
  /** Opens an entity in the drawer. Past the end of its siblings the drawer asks `more` for those that follow. */
  openEntity(uuid: string, siblings?: readonly string[], more?: MoreSiblings): void;
  toast(toast: Toast): void;
  /** Names the current workspace tab and the document, and says which kind of entity it shows. */
  setTitle(title: string, kind?: string): void;
  /** Asks before the tab is left or closed with unsaved changes. */
  setDirty(dirty: boolean): void;
  /** The active theme; `system` is resolved. */
  readonly colorScheme: 'light' | 'dark';
  setTheme(theme: Theme): void;
  /** Reads the user's account and orgs again after a change. */
  refreshUser(): void;
  signOut(): void;
  /** Adds commands while the caller is mounted; returns the removal. */
  addCommands(commands: readonly Command[]): () => void;
  /** The versions of the front-ends that this page runs, by name. */
  frontEnds(): Promise<Readonly<Record<string, string>>>;
  /** The registered commands. */
  listCommands(): readonly Command[];
  /** The zone of the user: their own choice, else that of the browser. */
  readonly timezone: string;
  /** The day that weeks begin with: the user's own choice, else that of the org. */
  readonly firstDay: Org['firstDay'];
  /** Draws a part of any remote, with loading and failure states of its own. */
  renderPart<N extends PartName>(name: N, props: Parts[N]): ReactNode;
}

const HostContext = createContext<Host | null>(null);
export const HostProvider = HostContext.Provider;

/** The host of this page; throws outside of a HostProvider. */
export function useHost(): Host {
  const host = useContext(HostContext);
  if (!host) throw new Error('useHost needs a HostProvider around it');
  return host;
}
