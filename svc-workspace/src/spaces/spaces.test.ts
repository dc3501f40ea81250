import type { Space, SpaceEntry } from '@cairn/contracts/spaces';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workspaceUnderTest, type WorkspaceUnderTest } from '../../test/workspace-under-test.ts';

type Headers = Record<string, string>;

let at: WorkspaceUnderTest;
let orgId: string;
let boss: Headers;
let admin: Headers;
let ada: Headers;
let bob: Headers;
let viewer: Headers;
let stranger: Headers;

beforeAll(async () => {
  at = await workspaceUnderTest();
  ({ orgId } = await at.bootstrap());
  const { orgId: otherId } = await at.bootstrap('other@example.com', 'Umbrella');
  boss = (await at.member(orgId, 'super', 'boss', true)).headers;
  admin = (await at.member(orgId, 'admin', 'admin')).headers;
  ada = (await at.member(orgId, 'user', 'ada')).headers;
  bob = (await at.member(orgId, 'user', 'bob')).headers;
  viewer = (await at.member(orgId, 'viewer', 'viewer')).headers;
  stranger = (await at.member(otherId, 'super', 'stranger')).headers;
});
afterAll(() => at.engine.db.destroy());

const call = async (path: string, who: Headers, input: object) => {
  const { status, body } = await at.send(`/api/${orgId}/spaces/${path}`, input, who);
  return { status, code: body.error?.code, message: body.error?.message, data: body.data as unknown };
};
const make = async (who: Headers, input: object = {}): Promise<Space> =>
  (await call('create', who, { name: 'Mine', ...input })).data as Space;
const read = async (who: Headers, uuid: string) => (await call('read', who, { uuid })).data as Space;
const list = async (who: Headers, items = false) => {
  const { body } = await at.send(`/api/${orgId}/spaces${items ? '?items=true' : ''}`, undefined, who);
  return body.data as unknown as Space[];
};
const add = async (who: Headers, space_id: string, item: object) =>
  call('items/create', who, { space_id, name: 'Item', ...item });
const PERSON = '0b0e2d4e-0000-5000-8000-000000000001';
const entity = { type: 'entity', config: { uuid: PERSON } };
const keep = async (who: Headers, type: string, scope: string, state: object) => {
  const input = { org_id: orgId, type, name: 'Kept', scope, state: JSON.stringify(state) };
  return (await at.send('/api/deep-links/create', input, who)).body.data?.id ?? '';
};
const keepBoard = (scope = 'org') => keep(admin, 'dashboard-v1', scope, { layout: [], data: {} });
const keepQuery = () => keep(ada, 'explore-v1', 'org', { params: { select: ['Commit'] } });

