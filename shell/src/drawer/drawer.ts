import type { MoreSiblings } from '@cairn/host';
import type { Location } from 'react-router-dom';
import { useMemo } from 'react';
import { create } from 'zustand';
import type { Navigation } from '../navigation/navigation.ts';
import { paneOf } from '../navigation/panes.ts';
import { type DrawerEntry, drawerOf, withDrawer } from '../navigation/drawer-address.ts';

/** What the address does not hold: how far forward leads, and where the list goes on. */
const useMemory = create<{ deepest: number; more: MoreSiblings | null }>(() => ({ deepest: 0, more: null }));

/** What can be done with the drawer of a pane. */
export interface Drawer {
  open(this: void, uuid: string, siblings?: readonly string[], more?: MoreSiblings): void;
  /** Shows a neighbour in the place of the shown entity. */
  move(this: void, uuid: string): void;
  /** Goes on past the end of the list, where there is more of it. */
  moveOn(this: void, step: -1 | 1): void;
  step(this: void, by: -1 | 1): void;
  close(this: void): void;
}

function drawerIn(navigation: Navigation, pane: string): Drawer {
  const place = (): Location | undefined => paneOf(navigation.store.getState(), pane)?.location;
  const entry = () => {
    const now = place();
    return now ? drawerOf(now) : null;
  };
  const show = (next: DrawerEntry | null, replace: boolean) => {
    const now = place();
    if (!now) return;
    const { to, state } = withDrawer(now, next);
    navigation.go(to, { pane, state, replace });
  };
  return {
    open: (uuid, siblings = [], more) => {
      const now = entry();
      if (now?.uuid === uuid) return;
      const depth = (now?.depth ?? 0) + 1;
      useMemory.setState({ deepest: depth, more: more ?? null });
      show({ uuid, siblings, depth }, false);
    },
    move: (uuid) => {
      const now = entry();
      if (now) show({ ...now, uuid }, true);
    },
    moveOn: (step) => {
      const before = entry();
      const { more } = useMemory.getState();
      if (!before || !more) return;
      void more(step).then((siblings) => {
        const now = entry();
        const uuid = step > 0 ? siblings[0] : siblings.at(-1);
        if (uuid && now?.uuid === before.uuid) show({ ...now, uuid, siblings }, true);
      });
    },
    step: (by) => navigation.step(by),
    close: () => {
      const now = entry();
      if (!now) return;
      if (now.depth > 0) navigation.step(-now.depth);
      else show(null, true);
    },
  };
}

/** The drawer of a pane. */
export function useDrawer(navigation: Navigation, pane: string): Drawer {
  return useMemo(() => drawerIn(navigation, pane), [navigation, pane]);
}

/** How far the drawer can step back and forward. */
export function useReach(depth: number): { back: boolean; forward: boolean } {
  const deepest = useMemory((memory) => memory.deepest);
  return { back: depth > 1, forward: depth > 0 && depth < deepest };
}
