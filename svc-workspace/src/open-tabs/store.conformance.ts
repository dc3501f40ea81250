import type { OrgId, UserId } from '@cairn/contracts';
import { expect, it } from 'vitest';
import type { Database } from '../database/tables.ts';
import { openTabStore } from './store.ts';

/** What open tabs promise on every database. */
export function openTabStoreConformance(
  open: () => Database,
  addOrg: () => Promise<OrgId>,
  addUser: (name: string) => Promise<UserId>,
): void {
  const tab = (id: string) => ({ id, current_title: `${id} 🦉`, current_url: `/acme/boards/${id}` });

  it('are none at first, and those of the last save that read the one before', async () => {
    const [orgId, ada] = [await addOrg(), await addUser('ada')];
    const tabs = openTabStore(open());
    expect(await tabs.read(orgId, ada)).toEqual({ revision: 0, tabs: [] });
    const first = { revision: 1, tabs: [tab('a'), tab('b')] };
    expect(await tabs.save(orgId, ada, { ...first, revision: 0 })).toEqual(first);
    expect(await tabs.save(orgId, ada, { revision: 0, tabs: [] })).toBeNull();
    const second = { revision: 2, tabs: [{ ...tab('b'), named: true }] };
    expect(await tabs.save(orgId, ada, { ...second, revision: 1 })).toEqual(second);
    expect(await tabs.save(orgId, ada, { revision: 1, tabs: [] })).toBeNull();
    expect(await tabs.read(orgId, ada)).toEqual(second);
  });

  it('belong to one person in one org', async () => {
    const [one, two, ada, bob] = [await addOrg(), await addOrg(), await addUser('ada'), await addUser('bob')];
    const tabs = openTabStore(open());
    await tabs.save(one, ada, { revision: 0, tabs: [tab('a')] });
    await tabs.save(one, bob, { revision: 0, tabs: [tab('b')] });
    const ids = async (orgId: OrgId, user: UserId) => (await tabs.read(orgId, user)).tabs.map(({ id }) => id);
    expect([await ids(one, ada), await ids(one, bob), await ids(two, ada)]).toEqual([['a'], ['b'], []]);
  });

  it('are saved by one of two devices that read the same', async () => {
    const [orgId, ada] = [await addOrg(), await addUser('ada')];
    const tabs = openTabStore(open());
    for (const revision of [0, 1]) {
      const saved = await Promise.all(
        ['x', 'y'].map((id) => tabs.save(orgId, ada, { revision, tabs: [tab(id)] })),
      );
      expect(saved.filter((each) => each !== null)).toHaveLength(1);
    }
  });
}
