import type { DeepLink, LinkSummary } from '@cairn/contracts';
import { LINK_TYPES } from '@cairn/contracts/link-types';
import { afterAll, describe, expect, it } from 'vitest';
import { fillBriefs } from './fill-briefs.ts';
import { linkCast } from '../../test/link-cast.ts';
import { workspaceUnderTest } from '../../test/workspace-under-test.ts';

type Headers = Record<string, string>;

const { at, orgId, otherOrg, owner, stranger, admin, ada, bob, viewer, query, call, codeOf } =
  await linkCast();
afterAll(() => at.engine.db.destroy());

const board = (markdown = 'Hello') =>
  JSON.stringify({
    layout: [{ i: 'a', x: 0, y: 0, w: 4, h: 4 }],
    data: { a: { kind: 'markdown', markdown } },
  });

const linkOf = (answer: { body: { data?: unknown } }) => answer.body.data as DeepLink;
const make = async (who: Headers, body: object = {}): Promise<DeepLink> =>
  linkOf(await call('create', who, { type: 'explore-v1', name: 'Commits', state: query, ...body }));

describe('saving', () => {
  it('keeps a query with every default filled in', async () => {
    const link = await make(ada, { group: 'a,b', description: 'Why' });
    expect(link).toMatchObject({
      type: 'explore-v1',
      name: 'Commits',
      scope: 'private',
      orgId,
      group: 'a,b',
      description: 'Why',
      isBookmarked: false,
      canEdit: true,
      ownerName: 'ada',
      hits: 0,
      version: 1,
    });
    expect(JSON.parse(link.state)).toMatchObject({ params: { select: ['Commit'] }, viz: [] });
    expect(linkOf(await call('read', ada, { id: link.id }))).toEqual(link);
  });

  it('keeps a board of an admin and refuses that of a user', async () => {
    const body = { type: 'dashboard-v1', name: 'Board', state: board() };
    expect((await call('create', admin, body)).status).toBe(200);
    const refused = await call('create', ada, body);
    expect(refused.body.error).toMatchObject({
      code: 'forbidden',
      message: 'Creating boards needs an admin of the org.',
    });
  });

  it.each([
    ['no JSON', '{"params":'],
    ['a board under the name of a query', board()],
    ['an unknown field', JSON.stringify({ params: { select: ['Commit'] }, evil: 1 })],
    ['a deep tower', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  ])('refuses a state that is %s', async (_, state) => {
    const answer = await call('create', ada, { type: 'explore-v1', name: 'x', state });
    expect(answer.status).toBe(400);
    expect(codeOf(answer)).toBe('invalid_input');
    expect(answer.body.error?.message).toMatch(/^state/);
  });

  it.each([
    { name: ' ' },
    { name: '\u200b' },
    { name: '\u3164' },
    { name: 'Weekly \u202egnp.exe' },
    { name: 'x'.repeat(201) },
    { scope: 'everyone' },
    { type: 'other-v1' },
    { id: 'mine' },
  ])('refuses %o', async (wrong) => {
    const body = { type: 'explore-v1', name: 'x', state: query, ...wrong };
    expect(codeOf(await call('create', ada, body))).toBe('invalid_input');
  });

  it('keeps text that looks like SQL, markup or a null marker as the text it is', async () => {
    const name = `'); drop table deep_links; -- "<script>" null ${'🦉'}`;
    const link = await make(ada, { name, description: '%_\\', group: "a' or '1'='1" });
    expect(linkOf(await call('read', ada, { id: link.id }))).toMatchObject({ name, description: '%_\\' });
    const hostile = await call('read', ada, { id: `${link.id}' or '1'='1` });
    expect(codeOf(hostile)).toBe('not_found');
  });
});

describe('seeing', () => {
  it('lists what is one’s own or shared, newest change first', async () => {
    const mine = await make(ada, { name: 'Mine' });
    const shared = await make(bob, { name: 'Shared', scope: 'org' });
    const secret = await make(bob, { name: 'Secret' });
    const list = (await call('list', ada, {})).body.data as unknown as DeepLink[];
    const ids = list.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([mine.id, shared.id]));
    expect(ids).not.toContain(secret.id);
    const times = list.map(({ updatedAt }) => updatedAt);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(list.find(({ id }) => id === shared.id)).toMatchObject({ canEdit: false, ownerName: 'bob' });
  });

  it('lists one type when asked', async () => {
    const list = (await call('list', admin, { type: 'dashboard-v1' })).body.data as unknown as DeepLink[];
    expect(new Set(list.map(({ type }) => type))).toEqual(new Set(['dashboard-v1']));
  });

  it('shows a global thing in every org and lets super admins alone change it', async () => {
    const link = await make(owner, { scope: 'global' });
    expect(link).toMatchObject({ userId: null, orgId: null, ownerName: null });
    const seen = await at.send('/api/deep-links/read', { org_id: otherOrg, id: link.id }, stranger);
    expect(linkOf(seen)).toMatchObject({ id: link.id });
    expect(linkOf(await call('read', admin, { id: link.id })).canEdit).toBe(false);
    expect(codeOf(await call('update', admin, { id: link.id, name: 'x' }))).toBe('forbidden');
    expect(
      codeOf(await call('create', admin, { type: 'explore-v1', name: 'x', state: query, scope: 'global' })),
    ).toBe('forbidden');
    expect(linkOf(await call('update', owner, { id: link.id, scope: 'org' }))).toMatchObject({ orgId });
  });
});

