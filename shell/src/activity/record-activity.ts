import { personalClient } from '@cairn/client';
import type { OrgId } from '@cairn/contracts';
import type { StoreApi } from 'zustand';
import { paneOf, type Panes } from '../navigation/panes.ts';
import { openedAt } from './opened.ts';

/** How long something must stay open to count (W§9). */
export const DEBOUNCE_MS = 1_000;

/**
 * Records what the user opens, once it has been open for a second. The same again is not recorded until something
 * else was (W§4). A record that fails is let go: it is a convenience, and the next one follows. Returns the end.
 */
export function recordActivity(orgId: OrgId, panes: StoreApi<Panes>, onRecorded: () => void): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let [seen, recorded] = ['', ''];
  const record = () => {
    const { active, main, ...rest } = panes.getState();
    const { location, title } = paneOf({ active, main, ...rest }, active) ?? main;
    const opened = openedAt(location);
    const name = title.trim().slice(0, 200);
    if (!opened || name === '') return;
    recorded = seen;
    const input = { ...opened, name, url: (location.pathname + location.search).slice(0, 2_000) };
    personalClient.trackActivity({ params: { orgId }, input }).then(onRecorded, () => undefined);
  };
  const look = (state: Panes) => {
    const opened = openedAt((paneOf(state, state.active) ?? state.main).location);
    const key = opened ? `${opened.type} ${opened.id}` : '';
    if (key === seen) return;
    seen = key;
    clearTimeout(waiting);
    if (key !== '' && key !== recorded) waiting = setTimeout(record, DEBOUNCE_MS);
  };
  look(panes.getState());
  const stop = panes.subscribe(look);
  return () => {
    stop();
    clearTimeout(waiting);
  };
}
