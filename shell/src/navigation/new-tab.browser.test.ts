import { PAGES } from '@cairn/host';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Navigation } from './navigation.ts';

let before: string;
let navigation: Navigation;
const onNoPage = vi.fn<() => void>();
const onNoTab = vi.fn<() => void>();

function enter(address: string): void {
  window.history.replaceState(null, '', address);
  navigation = new Navigation({
    page: window,
    orgId: 'acme',
    userId: 'u1',
    guard: () => Promise.resolve(true),
    pages: PAGES,
    onNoPage,
    onNoTab,
  });
}

beforeEach(() => {
  before = window.location.href;
  onNoPage.mockClear();
  onNoTab.mockClear();
});
afterEach(() => {
  navigation.stop();
  localStorage.clear();
  window.history.replaceState(null, '', before);
});

it('a link that opens a tab shows a page of the org in it', () => {
  enter(`/acme/t/new?url=${encodeURIComponent('/acme/library?q=1')}&title=Found`);
  expect(window.location.pathname + window.location.search).toBe('/acme/library?q=1');
  expect(navigation.store.getState().tabs.map(({ title }) => title)).toEqual(['Found']);
  expect(onNoPage).not.toHaveBeenCalled();
});

it('a tab that a link names keeps that name when its page sets a title', () => {
  enter(`/acme/t/new?url=${encodeURIComponent('/acme/library')}&title=Weekly`);
  const { active } = navigation.store.getState();
  navigation.setTitle(active, 'Library');
  expect(navigation.store.getState().tabs[0]?.title).toBe('Weekly');
});

it('a link to a tab that is not there shows Home and says so', () => {
  enter('/acme/t/gone');
  expect(onNoTab).not.toHaveBeenCalled();
  navigation.settleTabAddress();
  expect(window.location.pathname).toBe('/acme/home');
  expect(onNoTab).toHaveBeenCalledOnce();
});

it('a link to a tab of another device shows it as soon as it is known', () => {
  enter('/acme/t/far');
  const far = { id: 'far', current_title: 'Far', current_url: '/acme/library?q=1' };
  navigation.takeTabs({ revision: 1, tabs: [far] }, [far]);
  navigation.settleTabAddress();
  expect(navigation.store.getState()).toMatchObject({
    active: 'far',
    main: { location: { pathname: '/acme/home' } },
  });
  expect(window.location.pathname + window.location.search).toBe('/acme/library?q=1');
  expect(onNoTab).not.toHaveBeenCalled();
});

it('a link that leads to no page of the org shows Home, opens no tab, and says so', () => {
  enter(`/acme/t/new?url=${encodeURIComponent('/acme/../../evil')}&title=Found`);
  expect(window.location.pathname).toBe('/acme/home');
  expect(navigation.store.getState()).toMatchObject({ active: 'main', tabs: [] });
  expect(onNoPage).toHaveBeenCalledOnce();
});