describe('a space', () => {
  it('is private when it is made, has a look of its own, and is a deep link as well', async () => {
    const space = await make(ada, { description: 'What I use', tags: ['delivery', 'team'] });
    expect(space).toMatchObject({
      name: 'Mine',
      description: 'What I use',
      scope: 'private',
      org_id: orgId,
      pin_to_nav: false,
      tags: ['delivery', 'team'],
      item_ids: [],
      items: [],
      useCases: [],
      targetRoles: [],
      canEdit: true,
      ownerName: 'ada',
      version: 1,
    });
    expect((await read(ada, space.uuid)).pattern).toBe(space.pattern);
    const link = await at.send('/api/deep-links/read', { org_id: orgId, id: space.uuid }, ada);
    expect(link.body.data).toMatchObject({ type: 'space-v1', group: 'delivery,team' });
  });

  it('is changed in the parts that are named, and its look taken back by null', async () => {
    const { uuid, color } = await make(ada, { pattern: 'dots' });
    await add(ada, uuid, entity);
    const named = await call('update', ada, { uuid, name: 'Ours', color: 'rose' });
    expect(named.data).toMatchObject({ name: 'Ours', color: 'rose', pattern: 'dots', version: 3 });
    expect((named.data as Space).items).toHaveLength(1);
    const plain = await call('update', ada, { uuid, color: null, tags: [] });
    expect(plain.data).toMatchObject({ color, tags: [] });
  });

  it('tells who changed it meanwhile', async () => {
    const { uuid, version } = await make(ada);
    await call('update', ada, { uuid, name: 'Ours' });
    const late = await call('update', ada, { uuid, name: 'Theirs', version });
    expect(late).toMatchObject({ code: 'conflict', message: expect.stringContaining('ada') });
  });

  it('is listed by name to those who see it, with its items when they are asked for', async () => {
    const { uuid } = await make(admin, { name: 'a shared one', scope: 'org' });
    await make(bob, { name: 'Secret of Bob' });
    await add(admin, uuid, entity);
    const names = (await list(ada)).map(({ name }) => name);
    expect(names).toContain('a shared one');
    expect(names).not.toContain('Secret of Bob');
    expect(names).toEqual(names.toSorted((a, b) => a.toLowerCase().localeCompare(b.toLowerCase())));
    const found = (await list(viewer, true)).find((space) => space.uuid === uuid);
    expect(found).toMatchObject({ canEdit: false, items: [{ name: 'Item', type: 'entity' }] });
    expect((await list(viewer)).find((space) => space.uuid === uuid)?.items).toBeUndefined();
  });

  it('is pinned by each person alone', async () => {
    const { uuid } = await make(admin, { scope: 'org' });
    const pinned = await call('configs/pin-to-nav', viewer, { space_id: uuid, action: 'add' });
    expect(pinned.data).toMatchObject({ pin_to_nav: true });
    expect(await read(ada, uuid)).toMatchObject({ pin_to_nav: false });
    const removed = await call('configs/pin-to-nav', viewer, { space_id: uuid, action: 'remove' });
    expect(removed.data).toMatchObject({ pin_to_nav: false });
  });

  it('comes back after it was deleted, with items, pins and followers, for whoever may change it', async () => {
    const { uuid } = await make(admin, { name: 'Gone', scope: 'org' });
    await add(admin, uuid, entity);
    await call('configs/pin-to-nav', bob, { space_id: uuid, action: 'add' });
    await at.send(`/api/${orgId}/following/follow`, { kind: 'space', id: uuid, action: 'add' }, bob);
    const restore = (who: Headers) => at.send('/api/deep-links/restore', { org_id: orgId, id: uuid }, who);
    expect((await call('delete', admin, { uuid })).data).toEqual({ uuid });
    expect((await call('read', admin, { uuid })).code).toBe('not_found');
    expect((await restore(bob)).body.error?.code).toBe('forbidden');
    expect((await restore(admin)).status).toBe(200);
    const pinned = { name: 'Gone', scope: 'org', items: [{ name: 'Item' }], pin_to_nav: true };
    expect(await read(bob, uuid)).toMatchObject(pinned);
    const followed = await at.send(`/api/${orgId}/following`, undefined, bob);
    expect(followed.body.data).toMatchObject([{ kind: 'space', id: uuid }]);
    expect((await restore(admin)).body.error?.code).toBe('not_found');
  });

  it('leaves its acts in the audit log, unless it is private', async () => {
    const { uuid } = await make(admin, { name: 'Audited', scope: 'org' });
    await call('update', admin, { uuid, name: 'Audited well' });
    await call('delete', admin, { uuid });
    await make(admin, { name: 'Unaudited' });
    const { body } = await at.send(`/api/${orgId}/audit/list`, {}, admin);
    const acts = body.data as unknown as { action: string; target: string }[];
    expect(acts.slice(0, 3).map(({ action, target }) => [action, target])).toEqual([
      ['thing.deleted', 'Audited well'],
      ['thing.changed', 'Audited well'],
      ['thing.created', 'Audited'],
    ]);
  });
});

