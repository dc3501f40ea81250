import { LAST_ADMIN, type OrgId, type Role, type UserId } from '@cairn/contracts';
import { expect, it } from 'vitest';
import type { Database } from '../database/tables.ts';
import { memberStore } from './store.ts';

/** What members promise on every database. */
export function memberStoreConformance(
  open: () => Database,
  addOrg: () => Promise<OrgId>,
  addUser: (name: string, superuser?: boolean) => Promise<UserId>,
): void {
  const join = async (orgId: OrgId, userId: UserId, role: Role) => {
    const row = { org_id: orgId, user_id: userId, role, created_at: new Date().toISOString() };
    await open().insertInto('members').values(row).execute();
    return userId;
  };
  const orgOf = async (...roles: Role[]) => {
    const orgId = await addOrg();
    const people: UserId[] = [];
    for (const role of roles) people.push(await join(orgId, await addUser(role), role));
    return { orgId, people };
  };
  const rolesIn = async (orgId: OrgId) =>
    new Map((await memberStore(open()).list(orgId)).map(({ userId, role }) => [userId, role]));
  const [ada, bob] = [0, 1];

  it('lists the people of one org by name, with their stored roles', async () => {
    const { orgId } = await orgOf('user', 'admin');
    await orgOf('super');
    const people = await memberStore(open()).list(orgId);
    expect(people.map(({ name, role, superuser }) => [name, role, superuser])).toEqual([
      ['admin', 'admin', false],
      ['user', 'user', false],
    ]);
  });

  it('gives and takes roles, and changes nothing in another org', async () => {
    const { orgId, people } = await orgOf('admin', 'user');
    const other = await orgOf('admin');
    const members = memberStore(open());
    await members.change(orgId, people[ada]!, people[bob]!, 'admin');
    expect((await rolesIn(orgId)).get(people[bob]!)).toBe('admin');
    await expect(members.change(orgId, people[ada]!, other.people[ada]!, 'user')).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(members.change(other.orgId, people[ada]!, other.people[ada]!, 'user')).rejects.toMatchObject(
      { code: 'not_found' },
    );
  });

  it('keeps one admin when two demote, or remove, each other at once', async () => {
    for (const change of ['user', 'removed'] as const) {
      const { orgId, people } = await orgOf('admin', 'admin');
      const members = memberStore(open());
      const outcomes = await Promise.allSettled([
        members.change(orgId, people[ada]!, people[bob]!, change),
        members.change(orgId, people[bob]!, people[ada]!, change),
      ]);
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect([...(await rolesIn(orgId)).values()].filter((role) => role === 'admin')).toHaveLength(1);
    }
  });

  it('keeps one admin when both leave at once', async () => {
    const { orgId, people } = await orgOf('admin', 'super');
    const members = memberStore(open());
    const outcomes = await Promise.allSettled(
      people.map((each) => members.change(orgId, each, each, 'removed')),
    );
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toEqual([
      expect.objectContaining({ reason: expect.objectContaining({ code: 'conflict' }) }),
    ]);
    expect((await rolesIn(orgId)).size).toBe(1);
  });

  it('does not let the last admin go or step down', async () => {
    const { orgId, people } = await orgOf('admin', 'user');
    for (const change of ['user', 'removed'] as const) {
      await expect(
        memberStore(open()).change(orgId, people[ada]!, people[ada]!, change),
      ).rejects.toMatchObject({ code: 'conflict', message: LAST_ADMIN });
    }
  });

  it('turns off the invitations of who may invite no more', async () => {
    const { orgId, people } = await orgOf('admin', 'admin');
    const row = { org_id: orgId, role: 'user' as const, created_at: '2026-01-01', expires_at: '2999-01-01' };
    for (const [n, created_by] of people.entries()) {
      await open()
        .insertInto('invitations')
        .values({ ...row, id: `${orgId}-${n}`, created_by })
        .execute();
    }
    await memberStore(open()).change(orgId, people[ada]!, people[bob]!, 'user');
    const kept = open()
      .selectFrom('invitations')
      .select(['created_by', 'enabled'])
      .where('org_id', '=', orgId);
    expect(new Map((await kept.execute()).map((one) => [one.created_by, one.enabled]))).toEqual(
      new Map([
        [people[ada], 1],
        [people[bob], 0],
      ]),
    );
  });
}
