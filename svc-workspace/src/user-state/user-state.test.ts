import { completionOf, OnboardingTaskId, type OnboardingTask, type RecentActivity } from '@cairn/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLAIN_PNG } from '../../test/png.ts';
import { workspaceUnderTest, type WorkspaceUnderTest } from '../../test/workspace-under-test.ts';
import { TASK_ACTS } from './complete-tasks.ts';

let at: WorkspaceUnderTest;
let orgId: string;
let ada: Record<string, string>;
beforeAll(async () => {
  at = await workspaceUnderTest();
  ({ orgId } = await at.bootstrap());
  ada = (await at.member(orgId, 'admin', 'ada')).headers;
});
afterAll(() => at.engine.db.destroy());

interface State {
  readonly onboardingTasks: OnboardingTask[];
  readonly completion: number;
  readonly recentActivity: RecentActivity[];
}
const stateOf = async (headers = ada) =>
  (await at.send(`/api/${orgId}/user-state`, undefined, headers)).body.data as unknown as State;
const done = async () =>
  (await stateOf()).onboardingTasks.flatMap(({ id, completed }) => (completed ? [id] : []));
const set = (id: string, action: string) => at.send(`/api/${orgId}/user-state/task`, { id, action }, ada);

const QUERY = { type: 'explore-v1', name: 'Q', state: '{"params":{"select":["Commit"]}}' };
const BOARD = { type: 'dashboard-v1', name: 'B', state: '{"layout":[],"data":{}}' };

describe('the onboarding checklist', () => {
  it('has every task, and completes each by the act that it names', async () => {
    expect((await stateOf()).onboardingTasks.map(({ id }) => id)).toEqual(OnboardingTaskId.options);
    expect(await done()).toEqual([]);
    const create = async (thing: object) =>
      (await at.send('/api/deep-links/create', { org_id: orgId, ...thing }, ada)).body.data?.id;
    const board = { org_id: orgId, id: await create(BOARD) };
    expect(await done()).toEqual([]);
    const query = { org_id: orgId, id: await create(QUERY) };
    expect(await done()).toEqual(['create-chart']);
    await at.send('/api/deep-links/bookmark', { ...query, action: 'add' }, ada);
    expect(await done()).toEqual(['create-chart']);
    await at.send('/api/deep-links/bookmark', { ...board, action: 'add' }, ada);
    await at.send('/api/deep-links/update', { ...board, name: 'Mine' }, ada);
    await at.send('/api/user/preferences', { theme: 'dark' }, ada);
    expect(await done()).toEqual(['favorite-board', 'create-chart', 'dashboard-preferences']);
    await at.send('/api/user/preferences', { displayName: 'Ada' }, ada);
    await at.send(`/api/${orgId}/notifications/settings`, { Shared: false }, ada);
    const open = { type: 'topic', id: 't', name: 'T', url: '/acme/topics/t' };
    await at.send(`/api/${orgId}/user-state/activity`, open, ada);
    const made = await at.send('/api/login-links/create-link', { org_id: orgId, role: 'user' }, ada);
    const [{ invite_code }] = made.body.data as unknown as [{ invite_code: string }];
    await at.send('/api/user/join-org', { invite_code }, ada);
    await at.send('/api/user/picture', { png: PLAIN_PNG }, ada);
    expect(await done()).toEqual(OnboardingTaskId.options);
    const named = [...Object.values(TASK_ACTS).map(({ task }) => task), 'explore-topics'];
    expect(new Set(named)).toEqual(new Set(OnboardingTaskId.options));
  });

  it.each([
    ['viewer', 'user', ['create-chart', 'dashboard-preferences']],
    ['user', 'admin', ['dashboard-preferences']],
    ['user', 'user', []],
  ] as const)(
    'asks a %s nothing that they may not do, where boards are made by a %s',
    async (role, by, without) => {
      await at.send(`/api/${orgId}/org-settings`, { boardCreator: by }, ada);
      const { headers } = await at.member(orgId, role, `${role}-${by}`);
      const ids = (await stateOf(headers)).onboardingTasks.map(({ id }) => id);
      const left = OnboardingTaskId.options.filter((id) => !(without as readonly string[]).includes(id));
      expect(ids).toEqual(left);
      const first = left[0] ?? '';
      await at.send(`/api/${orgId}/user-state/task`, { id: first, action: 'complete' }, headers);
      expect((await stateOf(headers)).completion).toBe(Math.round(100 / left.length));
    },
  );

  it('is completed, dismissed and taken back by hand', async () => {
    const task = async () => (await stateOf()).onboardingTasks.find(({ id }) => id === 'profile-photo');
    await set('profile-photo', 'undo');
    await set('profile-photo', 'dismiss');
    expect(await task()).toMatchObject({
      dismissed: true,
      dismissedAt: expect.any(String),
      completed: false,
    });
    expect((await stateOf()).completion).toBe(100);
    await set('profile-photo', 'restore');
    expect((await stateOf()).completion).toBe(88);
    await set('profile-photo', 'complete');
    await set('profile-photo', 'undo');
    expect(await task()).toEqual({
      id: 'profile-photo',
      completed: false,
      dismissed: false,
      completedAt: null,
      dismissedAt: null,
    });
    expect((await set('nothing', 'complete')).status).toBe(400);
  });

  it('counts what is completed of what is not dismissed', () => {
    const task = (completed: boolean, dismissed = false) => ({ completed, dismissed });
    expect(completionOf([])).toBe(0);
    expect(completionOf([task(false, true)])).toBe(0);
    expect(completionOf([task(true), task(false), task(false), task(true, true)])).toBe(33);
  });
});