describe('a list', () => {
  it('carries no states, and says what each thing asks and holds', async () => {
    const long = await make(ada, { name: 'Asks' });
    const saved = await call('create', admin, {
      type: 'dashboard-v1',
      name: 'Holds',
      scope: 'org',
      state: board(),
    });
    const list = (await call('list', ada, {})).body.data as unknown as LinkSummary[];
    for (const link of list) expect(link).not.toHaveProperty('state');
    const briefOf = (id: string) => list.find((link) => link.id === id)?.brief;
    expect(briefOf(long.id)).toMatchObject({
      kinds: ['Commit'],
      question: { params: { select: ['Commit'] } },
    });
    expect(briefOf(linkOf(saved).id)).toMatchObject({ words: '1 card', question: null });
  });

  it('is told a page at a time', async () => {
    const all = (await call('list', ada, {})).body.data as unknown as LinkSummary[];
    const ids: string[] = [];
    for (let offset = 0, more = true; more; offset += 2) {
      const { body } = await call('list', ada, { offset, limit: 2 });
      ids.push(...(body.data as unknown as LinkSummary[]).map(({ id }) => id));
      more = body['more'] === true;
    }
    expect(ids).toEqual(all.map(({ id }) => id));
    expect(codeOf(await call('list', ada, { limit: 251 }))).toBe('invalid_input');
  });

  it('says of what an earlier version saved as much as of the rest', async () => {
    const link = await make(ada);
    await at.engine.db.updateTable('deep_links').set({ brief: null }).where('id', '=', link.id).execute();
    await fillBriefs(at.engine.db, LINK_TYPES);
    expect(linkOf(await call('read', ada, { id: link.id })).brief).toEqual(link.brief);
  });
});

describe('quotas', () => {
  it('refuse what is too much for a person, and leave others and what is there alone', async () => {
    const small = await workspaceUnderTest(undefined, {
      linkQuotas: { own: { things: 2, characters: 1_000 }, org: { things: 3, characters: 10_000 } },
    });
    const { orgId: org_id } = await small.bootstrap();
    const [first, second] = [
      await small.member(org_id, 'user', 'first'),
      await small.member(org_id, 'user', 'second'),
    ];
    const body = { org_id, type: 'explore-v1', name: 'x', state: query };
    const create = (who: Headers, given: object = {}) =>
      small.send('/api/deep-links/create', { ...body, ...given }, who);
    expect((await create(first.headers)).status).toBe(200);
    const made = await create(first.headers);
    const third = await create(first.headers);
    expect(third).toMatchObject({ status: 409, body: { error: { code: 'quota_exceeded' } } });
    const id = made.body.data?.id;
    const copy = await small.send('/api/deep-links/duplicate', { org_id, id }, first.headers);
    expect(codeOf(copy)).toBe('quota_exceeded');
    const large = JSON.stringify({ params: { select: ['Commit'], search: 'x'.repeat(900) } });
    const grown = await small.send('/api/deep-links/update', { org_id, id, state: large }, first.headers);
    expect(codeOf(grown)).toBe('quota_exceeded');
    const renamed = await small.send('/api/deep-links/update', { org_id, id, name: 'y' }, first.headers);
    expect(renamed.status).toBe(200);
    expect((await create(second.headers)).status).toBe(200);
    expect((await create(second.headers)).body.error?.message).toMatch(/^Your organization keeps/);
    await small.engine.db.destroy();
  });
});

describe('a board', () => {
  it.each([
    ['places a card that is not there', '{"layout":[{"i":"b","x":0,"y":0,"w":1,"h":1}],"data":{}}'],
    ['names one as every object does', '{"layout":[{"i":"constructor","x":0,"y":0,"w":1,"h":1}],"data":{}}'],
    ['has a card of such a name', '{"layout":[],"data":{"constructor":{"kind":"markdown","markdown":""}}}'],
    [
      'names one __proto__',
      '{"layout":[{"i":"__proto__","x":0,"y":0,"w":1,"h":1}],"data":{"__proto__":{"kind":"markdown","markdown":""}}}',
    ],
    [
      'places a card far outside',
      '{"layout":[{"i":"a","x":1e15,"y":0,"w":1,"h":1}],"data":{"a":{"kind":"markdown","markdown":""}}}',
    ],
    [
      'has more cards than a board may',
      JSON.stringify({
        layout: [],
        data: Object.fromEntries(
          Array.from({ length: 201 }, (_, n) => [`c${n}`, { kind: 'markdown', markdown: '' }]),
        ),
      }),
    ],
  ])('is refused when it %s', async (_, state) => {
    const answer = await call('create', admin, { type: 'dashboard-v1', name: 'x', state });
    expect(codeOf(answer)).toBe('invalid_input');
    expect(answer.body.error?.message).toMatch(/^state\./);
  });
});

