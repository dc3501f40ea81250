import type { DeepLink, LinkType } from '@cairn/contracts';
import { LINK_TYPE_NAMES } from '@cairn/contracts';
import { LINK_TYPES } from '@cairn/contracts/link-types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workspaceUnderTest, type WorkspaceUnderTest } from '../../test/workspace-under-test.ts';

type Headers = Record<string, string>;

const question = { params: { select: ['Commit'] }, viz: [] };
const cards = {
  layout: [{ i: 'a', x: 0, y: 0, w: 4, h: 4 }],
  data: { a: { kind: 'markdown', markdown: 'Ptarmigan' } },
};
const at = '2026-11-01T00:00:00Z';
/** A state of each type, as the value `json`. */
const STATES: Readonly<Record<LinkType, unknown>> = {
  'explore-v1': question,
  'dashboard-v1': { ...cards, extras: { tags: ['flow'] } },
  'example-v0': question,
  'digest-v1': cards,
  'digest-v2': cards,
  'snippet-v1': { params: { select: ['Commit'] }, tags: ['flow'], isForCards: true },
  'narrative-v1': { topics: ['t1'], tags: ['flow'] },
  'space-v1': { items: [{ uuid: 'i1', name: 'Ptarmigan', type: 'board', config: { id: 'b' } }] },
  'competency-v1': { topics: ['t1'] },
  'competency-topic-v1': { text: 'Ptarmigan' },
  'user-state-v1': { recentActivity: [{ type: 'board', id: 'b', name: 'B', url: '/b', timestamp: at }] },
};
/** A picture of one pixel. */
const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let service: WorkspaceUnderTest;
let orgId: string;
let userId: string;
let owner: Headers;
let somebody: Headers;
let withoutOrg: Headers;

beforeAll(async () => {
  service = await workspaceUnderTest();
  const made = await service.bootstrap();
  ({ orgId, userId } = made);
  const cookie = await service.signIn('owner@example.com');
  owner = await service.bearer(cookie, orgId);
  // The gateway gives such a token where the path names no org.
  withoutOrg = await service.bearer(cookie);
  somebody = (await service.member(orgId, 'super', 'somebody')).headers;
});
afterAll(() => service.engine.db.destroy());

const call = async (action: string, body: object, who: Headers = withoutOrg) => {
  const { status, body: answer } = await service.send(`/api/deep-links/${action}`, body, who);
  return { status, data: answer.data as unknown as DeepLink, error: answer.error };
};
const create = (type: LinkType, more: object = {}) =>
  call('create', { org_id: orgId, user_id: userId, type, name: 'Thing', json: STATES[type], ...more });

describe.each(LINK_TYPE_NAMES)('every call of W§7.3 takes %s', (type) => {
  const isPersonal = LINK_TYPES[type].isPersonal === true;

  it('creates, reads, updates, annotates, duplicates, lists, opens, keeps, deletes and restores one', async () => {
    const { data: made } = await create(type, { group: 'a,b', description: 'Why', thumbnail: PICTURE });
    expect(made).toMatchObject({ type, userId, orgId, group: 'a,b', scope: 'private', hasThumbnail: true });
    const { id } = made;
    const read = await call('read', { org_id: orgId, id });
    expect(read.data).toEqual(made);
    expect(JSON.parse(read.data.state)).toMatchObject(STATES[type] as object);
    const json = LINK_TYPES[type].isRecord ? STATES[type] : { tags: made.brief.tags };
    expect(read.data.json).toMatchObject(json as object);

    const update = { org: orgId, user: userId, id, scope: isPersonal ? 'private' : 'org', name: 'New' };
    const { data: updated } = await call('update', {
      ...update,
      group: 'c',
      thumbnail: null,
      json: STATES[type],
    });
    expect(updated).toMatchObject({ name: 'New', group: 'c', version: 2, hasThumbnail: false });
    const annotated = await call('annotate', { id, targetRole: 'Team lead', useCase: 'Standup' });
    expect(annotated.data).toMatchObject({
      targetRole: 'Team lead',
      useCase: 'Standup',
      state: updated.state,
    });

    const copy = await call('duplicate', { id });
    expect(copy.data).toMatchObject({ type, name: 'New (copy)', scope: 'private', targetRole: 'Team lead' });
    const list = await call('list', { org_id: orgId, user_id: userId, type });
    expect((list.data as unknown as DeepLink[]).map((each) => each.id)).toEqual([copy.data.id, id]);
    expect(JSON.stringify(list.data)).not.toContain('"state"');
    expect((await call('hit', { id })).data).toEqual({ hits: 1 });
    expect((await call('bookmark', { id, action: 'add' })).data).toMatchObject({ isBookmarked: true });
    const last = await call('read', { org_id: orgId, id });
    expect((await call('delete', { user_id: userId, org_id: orgId, id })).data).toEqual({ id });
    expect((await call('read', { org_id: orgId, id })).status).toBe(404);
    const deleted = (await call('deleted', { org_id: orgId })).data as unknown as DeepLink[];
    expect(deleted.some((each) => each.id === id)).toBe(!isPersonal);
    expect((await call('restore', { org_id: orgId, id })).data).toEqual(last.data);
    expect((await call('read', { org_id: orgId, id })).data).toEqual(last.data);
    expect((await call('restore', { org_id: orgId, id })).status).toBe(404);
  });

  it('refuses a state of another form, another person’s name, and a visibility that it cannot have', async () => {
    const wrong = await create(type, { json: { never: true } });
    expect(wrong.error?.code).toBe('invalid_input');
    expect((await create(type, { user_id: 'somebody' })).error?.code).toBe('forbidden');
    const shared = await create(type, { scope: 'org' });
    expect(shared.status).toBe(isPersonal ? 403 : 200);
  });

  it('is found by the words that it holds', async () => {
    const { data: made } = await create(type, { name: `Kestrel ${type}` });
    const found = await call('search', { org_id: orgId, text: 'kestr', types: [type], perType: 50 }, owner);
    const ids = (found.data as unknown as DeepLink[]).map(({ id }) => id);
    expect(ids.includes(made.id)).toBe(!isPersonal);
    const others = await call('search', { org_id: orgId, text: 'kestr', perType: 50 }, somebody);
    expect((others.data as unknown as DeepLink[]).map(({ id }) => id)).not.toContain(made.id);
    const named = { org_id: orgId, id: made.id };
    await call('delete', named);
    await call('restore', named);
    const again = await call('search', { org_id: orgId, text: 'kestr', types: [type], perType: 50 }, owner);
    expect((again.data as unknown as DeepLink[]).map(({ id }) => id)).toEqual(ids);
  });
});