describe('recent activity', () => {
  it('is the user’s own, of every kind, by the names of now', async () => {
    const bob = (await at.member(orgId, 'viewer', 'bob')).headers;
    const shared = { org_id: orgId, ...QUERY, scope: 'org' };
    const { id } = (await at.send('/api/deep-links/create', shared, ada)).body.data as { id: string };
    const track = (type: string, thing: string, name: string) =>
      at.send(`/api/${orgId}/user-state/activity`, { type, id: thing, name, url: '/acme/x' }, bob);
    expect((await track('chart', id, 'Old name')).status).toBe(200);
    for (const type of ['team', 'user', 'entity', 'search']) await track(type, 't', type);
    const opened = async () =>
      (await stateOf(bob)).recentActivity.map(({ type, name }) => `${type} ${name}`).toSorted();
    const others = ['entity entity', 'search search', 'team team', 'user user'];
    expect(await opened()).toEqual(['chart Q', ...others]);
    await at.send('/api/deep-links/delete', { org_id: orgId, id }, ada);
    expect(await opened()).toEqual(others);
    await at.send('/api/deep-links/restore', { org_id: orgId, id }, ada);
    expect(await opened()).toEqual(['chart Q', ...others]);
    expect((await stateOf()).recentActivity).toEqual([]);
  });

  it('means that somebody is here, which visits know', async () => {
    const eve = (await at.member(orgId, 'user', 'eve')).headers;
    const visit = async () =>
      (await at.send(`/api/${orgId}/user-state/visit`, { timezone: 'Europe/Berlin' }, eve)).body;
    expect((await visit()).data).toEqual({ lastVisit: null });
    const { db } = at.engine;
    const long = new Date(Date.now() - 3_600_000).toISOString();
    await db.updateTable('visits').set({ seen_at: long }).execute();
    const opened = { type: 'team', id: 't', name: 'T', url: '/acme/teams/t' };
    await at.send(`/api/${orgId}/user-state/activity`, opened, eve);
    expect((await visit()).data).toEqual({ lastVisit: long });
    expect((await at.send(`/api/${orgId}/user-state/visit`, { timezone: 'Mars' }, eve)).status).toBe(400);
  });

  it('takes a commit by the longest subject, shortened and without turns of its direction', async () => {
    const cy = (await at.member(orgId, 'user', 'cy')).headers;
    const track = (name: string) =>
      at.send(
        `/api/${orgId}/user-state/activity`,
        { type: 'entity', id: name.slice(0, 9), name, url: '/acme/x' },
        cy,
      );
    expect((await track(`${'x'.repeat(198)}\u{1F600}${'y'.repeat(5_000)}`)).status).toBe(200);
    expect((await track('Fix \u202Etxt.exe')).status).toBe(200);
    expect((await track('\u202E \u200B')).status).toBe(400);
    const names = (await stateOf(cy)).recentActivity.map(({ name }) => name);
    expect(names.toSorted()).toEqual(['Fix txt.exe', `${'x'.repeat(198)}…`]);
  });

  it.each(['https://evil.example', '//evil.example', '/\\evil.example', 'boards/b1'])(
    'leads to no %s',
    async (url) => {
      const input = { type: 'board', id: 'b1', name: 'B', url };
      expect((await at.send(`/api/${orgId}/user-state/activity`, input, ada)).status).toBe(400);
    },
  );
});