describe('the items of a space', () => {
  it('open at their addresses, and those that a reader may not see open nowhere', async () => {
    const { uuid } = await make(admin, { scope: 'org' });
    const [board, query, hidden] = [await keepBoard(), await keepQuery(), await keepBoard('private')];
    await add(admin, uuid, { type: 'board', config: { id: board }, description: 'Weekly' });
    await add(admin, uuid, { type: 'query', config: { id: query } });
    await add(admin, uuid, entity);
    await add(admin, uuid, { type: 'board', config: { id: hidden } });
    const { items = [] } = await read(ada, uuid);
    expect(items.map(({ type, url }) => [type, url])).toEqual([
      ['board', `/${orgId}/boards/${board}`],
      ['query', expect.stringContaining(`/${orgId}/explore?`)],
      ['entity', `/${orgId}/entity/${PERSON}`],
      ['board', null],
    ]);
    const one = await call('items/read', ada, { space_id: uuid, uuid: items[0]?.uuid });
    const { preview: _, ...first } = items[0] ?? {};
    expect(one.data).toEqual({ ...first, description: 'Weekly' });
  });

  it('say what they are for, and for whom, on their space', async () => {
    const { uuid } = await make(admin, { scope: 'org' });
    const boards = [await keepBoard(), await keepBoard(), await keepBoard()];
    const said = [
      { useCase: 'Standup', targetRole: 'Lead' },
      { useCase: 'Standup', targetRole: 'Engineer' },
    ];
    for (const [index, words] of said.entries())
      await at.send('/api/deep-links/annotate', { org_id: orgId, id: boards[index], ...words }, admin);
    for (const id of boards) await add(admin, uuid, { type: 'board', config: { id } });
    const derived = { useCases: ['Standup'], targetRoles: ['Engineer', 'Lead'] };
    expect(await read(ada, uuid)).toMatchObject(derived);
    expect((await list(ada)).find((space) => space.uuid === uuid)).toMatchObject(derived);
  });

  it('are renamed, moved and removed', async () => {
    const { uuid: space_id } = await make(ada);
    for (const name of ['a', 'b', 'c']) await add(ada, space_id, { ...entity, name });
    const order = async () => (await read(ada, space_id)).items ?? [];
    const [first, second] = await order();
    await call('items/update', ada, { space_id, uuid: first?.uuid, name: 'A', place: 2 });
    expect((await order()).map(({ name }) => name)).toEqual(['b', 'c', 'A']);
    const removed = await call('items/delete', ada, { space_id, uuid: second?.uuid });
    expect(removed.data).toEqual({ uuid: second?.uuid });
    expect((await order()).map(({ name }) => name)).toEqual(['c', 'A']);
    expect((await call('items/delete', ada, { space_id, uuid: second?.uuid })).code).toBe('not_found');
  });

  it('are all kept when several are added at the same moment', async () => {
    const { uuid } = await make(ada);
    const added = await Promise.all(['a', 'b', 'c', 'd'].map((name) => add(ada, uuid, { ...entity, name })));
    expect(added.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const names = ((await read(ada, uuid)).items ?? []).map(({ name }: SpaceEntry) => name);
    expect(names.toSorted()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('name only what their maker may see', async () => {
    const { uuid } = await make(ada);
    const hidden = await keepBoard('private');
    const query = await keepQuery();
    for (const item of [
      { type: 'board', config: { id: hidden } },
      { type: 'board', config: { id: 'none' } },
      { type: 'board', config: { id: query } },
    ]) {
      expect((await add(ada, uuid, item)).code).toBe('not_found');
    }
  });

  it.each([
    { type: 'topic', config: { id: 'x' } },
    { type: 'board', config: { uuid: PERSON } },
    { type: 'entity', config: { uuid: 'x' } },
    { ...entity, name: ' ' },
    { ...entity, name: 'a‮b' },
    { ...entity, url: 'javascript:alert(1)' },
  ])('are refused when they do not fit: %j', async (item) => {
    const { uuid } = await make(ada);
    expect((await add(ada, uuid, item)).status).toBe(400);
  });
});

describe('the rights over spaces', () => {
  /** What each may do with a space of this scope that somebody else made. */
  const table = {
    private: { viewer: 'not_found', ada: 'not_found', admin: 'not_found', boss: 'not_found' },
    org: { viewer: 'read_only', ada: 'forbidden', admin: 'ok', boss: 'ok' },
    global: { viewer: 'read_only', ada: 'forbidden', admin: 'forbidden', boss: 'ok' },
  } as const;
  const people = () => ({ viewer, ada, admin, boss });

  it.each(Object.entries(table))('of scope %s are as the table says', async (scope, rights) => {
    const maker = { private: bob, org: boss, global: boss }[scope] ?? boss;
    for (const [name, right] of Object.entries(rights)) {
      const who = people()[name as keyof typeof rights];
      const { uuid } = await make(maker, { scope });
      const item = ((await add(maker, uuid, entity)).data as SpaceEntry).uuid;
      const acts: [string, object][] = [
        ['update', { uuid, name: 'Theirs' }],
        ['items/create', { space_id: uuid, name: 'x', ...entity }],
        ['items/update', { space_id: uuid, uuid: item, name: 'x' }],
        ['items/delete', { space_id: uuid, uuid: item }],
        ['delete', { uuid }],
      ];
      for (const [path, input] of acts)
        expect([name, path, (await call(path, who, input)).code ?? 'ok']).toEqual([name, path, right]);
    }
  });

  it('let only admins share one with the org, and its owner no longer change it', async () => {
    const { uuid } = await make(ada);
    expect((await call('update', ada, { uuid, scope: 'org' })).code).toBe('forbidden');
    expect((await call('create', ada, { name: 'x', scope: 'org' })).code).toBe('forbidden');
    expect((await call('create', admin, { name: 'x', scope: 'global' })).code).toBe('forbidden');
    await at.engine.db.updateTable('deep_links').set({ scope: 'org' }).where('id', '=', uuid).execute();
    expect((await call('update', ada, { uuid, name: 'x' })).code).toBe('forbidden');
    expect((await call('update', admin, { uuid, name: 'x' })).status).toBe(200);
  });

  it('hide spaces from other orgs and from nobody signed in', async () => {
    const { uuid } = await make(admin, { scope: 'org' });
    expect((await call('read', stranger, { uuid })).code).toBe('not_found');
    expect((await call('read', {}, { uuid })).status).toBe(401);
  });

  it('tell a viewer once that they only read', async () => {
    expect(await call('create', viewer, { name: 'x' })).toMatchObject({
      code: 'read_only',
      message: 'Access is restricted for ready-only demo accounts',
    });
  });

  it('are no way to another type of saved thing', async () => {
    const board = await keepBoard();
    for (const [path, input] of [
      ['read', { uuid: board }],
      ['update', { uuid: board, name: 'x' }],
      ['delete', { uuid: board }],
      ['configs/pin-to-nav', { space_id: board, action: 'add' }],
    ] as const)
      expect((await call(path, admin, input)).code).toBe('not_found');
  });
});
