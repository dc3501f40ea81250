import type { OrgId, UserId } from '@cairn/contracts';
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Database } from '../database/tables.ts';
import { spaceStore } from './store.ts';

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
}
