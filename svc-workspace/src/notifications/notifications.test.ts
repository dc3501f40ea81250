import type { Notification } from '@cairn/contracts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workspaceUnderTest, type WorkspaceUnderTest } from '../../test/workspace-under-test.ts';

let at: WorkspaceUnderTest;
let orgId: string;
let ada: Record<string, string>;
let bob: Record<string, string>;
let boss: Record<string, string>;
beforeAll(async () => {
  at = await workspaceUnderTest();
  ({ orgId } = await at.bootstrap());
  ada = (await at.member(orgId, 'admin', 'ada')).headers;
  boss = (await at.member(orgId, 'super', 'boss', true)).headers;
  bob = (await at.member(orgId, 'user', 'bob')).headers;
});
afterAll(() => at.engine.db.destroy());

const read = async (headers: Record<string, string>, page = 1) => {
  const { body } = await at.send(`/api/${orgId}/notifications/get-notifications`, { page }, headers);
  return { data: body.data as unknown as Notification[], total: body['total'] };
};
const messages = async (headers: Record<string, string>) =>
  (await read(headers)).data.map(({ message }) => message);
const report = (error: string | null, sourceId = 's1') => {
  const message = { kind: 'source', sourceId, integration: 'Git', error };
  return at.inside('/internal/outbox', {
    messages: [{ id: randomUUID(), orgId, at: new Date().toISOString(), ...message }],
  });
};
const BOARD = { type: 'dashboard-v1', name: 'Plan', state: '{"layout":[],"data":{}}' };
const follow = (id: unknown, headers = bob, action = 'add', kind = 'board') =>
  at.send(`/api/${orgId}/following/follow`, { kind, id, action }, headers);

describe('notifications', () => {
  it('tell admins of a source that cannot be read, until it can again', async () => {
    await report('the folder is gone');
    expect((await read(ada)).data).toEqual([
      expect.objectContaining({
        type: 'IntegrationError',
        message: '[Git] Integration Error: the folder is gone',
        metadata: { integration: 'Git', path: 'settings/integrations' },
      }),
    ]);
    expect(await messages(bob)).toEqual([]);
    await report('still gone');
    expect(await messages(ada)).toEqual(['[Git] Integration Error: still gone']);
    await report(null);
    expect(await messages(ada)).toEqual([]);
  });

  it('forget a board that was deleted, or that is no longer shared', async () => {
    const share = async (name: string) => {
      const made = await at.send(
        '/api/deep-links/create',
        { org_id: orgId, ...BOARD, name, scope: 'org' },
        ada,
      );
      expect(await messages(bob)).toContain(`ada shared the board ${name}`);
      return { org_id: orgId, id: made.body.data?.id };
    };
    const [gone, hidden] = [await share('Gone'), await share('Hidden')];
    await at.send('/api/deep-links/delete', gone, ada);
    await at.send('/api/deep-links/update', { ...hidden, scope: 'private' }, ada);
    expect(await messages(bob)).toEqual([]);
  });

  it('tell the others of a board that is shared, and followers that it changed', async () => {
    const made = await at.send('/api/deep-links/create', { org_id: orgId, ...BOARD }, ada);
    const board = { org_id: orgId, id: made.body.data?.id };
    expect((await follow(board.id)).body.error?.code).toBe('not_found');
    expect(await messages(bob)).toEqual([]);
    const update = (input: object) => at.send('/api/deep-links/update', { ...board, ...input }, ada);
    await update({ scope: 'org' });
    const shared = await read(bob);
    expect(shared.data[0]).toMatchObject({
      type: 'Shared',
      message: 'ada shared the board Plan',
      metadata: { path: `boards/${board.id}` },
    });
    expect(await messages(ada)).toEqual([]);
    await update({ name: 'Plan B' });
    expect(shared.total).toBe(1);
    const followed = await follow(board.id);
    expect(followed.body.data).toEqual([{ kind: 'board', id: board.id, since: expect.any(String) }]);
    await update({ name: 'Plan C' });
    expect(await messages(bob)).toEqual(['ada changed the board Plan C', 'ada shared the board Plan']);
    await follow(board.id, bob, 'remove');
    await update({ name: 'Plan D' });
    expect(await messages(bob)).not.toContain('ada changed the board Plan D');
  });

  it('are dismissed by whom they are for', async () => {
    const [first] = (await read(bob)).data;
    const dismiss = (headers: Record<string, string>) =>
      at.send(`/api/${orgId}/notifications/dismiss`, { id: first?.id }, headers);
    expect((await dismiss(ada)).body.error?.code).toBe('not_found');
    expect((await dismiss(bob)).body).toEqual({ success: true });
    expect((await dismiss(bob)).status).toBe(404);
    expect((await read(bob)).total).toBe(1);
    const restore = (headers: Record<string, string>) =>
      at.send(`/api/${orgId}/notifications/restore`, { id: first?.id }, headers);
    expect((await restore(ada)).body.error?.code).toBe('not_found');
    expect((await restore(bob)).body).toEqual({ success: true });
    expect((await restore(bob)).status).toBe(404);
    expect((await read(bob)).data[0]?.id).toBe(first?.id);
    await dismiss(bob);
  });

  it('come in pages of ten', async () => {
    for (let n = 0; n < 11; n += 1) await report('x', `many-${n}`);
    const [first, second] = [await read(ada), await read(ada, 2)];
    expect([first.data.length, second.data.length, second.total]).toEqual([10, 1, 11]);
  });

  it('have a setting for each kind', async () => {
    const path = `/api/${orgId}/notifications/settings`;
    const all = { IntegrationError: true, Followed: true, Shared: true, Given: true, JobFinished: true };
    expect((await at.send(path, undefined, bob)).body.data).toEqual(all);
    expect((await at.send(path, { Shared: false }, bob)).body.data).toEqual({ ...all, Shared: false });
    await at.send('/api/deep-links/create', { org_id: orgId, ...BOARD, name: 'Unseen', scope: 'org' }, ada);
    expect(await messages(bob)).not.toContain('ada shared the board Unseen');
    expect((await at.send(path, { Gossip: true }, bob)).status).toBe(400);
  });
});

