import { OrgId } from '@cairn/contracts';
import { exploreAddress, Query } from '@cairn/query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore, type StoreApi } from 'zustand';
import { locationOf } from '../navigation/saved-tabs.ts';
import { MAIN, type Panes } from '../navigation/panes.ts';
import { openedAt } from './opened.ts';
import { DEBOUNCE_MS, recordActivity } from './record-activity.ts';

const query = Query.parse({ select: ['Commit'] });
const explore = (saved?: string) =>
  exploreAddress('acme', { query, title: 'Commits', ...(saved ? { saved } : {}) } as never);

describe('what is open', () => {
  it.each([
    ['/acme/boards/b1', { type: 'board', id: 'b1' }],
    ['/acme/boards/b1?from=x', { type: 'board', id: 'b1' }],
    ['/acme/boards/new', null],
    ['/acme/boards/start', null],
    ['/acme/topics/t1/edit.v2', { type: 'topic', id: 't1' }],
    ['/acme/topics/list', null],
    ['/acme/teams/t1', { type: 'team', id: 't1' }],
    ['/acme/teams', null],
    ['/acme/competency/dashboard', null],
    ['/acme/competency/c1', { type: 'competency', id: 'c1' }],
    ['/acme/competency/c1/t1', { type: 'competencytopic', id: 't1' }],
    ['/acme/reports/r1', { type: 'report', id: 'r1' }],
    ['/acme/reports/list', null],
    ['/acme/space/s1?edit=1', { type: 'space', id: 's1' }],
    ['/acme/spaces', null],
    ['/acme/users/u1', { type: 'user', id: 'u1' }],
    ['/acme/users', null],
    ['/acme/entity/e1?t=x', { type: 'entity', id: 'e1' }],
    ['/acme/home', null],
    ['/acme/settings/preferences', null],
    [explore('q1'), { type: 'chart', id: 'q1' }],
    [explore(), { type: 'search', id: expect.stringMatching(/^query-\w+$/) as string }],
    ['/acme/explore', null],
  ])('at %s is %j', (address, opened) => {
    expect(openedAt(locationOf(address))).toEqual(opened);
  });
});

describe('recent activity', () => {
  const sent: { path: string; body: unknown }[] = [];
  let panes: StoreApi<Panes>;
  let stop: () => void;
  let recorded: number;
  const go = (address: string, title = 'Plan') =>
    panes.setState(({ main }) => ({ main: { ...main, location: locationOf(address), title } }));
  const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  const ids = () => sent.map(({ body }) => (body as { id: string }).id);

  beforeEach(() => {
    vi.useFakeTimers();
    sent.length = 0;
    vi.stubGlobal('fetch', async (path: string, init: { body: string }) => {
      // Other files of this process may still ask something.
      if (path.endsWith('/user-state/activity')) sent.push({ path, body: JSON.parse(init.body) });
      return Response.json({ success: true });
    });
    const main = { id: MAIN, location: locationOf('/acme/home'), title: '', dirty: false, visited: 0 };
    panes = createStore<Panes>(() => ({ active: MAIN, main, tabs: [] }));
    recorded = 0;
    stop = recordActivity(OrgId.parse('acme'), panes, () => (recorded += 1));
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('is recorded once something was open for a second, by the name that it has then', async () => {
    go('/acme/boards/b1', '');
    await wait(DEBOUNCE_MS - 1);
    expect(sent).toEqual([]);
    go('/acme/boards/b1?from=x', 'Weekly');
    await wait(1);
    const body = { type: 'board', id: 'b1', name: 'Weekly', url: '/acme/boards/b1?from=x' };
    expect(sent).toEqual([{ path: '/api/acme/user-state/activity', body }]);
    await wait(0);
    expect(recorded).toBe(1);
  });

  it('leaves out what was open for less, and the same again', async () => {
    go('/acme/boards/b1');
    await wait(DEBOUNCE_MS / 2);
    go('/acme/boards/b2');
    await wait(DEBOUNCE_MS);
    go('/acme/home');
    await wait(DEBOUNCE_MS);
    go('/acme/boards/b2');
    await wait(DEBOUNCE_MS);
    expect(ids()).toEqual(['b2']);
    go('/acme/boards/b1');
    await wait(DEBOUNCE_MS);
    go('/acme/boards/b2');
    await wait(DEBOUNCE_MS);
    expect(ids()).toEqual(['b2', 'b1', 'b2']);
  });

  it('counts what another tab shows, and nothing after the end', async () => {
    const tab = { id: 't', location: locationOf('/acme/teams/x'), title: 'X', dirty: false, visited: 1 };
    panes.setState({ tabs: [tab], active: 't' });
    await wait(DEBOUNCE_MS);
    expect(ids()).toEqual(['x']);
    go('/acme/boards/b1');
    panes.setState({ active: MAIN });
    stop();
    await wait(DEBOUNCE_MS);
    expect(ids()).toEqual(['x']);
  });
});
