import type { OrgId, UserId } from '@cairn/contracts';
import { expect, it } from 'vitest';
import { notify, withdraw } from '../database/notify.ts';
import type { Database } from '../database/tables.ts';
import { notificationStore } from './store.ts';

/** What notifications promise on every database. */
export function notificationStoreConformance(
  open: () => Database,
  addOrg: () => Promise<OrgId>,
  addUser: (name: string) => Promise<UserId>,
): void {
  const join = (org_id: OrgId, user_id: UserId) =>
    open()
      .insertInto('members')
      .values({ org_id, user_id, role: 'user', created_at: '2026-01-01' })
      .execute();
  const message = (about: string, text = about, at = '2026-03-01T00:00:00.000Z') =>
    ({ type: 'Shared', message: text, metadata: {}, about, at }) as const;

  it('reach members who want them, once for each thing', async () => {
    const [orgId, ada, bob, eve] = [
      await addOrg(),
      await addUser('ada'),
      await addUser('bob'),
      await addUser('eve'),
    ];
    await join(orgId, ada);
    await join(orgId, bob);
    const store = notificationStore(open());
    await store.setWanted(orgId, bob, { Shared: false });
    await notify(open(), orgId, [ada, bob, eve], message('x', 'First'));
    await notify(open(), orgId, [ada, bob, eve], message('x', 'Second'));
    expect(await store.page(orgId, ada, { offset: 0, limit: 9 })).toMatchObject([{ message: 'Second' }]);
    expect([await store.count(orgId, bob), await store.count(orgId, eve)]).toEqual([0, 0]);
    await store.setWanted(orgId, bob, { Shared: true, Followed: false });
    expect(await store.wanted(orgId, bob)).toMatchObject({ Shared: true, Followed: false });
    await notify(open(), orgId, [bob], message('x'));
    expect(await store.count(orgId, bob)).toBe(1);
  });

  it('are paged from the newest, dismissed by their owner alone, withdrawn, and gone after 90 days', async () => {
    const [orgId, ada, bob] = [await addOrg(), await addUser('ada'), await addUser('bob')];
    await join(orgId, ada);
    const store = notificationStore(open());
    for (const day of [1, 2, 3])
      await notify(open(), orgId, [ada], message(`${day}`, `${day}`, `2026-03-0${day}T00:00:00.000Z`));
    const [first, second] = await store.page(orgId, ada, { offset: 1, limit: 2 });
    expect([first?.message, second?.message]).toEqual(['2', '1']);
    expect(await store.dismiss(orgId, bob, first?.id ?? '')).toBe(false);
    expect(await store.dismiss(orgId, ada, first?.id ?? '')).toBe(true);
    expect(await store.count(orgId, ada)).toBe(2);
    expect(await store.restore(orgId, bob, first?.id ?? '')).toBe(false);
    expect(await store.restore(orgId, ada, first?.id ?? '')).toBe(true);
    expect(await store.restore(orgId, ada, first?.id ?? '')).toBe(false);
    expect(await store.count(orgId, ada)).toBe(3);
    expect(await store.dismiss(orgId, ada, first?.id ?? '')).toBe(true);
    await withdraw(open(), orgId, 'Shared', '3');
    expect(await store.count(orgId, ada)).toBe(1);
    // What happens again about the same thing is told again.
    await notify(open(), orgId, [ada], message('2', '2', '2026-03-02T12:00:00.000Z'));
    expect(await store.count(orgId, ada)).toBe(2);
    await notify(open(), orgId, [ada], message('late', 'late', '2026-06-01T00:00:00.000Z'));
    expect((await store.page(orgId, ada, { offset: 0, limit: 9 })).map((each) => each.message)).toEqual([
      'late',
    ]);
  });
}
