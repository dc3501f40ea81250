import type { DrawnWith, LinkFilter, LinkSort, LinkType, OrgId, UserId } from '@cairn/contracts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Database } from '../database/tables.ts';
import { linkStore } from './store.ts';
import type { LinkStore } from './link-store.ts';
import type { Content, LinkReader } from './stored-link.ts';

const content = (change: Partial<Content> = {}): Content => ({
  name: 'Commits',
  description: '',
  scope: 'org',
  tags: '',
  state: '{}',
  brief: '{}',
  text: '',
  ...change,
});
const NO_FILTER: LinkFilter = {
  words: '',
  tags: [],
  types: [],
  scopes: [],
  collections: [],
  statuses: [],
  owners: [],
  ownerNames: [],
  kinds: [],
  views: [],
  durations: [],
};
const kinds = (...names: string[]) => JSON.stringify({ kinds: names });

/** Adds a thing and returns its id. */
type Add = (change: Partial<Content>, type?: LinkType, owner?: UserId) => Promise<string>;

interface Library {
  readonly store: LinkStore;
  readonly reader: LinkReader;
  readonly other: UserId;
  readonly add: Add;
  /** The names of a page in order. */
  readonly names: (filter: Partial<LinkFilter>, sort?: LinkSort) => Promise<string[]>;
}