describe('news of what people follow', () => {
  it.each([
    ['space', 'space-v1', {}, (id: string) => `space/${id}`],
    ['query', 'explore-v1', { params: { select: ['Commit'] } }, () => expect.stringContaining('explore?')],
    ['topic', 'digest-v2', { layout: [], data: {} }, (id: string) => `topics/${id}`],
    ['report', 'narrative-v1', { topics: [] }, (id: string) => `reports/${id}`],
  ])('tell followers that a %s changed, and where it is', async (kind, type, json, path) => {
    const thing = { org_id: orgId, type, name: 'Mine', scope: 'org', json };
    const { body } = await at.send('/api/deep-links/create', thing, boss);
    const id = body.data?.id ?? '';
    const reader = (await at.member(orgId, 'user', `reader-${kind}`)).headers;
    const other = kind === 'space' ? 'board' : 'space';
    expect((await follow(id, reader, 'add', other)).body.error?.code).toBe('not_found');
    expect((await follow(id, reader, 'add', kind)).status).toBe(200);
    expect((await follow(id, boss, 'add', kind)).status).toBe(200);
    expect(await messages(reader)).toEqual([]);
    const before = (await read(boss)).total;
    await at.send('/api/deep-links/update', { org_id: orgId, id, name: 'Ours' }, boss);
    const [told] = (await read(reader)).data;
    expect(told).toMatchObject({ type: 'Followed', message: `boss changed the ${kind} Ours` });
    expect(told?.metadata.path).toEqual(path(id));
    expect((await read(boss)).total).toBe(before);
    await at.send('/api/deep-links/update', { org_id: orgId, id, scope: 'private', name: 'Secret' }, boss);
    // It is no longer theirs to see, so the news of it would lead nowhere.
    expect(await messages(reader)).toEqual([]);
  });

  it('tell followers in every org of a change of what is global', async () => {
    const { orgId: otherId } = await at.bootstrap('far@example.com', 'Far');
    const far = (await at.member(otherId, 'user', 'far-away')).headers;
    const thing = { org_id: orgId, ...BOARD, name: 'Everywhere', scope: 'global' };
    const { body } = await at.send('/api/deep-links/create', thing, boss);
    const id = body.data?.id ?? '';
    await at.send(`/api/${otherId}/following/follow`, { kind: 'board', id, action: 'add' }, far);
    await at.send('/api/deep-links/update', { org_id: orgId, id, name: 'Everywhere!' }, boss);
    const list = await at.send(`/api/${otherId}/notifications/get-notifications`, {}, far);
    expect(list.body.data).toMatchObject([
      { message: 'boss changed the board Everywhere!', metadata: { path: `boards/${id}` } },
    ]);
  });
});

describe('following', () => {
  it('is of things of the graph too, one’s own, and no viewer is left out', async () => {
    const viewer = (await at.member(orgId, 'viewer', 'eve')).headers;
    const { body } = await follow('0b0e2d4e-0000-5000-8000-000000000001', viewer, 'add', 'repository');
    expect(body.data).toMatchObject([{ kind: 'repository' }]);
    const others = await at.send(`/api/${orgId}/following`, undefined, bob);
    expect(others.body.data).toEqual([]);
    expect((await follow('x', bob, 'add', 'rumour')).status).toBe(400);
  });
});
