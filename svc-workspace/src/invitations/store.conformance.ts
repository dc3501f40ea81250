import { UserId, type OrgId } from '@cairn/contracts';
import { expect, it } from 'vitest';
import type { Database } from '../database/tables.ts';
import { invitationStore } from './store.ts';

const ADMIN = UserId.parse('admin');

/** What invitations promise on every database. */
export function invitationStoreConformance(
  open: () => Database,
  addOrg: () => Promise<OrgId>,
  addUser: (name: string) => Promise<UserId>,
): void {
  const invite = async (email: string | null = null, days = 7, now?: () => Date) => {
    const orgId = await addOrg();
    const createdBy = await addUser('host');
    await invitationStore(open(), now).create(orgId, { role: 'user', email, days, createdBy });
    const [made] = await invitationStore(open(), now).list(orgId);
    return { orgId, id: made?.id ?? '' };
  };
  const roleOf = async (orgId: OrgId, userId: UserId) =>
    (
      await open()
        .selectFrom('members')
        .select('role')
        .where('org_id', '=', orgId)
        .where('user_id', '=', userId)
        .executeTakeFirst()
    )?.role;
  const dead = { code: 'not_found' };

  it('let in everybody who has one, with its role, and count them once', async () => {
    const { orgId, id } = await invite();
    const invitations = invitationStore(open());
    const people = await Promise.all(['ada', 'bob'].map((name) => addUser(name)));
    await Promise.all([...people, ...people].map((userId) => invitations.join(id, userId)));
    expect(await Promise.all(people.map((userId) => roleOf(orgId, userId)))).toEqual(['user', 'user']);
    expect((await invitations.list(orgId))[0]).toMatchObject({ uses: 2, enabled: true });
  });

  it('for one e-mail let in that account alone, once, whatever case it is written in', async () => {
    const ada = await addUser('ada');
    const { email } = await open()
      .selectFrom('user')
      .select('email')
      .where('id', '=', ada)
      .executeTakeFirstOrThrow();
    const { orgId, id } = await invite(email);
    const invitations = invitationStore(open());
    await expect(invitations.join(id, await addUser('eve'))).rejects.toMatchObject({ code: 'forbidden' });
    expect(await invitations.join(id, ada)).toBe(orgId);
    await open().deleteFrom('members').where('user_id', '=', ada).execute();
    await expect(invitations.join(id, ada)).rejects.toMatchObject(dead);
  });

  it('are dead when they have expired, are turned off, or never were', async () => {
    const ada = await addUser('ada');
    const expired = await invite(null, 1, () => new Date(Date.now() - 86_400_001));
    const off = await invite();
    const invitations = invitationStore(open());
    expect(await invitations.setEnabled(off.orgId, { actorId: ADMIN, roles: ['user'] }, false)).toBe(1);
    for (const id of [expired.id, off.id, 'never']) {
      await expect(invitations.open(id)).rejects.toMatchObject(dead);
      await expect(invitations.join(id, ada)).rejects.toMatchObject(dead);
    }
    expect(
      await invitations.setEnabled(off.orgId, { actorId: ADMIN, id: off.id, roles: ['user'] }, true),
    ).toBe(1);
    expect(await invitations.join(off.id, ada)).toBe(off.orgId);
  });

  it('are turned on and off in their own org, among the roles that are named', async () => {
    const { id } = await invite();
    const other = await addOrg();
    const invitations = invitationStore(open());
    expect(await invitations.setEnabled(other, { actorId: ADMIN, id, roles: ['user'] }, false)).toBe(0);
    const { orgId } = await invitations.open(id);
    expect(await invitations.setEnabled(orgId, { actorId: ADMIN, id, roles: ['viewer'] }, false)).toBe(0);
    expect((await invitations.open(id)).enabled).toBe(true);
  });

  it('that are older do not let in again who was taken out', async () => {
    const ada = await addUser('ada');
    const { orgId, id } = await invite(null, 7, () => new Date(Date.now() - 1_000));
    const removal = { org_id: orgId, user_id: ada, removed_at: new Date().toISOString() };
    await open().insertInto('former_members').values(removal).execute();
    const invitations = invitationStore(open(), () => new Date(Date.now() + 1_000));
    await expect(invitations.join(id, ada)).rejects.toMatchObject({ code: 'forbidden' });
    await invitations.create(orgId, { role: 'viewer', email: null, days: 7, createdBy: ada });
    const newer = (await invitations.list(orgId)).find(({ role }) => role === 'viewer');
    expect(await invitations.join(newer?.id ?? '', ada)).toBe(orgId);
  });

  it('leave the role of a member as it is', async () => {
    const { orgId, id } = await invite();
    const boss = await addUser('boss');
    const row = { org_id: orgId, user_id: boss, role: 'admin' as const, created_at: '' };
    await open().insertInto('members').values(row).execute();
    await invitationStore(open()).join(id, boss);
    expect(await roleOf(orgId, boss)).toBe('admin');
  });
}