/** What lists and searches of saved things promise on every database. */
export function linkListsConformance(
  open: () => Database,
  addOrg: () => Promise<OrgId>,
  addUser: (name: string) => Promise<UserId>,
): void {
  const library = async (): Promise<Library> => {
    let time = 0;
    const store = linkStore(open(), () => new Date((time += 60_000)));
    const reader = { orgId: await addOrg(), userId: await addUser('reader') };
    const other = await addUser('other');
    const add: Add = (change, type = 'explore-v1', owner = reader.userId) =>
      store.create(reader.orgId, owner, type, content(change));
    const byName: LinkSort = { by: 'name', direction: 'ascending' };
    const names: Library['names'] = async (filter, sort = byName) => {
      const page = { sort, offset: 0, limit: 100, counts: false };
      const { links } = await store.list(reader, { ...page, filter: { ...NO_FILTER, ...filter } });
      return links.filter(({ orgId }) => orgId !== null).map(({ name }) => name);
    };
    return { store, reader, other, add, names };
  };

  describe('lists', () => {
    it('are filtered by words, tags and choices, and sorted by each column', async () => {
      const { store, reader, other, add, names } = await library();
      await add({ name: 'Délivery time', tags: 'Flow rate,delivery', description: 'How long' });
      const board = await add({ name: 'alpha board', tags: 'delivery', scope: 'private' }, 'dashboard-v1');
      await add({ name: 'Beta query', description: 'delivery of parcels' }, 'explore-v1', other);
      await add({ name: 'Theirs alone', scope: 'private' }, 'explore-v1', other);
      await store.setBookmark(reader.orgId, reader.userId, board, true);
      expect(await names({})).toEqual(['alpha board', 'Beta query', 'Délivery time']);
      expect(await names({ words: 'DELIV' })).toEqual(['Beta query', 'Délivery time']);
      expect(await names({ words: 'long delivery' })).toEqual(['Délivery time']);
      expect(await names({ tags: ['flow_rate'] })).toEqual(['Délivery time']);
      expect(await names({ tags: ['flow_rate', 'missing'] })).toEqual([]);
      expect(await names({ types: ['dashboard-v1'] })).toEqual(['alpha board']);
      expect(await names({ scopes: ['private', 'global'] })).toEqual(['alpha board']);
      expect(await names({ collections: ['favorites'] })).toEqual(['alpha board']);
      expect(await names({ collections: ['mine'], types: ['explore-v1'] })).toEqual(['Délivery time']);
      expect(await names({ owners: [other] })).toEqual(['Beta query']);
      for (const [by, first] of [
        ['favorite', 'alpha board'],
        ['type', 'alpha board'],
        ['visibility', 'alpha board'],
        ['updated', 'Délivery time'],
      ] as const)
        expect((await names({}, { by, direction: 'ascending' }))[0], by).toBe(first);
      expect(await names({}, { by: 'name', direction: 'descending' })).toEqual([
        'Délivery time',
        'Beta query',
        'alpha board',
      ]);
    });

    it('are filtered by the names of owners, and by what a query asks for and is drawn with', async () => {
      const { other, add, names } = await library();
      const question = (duration: string, view: string, config = {}) =>
        JSON.stringify({
          kinds: ['PullRequest'],
          question: { params: { select: ['PullRequest'], duration }, viz: [{ value: view, config }] },
        });
      await add({ name: 'Bars', brief: question('P30D', 'heatMap') });
      const lines = { displayType: 'lines', vertical: true, limit: 20, order: { by: 'name' } };
      await add({ name: 'Lines', brief: question('P90D', 'timeSeries', lines) }, 'explore-v1', other);
      await add({ name: 'Without a brief' }, 'dashboard-v1', other);
      expect(await names({ ownerNames: ['Other'] })).toEqual(['Lines', 'Without a brief']);
      expect(await names({ ownerNames: ['nobody'] })).toEqual([]);
      expect(await names({ ownerNames: ['other', 'reader'], types: ['explore-v1'] })).toEqual([
        'Bars',
        'Lines',
      ]);
      expect(await names({ kinds: ['pull_request'] })).toEqual(['Bars', 'Lines']);
      expect(await names({ kinds: ['commit'] })).toEqual([]);
      expect(await names({ views: ['heat_map'] })).toEqual(['Bars']);
      expect(await names({ views: ['time', 'bar'] })).toEqual(['Lines']);
      const drawn = (value: string, config: DrawnWith['config']) => names({ views: [{ value, config }] });
      expect(await drawn('timeSeries', { displayType: 'lines', vertical: true })).toEqual(['Lines']);
      expect(await drawn('timeSeries', { displayType: 'line' })).toEqual([]);
      expect(await drawn('timeSeries', {})).toEqual(['Lines']);
      expect(await drawn('time', { displayType: 'lines' })).toEqual([]);
      expect(await names({ durations: ['p90d', 'p7d'] })).toEqual(['Lines']);
      expect(await names({ views: ['time'], durations: ['p30d'] })).toEqual([]);
      expect(await names({ durations: ["p90d' or '1'='1"] })).toEqual([]);
    });

    it('count what each choice would show under the other ones, and the tags of what is shown', async () => {
      const { store, reader, other, add } = await library();
      await add({ name: 'One', tags: 'a,b' });
      await add({ name: 'Two', tags: 'a' }, 'dashboard-v1');
      await add({ name: 'Three', tags: 'c' }, 'dashboard-v1', other);
      const page = {
        sort: { by: 'name', direction: 'ascending' },
        offset: 0,
        limit: 1,
        counts: true,
      } as const;
      const filter = { ...NO_FILTER, types: ['dashboard-v1' as const], scopes: ['org' as const] };
      const { links, total, counts } = await store.list(reader, { ...page, filter });
      expect([links.map(({ name }) => name), total]).toEqual([['Three'], 2]);
      expect(counts).toMatchObject({
        types: { 'explore-v1': 1, 'dashboard-v1': 2 },
        scopes: { org: 2 },
        collections: { mine: 1 },
        owners: expect.arrayContaining([
          { id: other, name: 'other', count: 1 },
          { id: reader.userId, name: 'reader', count: 1 },
        ]) as unknown,
        tags: [
          { tag: 'a', count: 1 },
          { tag: 'c', count: 1 },
        ],
      });
    });

    it('know by its kinds whether the data of a thing is there', async () => {
      const { store, reader, add } = await library();
      await add({ name: 'There', brief: kinds('Commit') });
      await add({ name: 'Soon', brief: kinds('Commit', 'Issue') });
      await add({ name: 'Never', brief: kinds('Issue', 'CicdPipeline') });
      const missing = { processing: ['Issue'], notConfigured: ['CicdPipeline'] };
      const list = async (statuses: LinkFilter['statuses']) => {
        const sort = { by: 'status', direction: 'ascending' } as const;
        const page = { sort, offset: 0, limit: 9, counts: true, filter: { ...NO_FILTER, statuses } };
        const { links, counts } = await store.list(reader, page, missing);
        return { names: links.filter(({ orgId }) => orgId).map(({ name }) => name), counts };
      };
      expect((await list([])).names).toEqual(['There', 'Soon', 'Never']);
      expect((await list(['processing'])).names).toEqual(['Soon']);
      expect((await list(['processing'])).counts?.statuses).toMatchObject({
        processing: 1,
        notConfigured: 1,
      });
    });

    it('leave out what belongs to one person, unless its type is asked for', async () => {
      const { store, reader, add, names } = await library();
      await add({ name: 'My state', scope: 'private' }, 'user-state-v1');
      expect(await names({})).toEqual([]);
      const page = {
        sort: { by: 'name', direction: 'ascending' },
        offset: 0,
        limit: 9,
        counts: false,
      } as const;
      expect((await store.list(reader, { ...page, type: 'user-state-v1' })).links).toHaveLength(1);
    });
  });

  describe('searches', () => {
    it('find words of name, description, tags and content, with and without accents, by their beginning', async () => {
      const { store, reader, add } = await library();
      const named = await add({ name: 'Café opening' });
      const tagged = await add({ name: 'Tagged', tags: 'cafe' }, 'dashboard-v1');
      const inside = await add({ name: 'Inside', text: 'where the CAFÉS are' }, 'space-v1');
      await add({ name: 'Decaf' });
      const find = async (text: string) =>
        (await store.search(reader, { text, perType: 3 })).links.map(({ id }) => id);
      expect(await find('cafe')).toEqual([named, tagged, inside]);
      expect(await find('CAFÉ open')).toEqual([named]);
      expect(await find('opening  cafe')).toEqual([named]);
      expect(await find('cafe missing')).toEqual([]);
    });

    it('follow changes and deletions, and keep the words of a state that a change leaves', async () => {
      const { store, reader, add } = await library();
      const id = await add({ name: 'Before', text: 'inner', tags: 'old' });
      const find = async (text: string) => (await store.search(reader, { text, perType: 3 })).links.length;
      await store.update(reader.orgId, reader.userId, id, 1, content({ name: 'After', text: undefined }));
      expect([await find('before'), await find('after'), await find('inner'), await find('old')]).toEqual([
        0, 1, 1, 0,
      ]);
      await store.remove(reader.orgId, reader.userId, id);
      expect(await find('after')).toBe(0);
    });

    it('show a few of each type and count the others, and hide what a person may not see', async () => {
      const { store, reader, other, add } = await library();
      for (const name of ['plan one', 'plan two', 'plan three']) await add({ name });
      await add({ name: 'plan board' }, 'dashboard-v1', other);
      await add({ name: 'plan secret', scope: 'private' }, 'dashboard-v1', other);
      const { links, counts } = await store.search(reader, { text: 'plan', perType: 2 });
      expect(links.map(({ type }) => type).toSorted()).toEqual(['dashboard-v1', 'explore-v1', 'explore-v1']);
      expect(counts).toEqual({ 'explore-v1': 3, 'dashboard-v1': 1 });
      const theirs = { orgId: await addOrg(), userId: reader.userId };
      expect((await store.search(theirs, { text: 'plan', perType: 2 })).counts).toEqual({});
    });

    it('stand by when the reader opened things last, or by how often anybody did, of the reader or of others', async () => {
      const { store, reader, other, add } = await library();
      const mine = await add({ name: 'mine' });
      const theirs = await add({ name: 'theirs' }, 'explore-v1', other);
      const neverOpened = await add({ name: 'never opened' });
      const open = (userId: UserId, id: string) => store.hit(reader.orgId, userId, id);
      await open(reader.userId, theirs);
      await open(reader.userId, mine);
      for (let time = 0; time < 3; time += 1) await open(other, theirs);
      const find = async (search: object) =>
        (await store.search(reader, { text: '', perType: 3, ...search })).links.map(({ id }) => id);
      expect(await find({ order: 'opened' })).toEqual([mine, theirs, neverOpened]);
      expect(await find({ order: 'popular' })).toEqual([theirs, mine, neverOpened]);
      expect(await find({ order: 'popular', owner: 'others', text: 'their' })).toEqual([theirs]);
      expect(await find({ owner: 'me' })).toEqual([neverOpened, mine]);
    });

    it('answer any text without an error', async () => {
      const { store, reader, add } = await library();
      await add({ name: 'near OR far' });
      const hostile = [
        '"',
        "'",
        '*',
        'a*',
        'NEAR(',
        'name:',
        '{x} : y',
        'a AND',
        '^a',
        '-a',
        '&|!',
        ':*',
        '<->',
        '\u0000',
      ];
      for (const text of [...hostile, 'x'.repeat(500), '日本', '🦉', '__proto__', '1e5', '٣'])
        await expect(store.search(reader, { text, perType: 3 }), text).resolves.toBeDefined();
      const text = fc.string({ unit: 'binary', maxLength: 40 });
      await fc.assert(
        fc.asyncProperty(text, async (words) => {
          await store.search(reader, { text: words, perType: 1 });
        }),
        { numRuns: 60 },
      );
      expect((await store.search(reader, { text: 'or', perType: 3 })).links).toHaveLength(1);
    });
  });

  it('rename a tag on what a person may change, once for each thing', async () => {
    const { store, reader, other, add, names } = await library();
    await add({ name: 'Mine', tags: 'Old Name,kept' });
    await add({ name: 'Both', tags: 'old_name,new' });
    await add({ name: 'Theirs', tags: 'old name' }, 'explore-v1', other);
    const may = ({ userId }: { userId: UserId | null }) => userId === reader.userId;
    expect(await store.regroup(reader, { from: 'old name', to: 'new' }, may)).toBe(2);
    expect(await names({ tags: ['new'] })).toEqual(['Both', 'Mine']);
    expect(await names({ tags: ['old_name'] })).toEqual(['Theirs']);
    expect(await store.regroup(reader, { from: 'new', to: '' }, may)).toBe(2);
    expect(await names({ tags: ['kept'] })).toEqual(['Mine']);
    expect(await names({ tags: ['new'] })).toEqual([]);
  });
}
