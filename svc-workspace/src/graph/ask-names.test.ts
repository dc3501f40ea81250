import { OrgId, type RecentActivity } from '@cairn/contracts';
import { silentLog } from '@cairn/service-kit/testing';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { workspaceUnderTest } from '../../test/workspace-under-test.ts';
import { askNamesOf, NAME_CACHE_MS, type AskNames } from './ask-names.ts';

const acme = OrgId.parse('acme');
const ADA = '0b0e2d4e-0000-5000-8000-000000000001';
const NAMELESS = '0b0e2d4e-0000-5000-8000-00000000000f';
const PREVIEW = { kind: 'Person', name: 'Ada Lovelace', hint: 'ada@example.com' };
/** An entity without a name of its own. */
const COMMENT = {
  uuid: '0b0e2d4e-0000-5000-8000-0000000000cc',
  kind: 'IssueComment',
  name: '0b0e2d4e-0000-5000-8000-0000000000cc',
  hint: null,
};
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A svc-graph over real HTTP that knows one person, with what it was asked. */
async function graph(answer: 'answers' | 'fails' | 'hangs') {
  const asked: unknown[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      asked.push([request.url, request.headers.authorization, JSON.parse(body)]);
      if (answer === 'hangs') return;
      response.writeHead(answer === 'fails' ? 503 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer === 'fails' ? {} : { data: [{ uuid: ADA, ...PREVIEW }, COMMENT] }));
    });
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const ask = askNamesOf({
    graphUrl: `http://127.0.0.1:${port}/`,
    tokenFor: (orgId) => Promise.resolve(`token-of-${orgId}`),
    log: silentLog(),
    waitMs: 500,
  });
  return { ask, asked };
}

describe('what entities are called', () => {
  it('is asked in the org, each entity once, and what is no uuid not at all', async () => {
    const { ask, asked } = await graph('answers');
    const { names, notice } = await ask(acme, [ADA, ADA, 'not a uuid']);
    expect([names.get(ADA), notice]).toEqual([PREVIEW, null]);
    expect(asked).toEqual([['/api/acme/entity-names', 'Bearer token-of-acme', { uuids: [ADA] }]]);
    expect((await ask(acme, [])).names.size).toBe(0);
    expect(asked).toHaveLength(1);
  });

  it('is kept for five minutes, of each org for itself, and what has no name is asked for again', async () => {
    let now = 1;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const { ask, asked } = await graph('answers');
    const questions = async (orgId: OrgId, ...uuids: string[]) => {
      // The cache reads the clock at most once a millisecond.
      await setTimeout(5);
      await ask(orgId, uuids);
      return asked.splice(0).length;
    };
    expect(await questions(acme, ADA)).toBe(1);
    now += NAME_CACHE_MS - 1_000;
    expect(await questions(acme, ADA)).toBe(0);
    expect(await questions(OrgId.parse('globex'), ADA)).toBe(1);
    expect(await questions(acme, ADA, NAMELESS)).toBe(1);
    expect(await questions(acme, ADA, NAMELESS)).toBe(1);
    now += NAME_CACHE_MS + 1_000;
    expect(await questions(acme, ADA)).toBe(1);
    vi.restoreAllMocks();
  });

  it.each(['fails', 'hangs'] as const)('is said to be unknown where svc-graph %s', async (answer) => {
    const { ask } = await graph(answer);
    const { names, notice } = await ask(acme, [ADA]);
    expect([names.size, notice]).toEqual([0, expect.stringContaining('does not answer')]);
  });
});

