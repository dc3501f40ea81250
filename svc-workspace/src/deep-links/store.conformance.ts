import type { OrgId, UserId } from '@cairn/contracts';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Database } from '../database/tables.ts';
import type { LinkPage } from './link-list.ts';
import { linkStore } from './store.ts';
import type { Content } from './stored-link.ts';

const content = (change: Partial<Content> = {}): Content => ({
  name: 'Commits',
  description: '',
  scope: 'org',
  tags: '',
  state: '{}',
  brief: '{}',
  ...change,
});

const ALL: LinkPage = {
  sort: { by: 'updated', direction: 'descending' },
  offset: 0,
  limit: 1_000,
  counts: false,
};

/** What saved things promise on every database. */
export function linkStoreConformance(
  open: () => Database,
  addOrg: () => Promise<OrgId>,
  addUser: (name: string) => Promise<UserId>,
): void {
  it('gives back whatever text it was given', async () => {
    const store = linkStore(open());
    const [orgId, userId] = [await addOrg(), await addUser('writer')];
    const text = fc.string({ unit: 'binary', maxLength: 60 }).map((words) => words.replaceAll('\0', ''));
    await fc.assert(
      fc.asyncProperty(
        fc.record({ name: text, description: text, tags: text, state: text }),
        async (texts) => {
          const id = await store.create(orgId, userId, 'explore-v1', content(texts));
          expect(await store.find(orgId, userId, id)).toMatchObject(texts);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('orders by the newest change and breaks ties in a stable way', async () => {
    let time = 0;
    const store = linkStore(open(), () => new Date(time));
    const [orgId, userId] = [await addOrg(), await addUser('orderer')];
    const create = () => store.create(orgId, userId, 'explore-v1', content());
    const [a, b] = [await create(), await create()];
    time = 60_000;
    const c = await create();
    time = 120_000;
    await store.update(orgId, userId, a, 1, content({ name: 'Changed' }));
    const ids = (await store.list({ orgId, userId }, ALL)).links
      .filter((link) => link.orgId !== null)
      .map(({ id }) => id);
    expect(ids).toEqual([a, c, b]);
    expect(await store.list({ orgId, userId }, { ...ALL, type: 'dashboard-v1' })).toMatchObject({
      links: [],
      total: 0,
    });
  });

  it('writes over the version that was read and over no other', async () => {
    const store = linkStore(open());
    const [orgId, userId] = [await addOrg(), await addUser('versioner')];
    const id = await store.create(orgId, userId, 'explore-v1', content());
    expect(await store.update(orgId, userId, id, 1, content({ name: 'Two' }))).toBe(true);
    expect(await store.update(orgId, userId, id, 1, content({ name: 'Lost' }))).toBe(false);
    expect(await store.find(orgId, userId, id)).toMatchObject({ name: 'Two', version: 2 });
    const race = await Promise.all(
      [1, 2, 3, 4].map((n) => store.update(orgId, userId, id, 2, content({ name: `${n}` }))),
    );
    expect(race.filter(Boolean)).toHaveLength(1);
  });

  it('tells the changes after a version, newest first, and keeps the last fifty', async () => {
    const store = linkStore(open());
    const [orgId, ada] = [await addOrg(), await addUser('changer')];
    const id = await store.create(orgId, ada, 'explore-v1', content());
    await store.update(orgId, ada, id, 1, content({ name: 'Two' }));
    await store.update(orgId, ada, id, 2, content({ name: 'Two', state: '{"x":1}', scope: 'private' }));
    expect(await store.changesSince(id, 1)).toMatchObject([
      { by: 'changer', what: ['visibility', 'content'] },
      { by: 'changer', what: ['name'] },
    ]);
    expect(await store.changesSince(id, 2)).toHaveLength(1);
    for (let version = 3; version < 56; version += 1)
      await store.update(orgId, ada, id, version, content({ name: `${version}` }));
    expect(await store.changesSince(id, 0)).toHaveLength(50);
  });

  it('counts what a person and the org keep', async () => {
    const store = linkStore(open());
    const [orgId, ada, bob] = [await addOrg(), await addUser('collector'), await addUser('other collector')];
    await store.create(orgId, ada, 'explore-v1', content({ state: 'x'.repeat(100) }));
    await store.create(orgId, bob, 'explore-v1', content());
    const { own, org } = await store.usage(orgId, ada);
    expect(own).toEqual({ things: 1, characters: 102 });
    expect(org).toEqual({ things: 2, characters: 106 });
  });

  it('reaches nothing of another org', async () => {
    const store = linkStore(open());
    const [mine, theirs, userId] = [await addOrg(), await addOrg(), await addUser('crosser')];
    const id = await store.create(mine, userId, 'explore-v1', content());
    expect(await store.find(theirs, userId, id)).toBeNull();
    const { links } = await store.list({ orgId: theirs, userId }, ALL);
    expect(links.map((link) => link.id)).not.toContain(id);
    expect(await store.update(theirs, userId, id, 1, content({ name: 'Taken' }))).toBe(false);
    await store.remove(theirs, userId, id);
    expect(await store.find(mine, userId, id)).toMatchObject({ name: 'Commits' });
  });

  it('makes a thing global without owner, and an owned one again', async () => {
    const store = linkStore(open());
    const [orgId, userId] = [await addOrg(), await addUser('publisher')];
    const id = await store.create(orgId, userId, 'explore-v1', content());
    await store.update(orgId, userId, id, 1, content({ scope: 'global' }));
    expect(await store.find(await addOrg(), userId, id)).toMatchObject({ userId: null, orgId: null });
    await store.update(orgId, userId, id, 2, content({ scope: 'private' }));
    expect(await store.find(orgId, userId, id)).toMatchObject({ userId, orgId, ownerName: 'publisher' });
    await store.remove(orgId, userId, id);
    expect(await store.find(orgId, userId, id)).toBeNull();
  });

  it('counts openings that come at the same moment, and bookmarks per person', async () => {
    const store = linkStore(open());
    const [orgId, ada, bob] = [await addOrg(), await addUser('opener'), await addUser('keeper')];
    const id = await store.create(orgId, ada, 'explore-v1', content());
    await Promise.all(Array.from({ length: 10 }, () => store.hit(orgId, ada, id)));
    expect(await store.hit(orgId, bob, id)).toBe(11);
    await Promise.all([1, 2].map(() => store.setBookmark(orgId, bob, id, true)));
    expect(await store.find(orgId, bob, id)).toMatchObject({ isBookmarked: true, hits: 11 });
    expect(await store.find(orgId, ada, id)).toMatchObject({ isBookmarked: false });
    await store.setBookmark(orgId, bob, id, false);
    expect(await store.find(orgId, bob, id)).toMatchObject({ isBookmarked: false });
  });
}