describe('changing', () => {
  it('changes what is named and leaves the rest', async () => {
    const link = await make(ada, { description: 'Old' });
    const next = linkOf(await call('update', ada, { id: link.id, name: 'New name' }));
    expect(next).toMatchObject({ name: 'New name', description: 'Old', state: link.state, version: 2 });
    expect(next.createdAt).toBe(link.createdAt);
  });

  it('refuses a stale version and names the present one', async () => {
    const link = await make(ada);
    await call('update', ada, { id: link.id, version: 1, name: 'First' });
    const stale = await call('update', ada, { id: link.id, version: 1, name: 'Second' });
    expect(stale.status).toBe(409);
    expect(stale.body.error).toMatchObject({ code: 'conflict', details: { version: 2 } });
    expect(linkOf(await call('read', ada, { id: link.id })).name).toBe('First');
  });

  it('tells whoever comes late who changed what', async () => {
    const link = await make(ada, { scope: 'org' });
    await call('update', ada, { id: link.id, version: 1, name: 'First', group: 'new' });
    await call('update', admin, { id: link.id, version: 2, description: 'Why', name: 'Second' });
    const stale = await call('update', ada, { id: link.id, version: 1, name: 'Third' });
    expect(stale.body.error?.message).toMatch(
      /^\w+ and ada changed the name, the description and the tags since you opened it\.$/,
    );
    expect(stale.body.error).toMatchObject({
      details: {
        version: 3,
        changes: [
          { what: ['name', 'description'] },
          { by: 'ada', what: ['name', 'tags'], at: expect.any(String) },
        ],
      },
    });
    const state = JSON.stringify({ params: { select: ['Issue'] } });
    await call('update', ada, { id: link.id, state });
    const late = await call('update', admin, { id: link.id, version: 3, name: 'x' });
    expect(late.body.error?.message).toBe('ada changed the content since you opened it.');
  });

  it('lets one of many writers of the same version through', async () => {
    const link = await make(ada);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        call('update', ada, { id: link.id, version: 1, name: `Writer ${n}` }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
  });

  it('lets an admin change what is shared, and not take it from the others', async () => {
    const link = await make(ada, { scope: 'org' });
    expect(codeOf(await call('update', bob, { id: link.id, name: 'x' }))).toBe('forbidden');
    expect(linkOf(await call('update', admin, { id: link.id, name: 'Tidied' }))).toMatchObject({
      ownerName: 'ada',
    });
    expect(codeOf(await call('update', admin, { id: link.id, scope: 'private' }))).toBe('forbidden');
    expect((await call('update', ada, { id: link.id, scope: 'private' })).status).toBe(200);
  });

  it('duplicates into a private one of the caller', async () => {
    const link = await make(bob, { scope: 'org', name: 'Weekly' });
    const copy = linkOf(await call('duplicate', ada, { id: link.id }));
    expect(copy).toMatchObject({ name: 'Weekly (copy)', scope: 'private', ownerName: 'ada', version: 1 });
    expect(copy.id).not.toBe(link.id);
    expect(copy.state).toBe(link.state);
  });

  it('deletes with its bookmarks and hits', async () => {
    const link = await make(ada);
    await call('bookmark', ada, { id: link.id, action: 'add' });
    await call('hit', ada, { id: link.id });
    expect(linkOf(await call('delete', ada, { id: link.id }))).toEqual({ id: link.id });
    expect(codeOf(await call('read', ada, { id: link.id }))).toBe('not_found');
    const left = await at.engine.db.selectFrom('hits').selectAll().where('link_id', '=', link.id).execute();
    expect(left).toEqual([]);
  });
});

describe('marks', () => {
  it('bookmarks for the caller alone, however often', async () => {
    const link = await make(bob, { scope: 'org' });
    await call('bookmark', ada, { id: link.id, action: 'add' });
    await call('bookmark', ada, { id: link.id, action: 'add' });
    expect(linkOf(await call('read', ada, { id: link.id })).isBookmarked).toBe(true);
    expect(linkOf(await call('read', bob, { id: link.id })).isBookmarked).toBe(false);
    await call('bookmark', ada, { id: link.id, action: 'remove' });
    expect(linkOf(await call('read', ada, { id: link.id })).isBookmarked).toBe(false);
  });

  it('counts the openings of everybody', async () => {
    const link = await make(bob, { scope: 'org' });
    await call('hit', ada, { id: link.id });
    await call('hit', ada, { id: link.id });
    expect((await call('hit', viewer, { id: link.id })).body.data).toEqual({ hits: 3 });
  });
});
