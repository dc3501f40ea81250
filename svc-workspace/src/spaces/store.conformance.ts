import type { OrgId, UserId } from '@cairn/contracts';
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Database } from '../database/tables.ts';
import { RESTORE_DAYS, spaceStore } from './store.ts';

const CONTENT = {
  name: 'Plan 🦉',
  description: '',
  group: 'a,b',
  scope: 'org' as const,
  state: '{"items":[]}',
};
const DAY_MS = 86_400_000;

/** What spaces promise on every database, beside what deep links do. */
export function spaceStoreConformance(
  open: () => Database,
  addOrg: () => Promise<OrgId>,
  addUser: (name: string) => Promise<UserId>,
): void {
  const add = async (orgId: OrgId, userId: UserId, scope: 'private' | 'org', name: string) => {
    const id = randomUUID();
    const texts = { name, description: '', tags: 'x', state: '{}', brief: '{}', version: 1 };
    const times = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' };
    const row = { id, type: 'space-v1' as const, org_id: orgId, user_id: userId, scope, ...texts, ...times };
    await open().insertInto('deep_links').values(row).execute();
    return id;
  };

  it('lists what a user may see, by name in any case', async () => {
    const [orgId, ada, bob] = [await addOrg(), await addUser('ada'), await addUser('bob')];
    for (const name of ['banana', 'Apple', 'cherry']) await add(orgId, ada, 'org', name);
    await add(orgId, ada, 'private', 'secret');
    await add(await addOrg(), ada, 'org', 'elsewhere');
    const names = async (user: UserId) =>
      (await spaceStore(open()).list(orgId, user)).map(({ name }) => name);
    expect(await names(bob)).toEqual(['Apple', 'banana', 'cherry']);
    expect(await names(ada)).toEqual(['Apple', 'banana', 'cherry', 'secret']);
  });

  it('names only links that a user may see, however many are asked for', async () => {
    const [orgId, ada, bob] = [await addOrg(), await addUser('ada'), await addUser('bob')];
    const shared = await add(orgId, ada, 'org', 'Shared');
    const hidden = await add(orgId, ada, 'private', 'Hidden');
    const many = [...Array.from({ length: 1_200 }, () => randomUUID()), shared, hidden];
    const found = await spaceStore(open()).named(orgId, bob, many);
    expect(found).toMatchObject([{ id: shared, name: 'Shared', type: 'space-v1' }]);
    expect(await spaceStore(open()).named(orgId, bob, [])).toEqual([]);
  });

  it('keeps what was deleted for its deleter and for a while', async () => {
    let time = Date.parse('2026-03-01T00:00:00Z');
    const store = spaceStore(open(), () => new Date(time));
    const [orgId, ada, bob] = [await addOrg(), await addUser('ada'), await addUser('bob')];
    const id = await add(orgId, ada, 'org', 'Plan');
    await store.keep(orgId, ada, id, CONTENT);
    expect(await store.deleted(orgId, ada, id)).toEqual(CONTENT);
    expect(await store.deleted(orgId, bob, id)).toBeNull();
    expect(await store.deleted(await addOrg(), ada, id)).toBeNull();
    time += RESTORE_DAYS * DAY_MS + 1;
    expect(await store.deleted(orgId, ada, id)).toBeNull();
    await store.keep(orgId, ada, await add(orgId, ada, 'org', 'Later'), CONTENT);
    const rows = await open().selectFrom('deleted_spaces').select('id').where('org_id', '=', orgId).execute();
    expect(rows.map((row) => row.id)).not.toContain(id);
  });

  it('moves the pins of those who are still there', async () => {
    const store = spaceStore(open());
    const [orgId, ada, gone] = [await addOrg(), await addUser('ada'), await addUser('gone')];
    const [from, to] = [await add(orgId, ada, 'org', 'From'), await add(orgId, ada, 'org', 'To')];
    const pins = [ada, gone].map((user_id) => ({ user_id, link_id: from, created_at: '2026-01-01' }));
    await open().insertInto('bookmarks').values(pins).execute();
    await store.keep(orgId, ada, from, CONTENT);
    await open().deleteFrom('user').where('id', '=', gone).execute();
    await store.movePins(orgId, from, to);
    const moved = await open().selectFrom('bookmarks').select('user_id').where('link_id', '=', to).execute();
    expect(moved).toEqual([{ user_id: ada }]);
    expect(await store.deleted(orgId, ada, from)).toBeNull();
  });
}
