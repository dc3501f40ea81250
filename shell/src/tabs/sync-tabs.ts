import { openTabsClient } from '@cairn/client/open-tabs';
import { AppError, type OrgId } from '@cairn/contracts';
import type { OpenTabs } from '@cairn/contracts/open-tabs';
import type { Navigation } from '../navigation/navigation.ts';
import { mergeTabs, sameTabs } from './merge-tabs.ts';

/** How long the tabs must stay as they are before they are saved. */
export const SAVE_AFTER_MS = 1_000;
const MOST_TRIES = 5;
const NONE: OpenTabs = { revision: 0, tabs: [] };

const isConflict = (error: unknown) => error instanceof AppError && error.code === 'conflict';

type SyncedNavigation = Pick<Navigation, 'store' | 'ownTabs' | 'takeTabs' | 'settleTabAddress'>;

/** Merges what the service keeps into the tabs of this device. */
async function takeIn(orgId: OrgId, navigation: SyncedNavigation): Promise<void> {
  const { data: kept } = await openTabsClient.readOpenTabs({ params: { orgId } });
  const { synced = NONE, active, tabs } = navigation.store.getState();
  if (kept.revision === synced.revision) return;
  const inUse = new Set([active, ...tabs.flatMap(({ id, dirty }) => (dirty ? [id] : []))]);
  navigation.takeTabs(kept, mergeTabs(synced.tabs, navigation.ownTabs(), kept.tabs, inUse));
}

/** Saves the tabs of this device where they differ from what the service keeps; a conflict is merged first. */
async function saveOwn(orgId: OrgId, navigation: SyncedNavigation): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const { revision, tabs: known } = navigation.store.getState().synced ?? NONE;
    const tabs = navigation.ownTabs();
    if (sameTabs(tabs, known)) return;
    try {
      const input = { revision, tabs };
      const { data } = await openTabsClient.saveOpenTabs({ params: { orgId }, input });
      return navigation.store.setState({ synced: data });
    } catch (error) {
      if (!isConflict(error)) throw error;
      await takeIn(orgId, navigation);
    }
  }
}

/**
 * Keeps the tabs of this device and those of the user's others alike: at the start, after each change, and when the
 * window is looked at again. What fails is tried again at the next of these. Returns the end.
 */
export function syncTabs(orgId: OrgId, navigation: SyncedNavigation): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let running = Promise.resolve();
  let isRead = false;
  const exchange = async () => {
    try {
      if (!isRead) await takeIn(orgId, navigation);
      isRead = true;
      await saveOwn(orgId, navigation);
    } catch {
      // The browser keeps its own tabs meanwhile.
      isRead = false;
    }
    navigation.settleTabAddress();
  };
  const run = () => {
    running = running.then(exchange);
  };
  const readAgain = () => {
    if (document.visibilityState === 'hidden') return;
    isRead = false;
    run();
  };
  const stop = navigation.store.subscribe(({ tabs }, before) => {
    if (tabs === before.tabs) return;
    clearTimeout(waiting);
    waiting = setTimeout(run, SAVE_AFTER_MS);
  });
  for (const event of ['focus', 'online'] as const) window.addEventListener(event, readAgain);
  run();
  return () => {
    stop();
    clearTimeout(waiting);
    for (const event of ['focus', 'online'] as const) window.removeEventListener(event, readAgain);
  };
}
