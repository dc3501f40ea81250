import type { LinkType, OrgId, Role, Scope, UserId } from '@cairn/contracts';
import { LINK_TYPES } from '@cairn/contracts/link-types';
import { expect, it } from 'vitest';
import type { Database } from '../database/tables.ts';
import { MOST_DELETED, RESTORE_DAYS } from './deleted-links.ts';
import { linkStore } from './store.ts';

const DAY_MS = 86_400_000;
const SAID = { brief: '{"tags":["flow"]}', text: 'Words of the state' };
const CONTENT = {
  name: 'Plan 🦉',
  description: 'Why',
  scope: 'org' as const,
  tags: 'a,b',
  state: '{"layout":[]}',
  targetRole: 'Lead',
  useCase: 'Standup',
  ...SAID,
};

/** What restoring promises on every database. */
export function deletedLinksConformance(
  open: () => Database,
  addOrg: () => Promise<OrgId>,
  addUser: (name: string) => Promise<UserId>,
): void {
  const people = async () => [await addOrg(), await addUser('ada'), await addUser('bob')] as const;

  it('brings a thing back as it was, with everybody’s favourites and openings, its changes and its picture', async () => {
    const links = linkStore(open());
    const [orgId, ada, bob] = await people();
    const id = await links.create(orgId, ada, 'dashboard-v1', { ...CONTENT, thumbnail: 'data:x' });
    await links.update(orgId, bob, id, 1, { ...CONTENT, name: 'Plan B' });
    await links.setBookmark(orgId, bob, id, true);
    await links.hit(orgId, bob, id);
    const before = [await links.find(orgId, bob, id), await links.changesSince(id, 0)];
    await links.remove(orgId, ada, id);
    expect(await links.find(orgId, bob, id)).toBeNull();
    expect(await links.deleted(orgId, id)).toEqual({
      type: 'dashboard-v1',
      scope: 'org',
      state: CONTENT.state,
      userId: ada,
      orgId,
    });
    expect(await links.restore(orgId, ada, id, SAID)).toBe(true);
    expect([await links.find(orgId, bob, id), await links.changesSince(id, 0)]).toEqual(before);
    const found = await links.search({ orgId, userId: bob }, { text: 'words', perType: 3 });
    expect(found.links.map((link) => link.id)).toEqual([id]);
    expect(await links.thumbnails({ orgId, userId: bob, role: 'user' }, [id])).toEqual({ [id]: 'data:x' });
    expect(await links.usage(orgId, ada)).toMatchObject({ own: { things: 1 } });
  });

  it('is there in that org, once and for a while', async () => {
    let time = Date.now();
    const links = linkStore(open(), () => new Date(time));
    const [orgId, ada, bob] = await people();
    const id = await links.create(orgId, ada, 'explore-v1', CONTENT);
    await links.remove(orgId, bob, id);
    const elsewhere = await addOrg();
    expect(await links.deleted(elsewhere, id)).toBeNull();
    expect(await links.restore(elsewhere, bob, id, SAID)).toBe(false);
    const both = await Promise.all([1, 2].map(() => links.restore(orgId, bob, id, SAID)));
    expect(both.toSorted()).toEqual([false, true]);
    await links.remove(orgId, bob, id);
    time += RESTORE_DAYS * DAY_MS + 1;
    expect(await links.deleted(orgId, id)).toBeNull();
    await links.remove(orgId, ada, await links.create(orgId, ada, 'explore-v1', CONTENT));
    const rows = await open().selectFrom('deleted_links').select('id').where('id', '=', id).execute();
    expect(rows).toEqual([]);
  });

  it('gives a thing whose owner is gone to whoever restores it, and drops the marks of people who are', async () => {
    const links = linkStore(open());
    const [orgId, ada, bob] = await people();
    const id = await links.create(orgId, ada, 'dashboard-v1', CONTENT);
    for (const user of [ada, bob]) await links.setBookmark(orgId, user, id, true);
    await links.remove(orgId, bob, id);
    await open().deleteFrom('user').where('id', '=', ada).execute();
    expect(await links.restore(orgId, bob, id, SAID)).toBe(true);
    expect(await links.find(orgId, bob, id)).toMatchObject({ userId: bob, isBookmarked: true });
    const kept = await open().selectFrom('bookmarks').select('user_id').where('link_id', '=', id).execute();
    expect(kept).toEqual([{ user_id: bob }]);
  });

  it('lists what each person may restore, page by page, the latest first', async () => {
    let time = Date.now();
    const links = linkStore(open(), () => new Date((time += 1_000)));
    const [orgId, ada, bob] = await people();
    const remove = async (type: LinkType, scope: Scope, owner: UserId, by = owner) => {
      const name = `${type} ${scope}`;
      await links.remove(orgId, by, await links.create(orgId, owner, type, { ...CONTENT, name, scope }));
      time += 1_000;
    };
    await remove('dashboard-v1', 'private', ada);
    await remove('dashboard-v1', 'org', ada, bob);
    await remove('space-v1', 'org', ada, bob);
    await remove('explore-v1', 'global', bob);
    await remove('user-state-v1', 'private', ada);
    const seen = async (userId: UserId, role: Role, superuser = false, page = { offset: 0, limit: 9 }) => {
      const actor = { orgId, userId, role, superuser };
      const { deletions, total } = await links.deletions({ actor, types: LINK_TYPES }, page);
      expect(total).toBeGreaterThanOrEqual(deletions.length);
      return deletions.map(({ name, deleterName }) => `${name} by ${deleterName}`);
    };
    const [board, space, query] = [
      'dashboard-v1 org by bob',
      'space-v1 org by bob',
      'explore-v1 global by bob',
    ];
    expect(await seen(ada, 'user')).toEqual([board, 'dashboard-v1 private by ada']);
    expect(await seen(bob, 'user')).toEqual([]);
    expect(await seen(bob, 'admin')).toEqual([space, board]);
    expect(await seen(bob, 'super', true)).toEqual([query, space, board]);
    expect(await seen(bob, 'super', true, { offset: 1, limit: 1 })).toEqual([space]);
    expect(await seen(ada, 'viewer')).toEqual([]);
    const elsewhere = { orgId: await addOrg(), userId: bob, role: 'super', superuser: true } as const;
    const page = { offset: 0, limit: 9 };
    const empty = { deletions: [], total: 0 };
    expect(await links.deletions({ actor: elsewhere, types: LINK_TYPES }, page)).toEqual(empty);
    time += RESTORE_DAYS * DAY_MS;
    expect(await seen(bob, 'super', true)).toEqual([]);
  });

  it('forgets the oldest where somebody deletes too much', async () => {
    let time = Date.now();
    const links = linkStore(open(), () => new Date((time += 1_000)));
    const [orgId, ada, bob] = await people();
    const removed = async (userId: UserId) => {
      const id = await links.create(orgId, userId, 'explore-v1', CONTENT);
      await links.remove(orgId, userId, id);
      return id;
    };
    const [other, first, second] = [await removed(bob), await removed(ada), await removed(ada)];
    const size = MOST_DELETED.characters - CONTENT.state.length;
    await open().updateTable('deleted_links').set({ size }).where('id', '=', second).execute();
    const third = await removed(ada);
    const left = open().selectFrom('deleted_links').select('id').where('deleted_in', '=', orgId);
    const ids = (await left.execute()).map(({ id }) => id);
    expect(new Set(ids)).toEqual(new Set([other, third]));
    expect(ids).not.toContain(first);
  });
}