describe('names and previews', () => {
  const org = async (askNames?: AskNames) => {
    const at = await workspaceUnderTest(undefined, { askNames });
    const { orgId } = await at.bootstrap();
    const { headers } = await at.member(orgId, 'admin', 'ada');
    const post = (path: string, body?: object) => at.send(path, body, headers);
    const board = { type: 'dashboard-v1', name: 'Weekly', scope: 'org', json: { layout: [], data: {} } };
    const made = await post('/api/deep-links/create', { org_id: orgId, ...board });
    return { at, orgId, post, board: made.body.data?.id ?? '' };
  };

  it('are told of what a person follows, where they ask for them', async () => {
    const { ask, asked } = await graph('answers');
    const { at, orgId, post, board } = await org(ask);
    const follow = (kind: string, id: string) =>
      post(`/api/${orgId}/following/follow`, { kind, id, action: 'add' });
    await follow('board', board);
    await follow('person', ADA);
    asked.splice(0);
    const plain = await post(`/api/${orgId}/following`);
    expect(JSON.stringify(plain.body)).not.toContain('"name"');
    expect(asked).toEqual([]);
    const { body } = await post(`/api/${orgId}/following?names=true`);
    const named = (body.data as unknown as { kind: string; name: string; hint: string }[]).map(
      ({ kind, name, hint }) => [kind, name, hint],
    );
    expect(named.toSorted()).toEqual([
      ['board', 'Weekly', '0 cards'],
      ['person', 'Ada Lovelace', 'ada@example.com'],
    ]);
    expect(body['notice']).toBeNull();
    await at.engine.db.destroy();
  });

  it('decide what can be followed: what the graph has as this kind, or anything while it is away', async () => {
    const { at, orgId, post } = await org((await graph('answers')).ask);
    const follow = (kind: string, id: string, action = 'add') =>
      post(`/api/${orgId}/following/follow`, { kind, id, action });
    for (const [kind, id] of [
      ['person', NAMELESS],
      ['team', ADA],
      ['person', 'nobody'],
      ['repository', COMMENT.uuid],
    ] as const)
      expect([kind, id, (await follow(kind, id)).status]).toEqual([kind, id, 404]);
    expect((await follow('person', ADA.toUpperCase())).status).toBe(200);
    expect((await follow('person', NAMELESS, 'remove')).status).toBe(200);
    await at.engine.db.destroy();
    const away = await org((await graph('fails')).ask);
    const anything = { kind: 'person', id: NAMELESS, action: 'add' };
    expect((await away.post(`/api/${away.orgId}/following/follow`, anything)).status).toBe(200);
    await away.at.engine.db.destroy();
  });

  it.each(['answers', 'hangs'] as const)(
    'are those of what was opened, and what is gone leaves the list: svc-graph %s',
    async (answer) => {
      const { ask } = await graph(answer);
      const { at, orgId, post } = await org(ask);
      const opened = [
        ['entity', ADA.toUpperCase()],
        ['team', NAMELESS],
        ['entity', 'no-uuid'],
        ['entity', COMMENT.uuid],
        ['user', NAMELESS],
      ] as const;
      for (const [type, id] of opened)
        await post(`/api/${orgId}/user-state/activity`, {
          type,
          id,
          name: `Old ${type}`,
          url: `/acme/${id}`,
        });
      const { body } = await post(`/api/${orgId}/user-state`);
      const { recentActivity } = body.data as unknown as { recentActivity: RecentActivity[] };
      const left = ['Old entity', 'Old entity', 'Old user'];
      const names = answer === 'answers' ? ['Ada Lovelace', ...left] : ['Old entity', 'Old team', ...left];
      expect(recentActivity.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
      await at.engine.db.destroy();
    },
  );

  it('are told of what stands in a space, and their absence is said', async () => {
    for (const answer of ['answers', 'hangs'] as const) {
      const { ask } = await graph(answer);
      const { at, orgId, post, board } = await org(ask);
      const made = await post(`/api/${orgId}/spaces/create`, { name: 'Mine' });
      const space_id = String((made.body.data as { uuid?: string } | undefined)?.uuid);
      const add = (item: object) =>
        post(`/api/${orgId}/spaces/items/create`, { space_id, name: 'x', ...item });
      await add({ type: 'entity', config: { uuid: ADA } });
      await add({ type: 'board', config: { id: board } });
      const { body } = await post(`/api/${orgId}/spaces/read`, { uuid: space_id });
      const items = (body.data as unknown as { items: { preview: unknown }[] }).items;
      expect(items.map(({ preview }) => preview)).toEqual([
        answer === 'answers' ? PREVIEW : null,
        { kind: 'board', name: 'Weekly', hint: '0 cards' },
      ]);
      expect(body['notice']).toEqual(
        answer === 'answers' ? null : expect.stringContaining('does not answer'),
      );
      await at.engine.db.destroy();
    }
  });
});