describe('the messages of W§8', () => {
  it.each(['list', 'create', 'read', 'delete'])(
    '%s without an org says that it expects one',
    async (action) => {
      const body = { id: 'x', type: 'explore-v1', name: 'x', state: '{}' };
      const input = action === 'list' ? {} : action === 'create' ? { ...body, id: undefined } : { id: 'x' };
      expect((await call(action, input)).error).toMatchObject({
        code: 'invalid_input',
        message: expect.stringContaining('expected org id') as unknown,
      });
    },
  );

  it('regroup says so too where neither call nor session names an org', async () => {
    const named = { fromGroup: 'a', toGroup: 'b' };
    expect((await call('regroup', named)).error?.message).toBe('expected org id');
    expect((await call('regroup', named, owner)).status).toBe(200);
  });

  it.each(['update', 'annotate'])(
    '%s with nothing to change says that it expects something',
    async (action) => {
      const { data } = await create('explore-v1');
      const { status, error } = await call(action, {
        id: data.id,
        ...(action === 'update' && { version: 1 }),
      });
      expect([status, error?.message]).toEqual([400, 'expected at least 1 property']);
    },
  );
});

describe('thumbnails', () => {
  it.each([
    ['a drawing that may hold scripts', 'data:image/svg+xml;base64,PHN2Zy8+'],
    ['a page', 'data:text/html;base64,PGI+'],
    ['an address', 'https://example.com/x.png'],
    ['another kind than it says', PICTURE.replace('image/png', 'image/jpeg')],
    ['too much', `data:image/png;base64,${'A'.repeat(60_000)}`],
  ])('refuse %s', async (_, thumbnail) => {
    expect((await create('dashboard-v1', { thumbnail })).error?.code).toBe('invalid_input');
  });

  it('are read for what a person may see, and make no new version', async () => {
    const { data: mine } = await create('dashboard-v1');
    const { data } = await call('update', { id: mine.id, thumbnail: PICTURE });
    expect(data).toMatchObject({ hasThumbnail: true, version: 1 });
    const ask = (who: Headers) => call('thumbnails', { org_id: orgId, ids: [mine.id] }, who);
    expect((await ask(owner)).data).toEqual({ [mine.id]: PICTURE });
    expect((await ask(somebody)).data).toEqual({});
  });

  it('of shared things are kept from whoever the org keeps figures of people from', async () => {
    const user = (await service.member(orgId, 'user', 'reader')).headers;
    const own = await call(
      'create',
      { org_id: orgId, type: 'explore-v1', name: 'Own', json: question, thumbnail: PICTURE },
      user,
    );
    const { data: shared } = await create('explore-v1', { scope: 'org', thumbnail: PICTURE });
    const ask = async (who: Headers) =>
      (await call('thumbnails', { org_id: orgId, ids: [shared.id, own.data.id] }, who)).data;
    const limit = (personMeasures: string) =>
      service.send(`/api/${orgId}/org-settings`, { personMeasures }, owner);
    expect(await ask(user)).toEqual({ [shared.id]: PICTURE, [own.data.id]: PICTURE });
    await limit('limited');
    expect(await ask(user)).toEqual({ [own.data.id]: PICTURE });
    expect(await ask(somebody)).toEqual({ [shared.id]: PICTURE });
    const { data: copy } = await call('duplicate', { org_id: orgId, id: shared.id }, user);
    expect(copy).toMatchObject({ hasThumbnail: false });
    expect((await call('update', { id: shared.id, scope: 'private' })).data).toMatchObject({
      hasThumbnail: false,
    });
    await limit('everybody');
  });
});
