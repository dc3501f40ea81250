import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAIN, change, close, mounted, move, open, paneOf, restore, visit, type Panes } from './panes.ts';
import { locationOf, readTabs, writeTabs } from './saved-tabs.ts';

const start = (): Panes => ({
  active: MAIN,
  main: { id: MAIN, location: locationOf('/acme/home'), title: '', dirty: false, visited: 0 },
  tabs: [],
});
const withTabs = (...ids: string[]) =>
  ids.reduce(
    (panes, id) => open(panes, { id, location: locationOf(`/acme/boards/${id}`), title: id }),
    start(),
  );

describe('panes', () => {
  it('shows a tab that is opened', () => {
    expect(withTabs('a', 'b')).toMatchObject({ active: 'b', tabs: [{ id: 'a' }, { id: 'b' }] });
  });

  it('shows the right neighbour of a closed tab, else the left, else the main pane', () => {
    const middle = close(visit(withTabs('a', 'b', 'c'), 'b', locationOf('/acme/x')), 'b').panes;
    expect(middle.active).toBe('c');
    expect(close(close(middle, 'c').panes, 'a').panes.active).toBe(MAIN);
  });

  it('leaves alone what is shown when another tab is closed', () => {
    expect(close(withTabs('a', 'b'), 'a').panes.active).toBe('b');
  });

  it('keeps the title while the page stays the same, and forgets it on another page', () => {
    const panes = change(withTabs('a'), 'a', { title: 'Delivery' });
    expect(paneOf(visit(panes, 'a', locationOf('/acme/boards/a?x=1')), 'a')?.title).toBe('Delivery');
    expect(paneOf(visit(panes, 'a', locationOf('/acme/explore')), 'a')?.title).toBe('');
  });

  it('goes on in the main pane when the tab of a history entry is gone', () => {
    const panes = visit(start(), 'gone', locationOf('/acme/explore'));
    expect(panes).toMatchObject({ active: MAIN, main: { location: { pathname: '/acme/explore' } } });
  });

  it('changes nothing when the values are there already', () => {
    const panes = withTabs('a');
    expect(change(panes, 'a', { title: 'a' })).toBe(panes);
    expect(change(panes, 'nobody', { title: 'a' })).toBe(panes);
  });

  it('moves a tab to a place, at most to an end, and shows what it showed', () => {
    const ids = (panes: Panes) => panes.tabs.map(({ id }) => id).join('');
    const panes = withTabs('a', 'b', 'c');
    expect(ids(move(panes, 'a', 1))).toBe('bac');
    expect(ids(move(panes, 'c', -4))).toBe('cab');
    expect(ids(move(panes, 'a', 9))).toBe('bca');
    expect(move(panes, 'a', 2).active).toBe('c');
    expect(move(panes, 'b', 1)).toBe(panes);
    expect(move(panes, 'nobody', 0)).toBe(panes);
  });

  it('keeps the name of a link through reloads, until the tab shows another page', () => {
    const panes = open(start(), {
      id: 'a',
      location: locationOf('/acme/boards/a'),
      title: 'Weekly',
      named: true,
    });
    const [kept] = readTabs(writeTabs(panes), 'acme').tabs;
    expect(kept).toMatchObject({ title: 'Weekly', named: true });
    expect(paneOf(visit(panes, 'a', locationOf('/acme/explore')), 'a')).toMatchObject({ named: false });
  });

  it('keeps the kind of its entity through reloads, until the tab shows another page', () => {
    const location = locationOf('/acme/entity/1');
    const panes = open(start(), { id: 'a', location, title: 'Ada', kind: 'Person' });
    expect(readTabs(writeTabs(panes), 'acme').tabs).toMatchObject([{ title: 'Ada', kind: 'Person' }]);
    expect(paneOf(visit(panes, 'a', locationOf('/acme/entity/2')), 'a')?.kind).toBe('Person');
    expect(paneOf(visit(panes, 'a', locationOf('/acme/explore')), 'a')?.kind).toBeUndefined();
  });

  it('keeps mounted what was visited last, and everything unsaved', () => {
    const panes = change(withTabs('a', 'b', 'c', 'd'), 'a', { dirty: true });
    expect(mounted(panes, 2).map(({ id }) => id)).toEqual(['a', 'c', 'd']);
  });

  it('is as before after a tab is closed and restored', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), fc.nat(), (count, pick) => {
        const panes = withTabs(...Array.from({ length: count }, (_, index) => `t${index}`));
        const id = panes.tabs[pick % count]?.id ?? '';
        const { panes: without, closed } = close(panes, id);
        expect(without.tabs).toHaveLength(count - 1);
        const back = closed ? restore(without, closed) : without;
        expect(back.tabs.map((tab) => tab.id)).toEqual(panes.tabs.map((tab) => tab.id));
        expect(back.active).toBe(id);
      }),
    );
  });
});

describe('saved tabs', () => {
  it('are read as they were written', () => {
    const read = readTabs(writeTabs(withTabs('a', 'b')), 'acme');
    expect(read.tabs.map(({ id, title, location }) => [id, title, location.pathname])).toEqual([
      ['a', 'a', '/acme/boards/a'],
      ['b', 'b', '/acme/boards/b'],
    ]);
  });

  it('know what the devices last had alike', () => {
    const synced = { revision: 3, tabs: [{ id: 'a', current_title: 'A', current_url: '/acme/home' }] };
    expect(readTabs(writeTabs({ tabs: [], synced }), 'acme')).toEqual({ tabs: [], synced });
  });

  it('beyond a hundred are left out, and the others stay', () => {
    const many = withTabs(...Array.from({ length: 120 }, (_, index) => `t${index}`));
    expect(readTabs(writeTabs(many), 'acme').tabs).toHaveLength(100);
  });

  it('of another org, and whatever is no tab, are left out', () => {
    const text = JSON.stringify([
      { id: 'x', current_title: 'X', current_url: '/other/home' },
      { id: 'y', current_title: 'Y', current_url: 'https://elsewhere.example/acme/' },
      { id: 'w', current_title: 'W', current_url: '/acme/../evil' },
      { id: 'z' },
      null,
      { id: 'ok', current_title: 'OK', current_url: '/acme/explore?s=1' },
    ]);
    expect(readTabs(text, 'acme').tabs.map(({ id }) => id)).toEqual(['ok']);
  });

  it('are none when the text is garbage', () => {
    fc.assert(fc.property(fc.string(), (text) => readTabs(text, 'acme').tabs.length === 0));
    expect(readTabs(null, 'acme')).toEqual({ tabs: [] });
  });
});
