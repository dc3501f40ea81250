import { faultsOfAborts } from '@cairn/service-kit/aborts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  COMMIT,
  ISSUE,
  type PushApp,
  PULL,
  SHA,
  TASK,
  WEB,
  deployment,
  incident,
  load,
  note,
  openPushApp,
  outcomesIn,
  refusalIn,
  there,
  uuid,
} from '../../../test/push-app.ts';

let app: PushApp;
beforeAll(async () => {
  app = await openPushApp();
});
afterAll(() => app.close());

describe('a note that is pushed', () => {
  it.each([
    ['a key', 'CAIRN-12', ISSUE, 'Issue'],
    ['the number of a pull request', 'acme/api#5', PULL, 'PullRequest'],
    ['the number of an issue', 'ACME/api#6', TASK, 'Issue'],
    ['an address', 'https://github.com/acme/api/pull/5?x=1#top', PULL, 'PullRequest'],
    ['the name of a repository', 'acme/web', WEB, 'Repository'],
    ['the address of a repository', 'https://GitHub.com/Acme/Web.git', WEB, 'Repository'],
    ['a sha', SHA, COMMIT, 'Commit'],
  ])('stands among the events of what %s names', async (_, on, about, kind) => {
    expect((await app.push({ events: [note(on)] })).data).toMatchObject([{ uuid: about, outcome: 'stored' }]);
    expect(
      await app.rows(
        `SELECT "entityType" AS kind, "entityUuid"::VARCHAR AS about, action, comment FROM "Event"
         WHERE "sourceEventId" = 'events:note on ${on}'`,
      ),
    ).toEqual([{ kind, about, action: 'noted', comment: 'Feature flag turned on' }]);
  });

  it('is read with the history of its entity', async () => {
    await app.push({ events: [note('CAIRN-12')] });
    const answer = await app.app.request('/api/acme/entity-history', {
      method: 'POST',
      headers: await app.headers({ role: 'viewer' }),
      body: JSON.stringify({ entityUuid: ISSUE }),
    });
    expect(await answer.text()).toContain('Feature flag turned on');
  });
});

describe('a name that means nothing, or several things,', () => {
  it.each([
    [
      { deployments: [{ ...deployment, repository: 'acme/none' }] },
      'deployments.0.repository: No repository',
    ],
    [{ deployments: [{ ...deployment, repository: 'CAIRN-12' }] }, 'deployments.0.repository: No repository'],
    [{ events: [note('acme/api#7')] }, 'events.0.on: No entity is known here as acme/api#7'],
    [{ events: [note("' OR 1=1 --")] }, 'events.0.on: No entity'],
    [{ events: [note('https://github.com/acme/none')] }, 'events.0.on: No entity'],
  ])('is refused: %j', async (message, words) => {
    const error = refusalIn(await app.push(message));
    expect([error.code, error.message]).toEqual(['unknown_entity', expect.stringContaining(words)]);
  });

  it('is refused with the whole message, and says where each is', async () => {
    const twin = { uuid: uuid('twin'), issueKey: 'CAIRN-12', ...there('Elsewhere', 'other/CAIRN-12') };
    await app.publish(load('Issue', twin));
    const before = await app.graph();
    const answer = await app.push({ deployments: [deployment], events: [note('CAIRN-12'), note('none')] });
    expect(refusalIn(answer)).toMatchObject({
      code: 'unknown_entity',
      message: 'events.0.on: CAIRN-12 means more than one entity here. Give its address. (and 1 more)',
      details: [{ path: 'events.0.on' }, { path: 'events.1.on' }],
    });
    expect(await app.graph()).toEqual(before);
  });
});

describe('a message', () => {
  let before: Awaited<ReturnType<PushApp['graph']>>;
  beforeEach(async () => {
    before = await app.graph();
  });
  const running = { ...deployment, status: 'running', finishedAt: undefined };
  const notes = (count: number) =>
    Array.from({ length: count }, (_, n) => note('acme/api', { id: String(n) }));

  it.each([
    ['says nothing', {}],
    ['has empty lists', { deployments: [] }],
    ['has another list', { people: [], events: notes(1) }],
    ['has an empty id', { deployments: [{ ...deployment, id: '' }] }],
    ['has another field', { deployments: [{ ...deployment, more: 1 }] }],
    ['has a part of a sha', { deployments: [{ ...deployment, commit: 'abc1234' }] }],
    ['does not say when it was over', { deployments: [{ ...deployment, finishedAt: undefined }] }],
    ['says when it was over while it runs', { deployments: [{ ...deployment, status: 'running' }] }],
    ['has no moment at all', { deployments: [{ ...running, startedAt: undefined }] }],
    ['ends before it starts', { deployments: [{ ...deployment, startedAt: '2026-03-02T10:00:01Z' }] }],
    ['lies in the future', { deployments: [{ ...deployment, finishedAt: '2126-03-02T10:00:00Z' }] }],
    ['has a moment in words', { deployments: [{ ...deployment, finishedAt: 'yesterday' }] }],
    ['has a script for an address', { deployments: [{ ...deployment, url: 'javascript:alert(1)' }] }],
    ['has an id twice', { deployments: [deployment, deployment] }],
    ['is over before it began', { incidents: [{ ...incident, resolvedAt: '2026-03-02T10:00:00Z' }] }],
    ['has a long text', { events: [note('acme/api', { text: 'x'.repeat(1_001) })] }],
    ['has 101 things in a list', { events: notes(101) }],
    ['has 101 things in two lists', { deployments: [deployment], events: notes(100) }],
  ])('is refused where it %s', async (_, message) => {
    expect(refusalIn(await app.push(message)).code).toBe('invalid_input');
    expect(await app.graph()).toEqual(before);
  });

  it('has at most a megabyte', async () => {
    const long = notes(20).map(({ id }) => ({ ...incident, id, description: 'x'.repeat(60_000) }));
    expect(refusalIn(await app.push({ incidents: long })).code).toBe('too_large');
  });

  it('is taken from a token that pushes, and from nobody else', async () => {
    const push = { apiScope: 'push' } as const;
    const codes = async (claims: object) =>
      refusalIn(await app.push({ deployments: [deployment] }, claims)).code;
    expect(await codes({ role: 'admin' })).toBe('forbidden');
    expect(await codes({ role: 'super', superuser: true })).toBe('forbidden');
    for (const apiScope of ['viewer', 'user', 'admin'] as const)
      expect(await codes({ role: 'admin', apiScope })).toBe('forbidden');
    // Whoever made the token is no admin any more.
    expect(await codes({ role: 'user', ...push })).toBe('forbidden');
    expect(await codes({ role: 'viewer', ...push })).toBe('read_only');
    expect(await codes({ orgId: 'other', role: 'admin', ...push })).toBe('not_found');
    expect(await app.graph()).toEqual(before);
  });

  it('leaves nothing half done when its sender leaves early', async () => {
    const init = async () => ({
      method: 'POST',
      headers: await app.headers(),
      body: JSON.stringify({ deployments: [deployment] }),
    });
    expect(await faultsOfAborts(app.app, { path: '/api/acme/push', init })).toEqual([]);
    expect(outcomesIn(await app.push({ deployments: [deployment] }))).toEqual(['unchanged']);
    const { runs, events } = await app.graph();
    expect([runs.length, events.length]).toEqual([before.runs.length + 1, before.events.length + 3]);
  });
});
