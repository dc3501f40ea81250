import { OrgId } from '@cairn/contracts';
import type { OpenTabs } from '@cairn/contracts/open-tabs';
import { PAGES } from '@cairn/host';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Navigation } from '../navigation/navigation.ts';
import { SAVE_AFTER_MS, syncTabs } from './sync-tabs.ts';

const ORG = OrgId.parse('acme');
const ADDRESS = window.location.href;
let kept: OpenTabs;
let isAway: boolean;
const ends: (() => void)[] = [];

/** A service that keeps the tabs of one user. */
function answer(_: string, init?: RequestInit): Promise<Response> {
  if (isAway) return Promise.reject(new TypeError('Failed to fetch'));
  if (init?.method === 'GET') return Promise.resolve(Response.json({ data: kept }));
  const sent = JSON.parse(String(init?.body)) as OpenTabs;
  if (sent.revision !== kept.revision) {
    const error = { code: 'conflict', message: 'Another device saved its tabs since.' };
    return Promise.resolve(Response.json({ error }, { status: 409 }));
  }
  kept = { revision: sent.revision + 1, tabs: sent.tabs };
  return Promise.resolve(Response.json({ data: kept }));
}

/** A device with the storage that it had. */
function device(address = '/acme/home', stored?: string) {
  if (stored === undefined) localStorage.clear();
  else localStorage.setItem('cairn.tabs.u1.acme', stored);
  window.history.replaceState(null, '', address);
  const said: string[] = [];
  const navigation = new Navigation({
    page: window,
    orgId: 'acme',
    userId: 'u1',
    guard: () => Promise.resolve(true),
    pages: PAGES,
    onNoPage: () => said.push('no page'),
    onNoTab: () => said.push('no tab'),
  });
  const stop = syncTabs(ORG, navigation);
  ends.push(stop, () => navigation.stop());
  const urls = () => navigation.store.getState().tabs.map(({ location }) => location.pathname);
  return { navigation, urls, said, stop };
}
const keptUrls = () => kept.tabs.map(({ current_url }) => current_url);

beforeEach(() => {
  kept = { revision: 0, tabs: [] };
  isAway = false;
  vi.stubGlobal('fetch', vi.fn(answer));
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
  vi.unstubAllGlobals();
  localStorage.clear();
  window.history.replaceState(null, '', ADDRESS);
});

describe('the tabs of a user', () => {
  it('that one device opens are there on the next, and what that one closes is gone here after a look', async () => {
    const one = device();
    one.navigation.openTab({ url: '/acme/library', title: 'Library' });
    await expect.poll(keptUrls, { timeout: 3 * SAVE_AFTER_MS }).toEqual(['/acme/library']);
    one.navigation.activate('main');
    const two = device();
    await expect.poll(two.urls).toEqual(['/acme/library']);
    await two.navigation.closeTab(two.navigation.store.getState().tabs[0]?.id ?? '');
    await expect.poll(keptUrls, { timeout: 3 * SAVE_AFTER_MS }).toEqual([]);
    window.dispatchEvent(new Event('focus'));
    await expect.poll(one.urls).toEqual([]);
  });

  it('that two devices open at once are all kept', async () => {
    const one = device();
    await expect.poll(() => vi.mocked(fetch).mock.calls.length).toBe(1);
    kept = { revision: 1, tabs: [{ id: 'far', current_title: 'Far', current_url: '/acme/teams' }] };
    one.navigation.openTab({ url: '/acme/library', title: 'Library' });
    await expect.poll(keptUrls, { timeout: 3 * SAVE_AFTER_MS }).toEqual(['/acme/teams', '/acme/library']);
    await expect.poll(one.urls).toEqual(['/acme/teams', '/acme/library']);
  });

  it('that were opened while the service was away are kept when the network is back', async () => {
    isAway = true;
    const one = device();
    one.navigation.openTab({ url: '/acme/library', title: 'Library' });
    await expect.poll(() => vi.mocked(fetch).mock.calls.length, { timeout: 3 * SAVE_AFTER_MS }).toBe(2);
    expect(one.urls()).toEqual(['/acme/library']);
    isAway = false;
    window.dispatchEvent(new Event('online'));
    await expect.poll(keptUrls).toEqual(['/acme/library']);
  });

  it('that were closed before a reload stay closed', async () => {
    const one = device();
    one.navigation.openTab({ url: '/acme/library', title: 'Library' });
    const savedRevision = () => one.navigation.store.getState().synced?.revision;
    await expect.poll(savedRevision, { timeout: 3 * SAVE_AFTER_MS }).toBe(1);
    await one.navigation.closeTab(one.navigation.store.getState().tabs[0]?.id ?? '');
    one.stop();
    const stored = localStorage.getItem('cairn.tabs.u1.acme') ?? '';
    const again = device('/acme/home', stored);
    await expect.poll(keptUrls).toEqual([]);
    await expect.poll(again.urls).toEqual([]);
  });

  it('open by their address on a device that had never seen them, and say so where there is none', async () => {
    kept = { revision: 4, tabs: [{ id: 'far', current_title: 'Far', current_url: '/acme/teams' }] };
    const one = device('/acme/t/far');
    await expect.poll(() => window.location.pathname).toBe('/acme/teams');
    expect(one.navigation.store.getState().active).toBe('far');
    const two = device('/acme/t/gone');
    await expect.poll(() => window.location.pathname).toBe('/acme/home');
    expect([one.said, two.said]).toEqual([[], ['no tab']]);
  });

  it('of a page that only a newer version knows stay for the devices that know it', async () => {
    kept = { revision: 1, tabs: [{ id: 'n', current_title: 'New', current_url: '/acme/not-yet' }] };
    const one = device();
    one.navigation.openTab({ url: '/acme/library', title: 'Library' });
    await expect.poll(keptUrls, { timeout: 3 * SAVE_AFTER_MS }).toContain('/acme/library');
    expect(keptUrls()).toContain('/acme/not-yet');
  });
});
