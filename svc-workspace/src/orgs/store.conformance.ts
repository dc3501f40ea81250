import { OrgId, UserId } from '@cairn/contracts';
import { expect, it } from 'vitest';
import type { Database } from '../database/tables.ts';
import { orgStore } from './store.ts';

const EVERYBODY = { personMeasures: 'everybody' as const, ownFirstDay: null, simulated: false };

/** What orgs and members promise on every database. `addUser` creates an account and returns its id. */
export function orgStoreConformance(
  open: () => Database,
  addUser: (name: string, superuser?: boolean) => Promise<UserId>,
): void {
  it('makes the org of an owner once, however often it is asked', async () => {
    const orgs = orgStore(open());
    const userId = await addUser('owner');
    const owner = { userId, email: 'owner@example.com' };
    const first = await orgs.ensureOwned(owner, 'Acme');
    expect(await orgs.ensureOwned(owner, 'Another name')).toBe(first);
    expect(await orgs.listOf(userId)).toEqual([
      {
        id: first,
        name: 'Acme',
        role: 'super',
        signupEmail: 'owner@example.com',
        firstDay: 1,
        boardCreator: 'admin',
        personMeasures: 'everybody',
      },
    ]);
    expect(await orgs.firstDayOf(first)).toBe(1);
  });

  it('makes an org for simulated data once, beside the own one, and never turns a real one into it', async () => {
    const orgs = orgStore(open());
    const userId = await addUser('curious');
    const demo = await orgs.ensureSimulated(userId, 'Demo (simulated)');
    expect(await orgs.ensureSimulated(userId, 'Demo (simulated)', demo)).toBe(demo);
    const later = await addUser('later');
    expect(await orgs.ensureSimulated(later, 'Demo (simulated)', demo)).toBe(demo);
    expect(await orgs.actorIn(demo, later)).toBeNull();
    const owned = await orgs.ensureOwned({ userId, email: 'curious@example.com' }, 'Real');
    expect(owned).not.toBe(demo);
    expect(await orgs.ensureSimulated(userId, 'Other', owned)).not.toBe(owned);
    const flags = (await orgs.listOf(userId)).map(({ name, simulated }) => [name, simulated]);
    expect(flags).toEqual([
      ['Demo (simulated)', true],
      ['Other', true],
      ['Real', undefined],
    ]);
  });

  it('opens one simulated org for a user, however often and at once it is asked', async () => {
    const orgs = orgStore(open());
    const userId = await addUser('looker');
    const opened = await Promise.all([orgs.openSimulated(userId), orgs.openSimulated(userId)]);
    expect(opened[0]).toMatchObject({ simulated: true, role: 'super' });
    expect(opened[1]?.id).toBe(opened[0]?.id);
    expect(await orgs.listOf(userId)).toHaveLength(1);
    expect((await orgs.openSimulated(await addUser('another'))).id).not.toBe(opened[0]?.id);
    const membership = await orgs.membershipOf(opened[0]?.id ?? OrgId.parse('none'), userId);
    expect(membership?.simulated).toBe(true);
  });

  it('lets a new owner of an installation join its org, and nobody whose account was there', async () => {
    const orgs = orgStore(open());
    const first = await orgs.ensureOwned(
      { userId: await addUser('founder'), email: 'founder@example.com' },
      'Hooli',
    );
    const userId = await addUser('successor');
    const successor = { userId, email: 'successor@example.com' };
    expect(await orgs.ensureOwned(successor, 'Other', first)).toBe(first);
    expect(await orgs.actorIn(first, userId)).toBeNull();
    expect(await orgs.ensureOwned({ ...successor, isNew: true }, 'Other', first)).toBe(first);
    expect(await orgs.actorIn(first, userId)).toMatchObject({ role: 'super', superuser: false });
  });

  it('knows the role of members alone, superusers too', async () => {
    const orgs = orgStore(open());
    const orgId = await orgs.ensureOwned(
      { userId: await addUser('boss'), email: 'boss@example.com' },
      'Umbrella',
    );
    expect(await orgs.actorIn(orgId, await addUser('stranger', true))).toBeNull();
    const guest = await addUser('guest');
    const created_at = new Date().toISOString();
    await open()
      .insertInto('members')
      .values({ org_id: orgId, user_id: guest, role: 'viewer', created_at })
      .execute();
    expect(await orgs.actorIn(orgId, guest)).toEqual({
      orgId,
      userId: guest,
      role: 'viewer',
      superuser: false,
      boardCreator: 'admin',
    });
    expect(await orgs.actorIn(OrgId.parse('org-none'), guest)).toBeNull();
    expect(await orgs.firstDayOf(OrgId.parse('org-none'))).toBeNull();
    expect(await orgs.membershipOf(orgId, guest)).toEqual({ role: 'viewer', firstDay: 1, ...EVERYBODY });
    expect(await orgs.membershipOf(OrgId.parse('org-none'), guest)).toBeNull();
  });

  it('lifts a member with the superuser flag to super', async () => {
    const orgs = orgStore(open());
    const orgId = await orgs.ensureOwned(
      { userId: await addUser('first'), email: 'first@example.com' },
      'Initech',
    );
    const lifted = await addUser('lifted', true);
    const created_at = new Date().toISOString();
    await open()
      .insertInto('members')
      .values({ org_id: orgId, user_id: lifted, role: 'user', created_at })
      .execute();
    expect(await orgs.actorIn(orgId, lifted)).toMatchObject({ role: 'super', superuser: true });
    expect((await orgs.listOf(lifted))[0]?.role).toBe('super');
  });

  it('begins weeks on Monday until a member of it changes that, in that org alone', async () => {
    const orgs = orgStore(open());
    const userId = await addUser('early');
    const owner = { userId, email: 'early@example.com' };
    const orgId = await orgs.ensureOwned(owner, 'Globex');
    const demo = await orgs.ensureSimulated(userId, 'Globex (simulated)');
    expect((await orgs.update(orgId, userId, {})).firstDay).toBe(1);
    expect(await orgs.update(orgId, userId, { firstDay: 7 })).toMatchObject({ id: orgId, firstDay: 7 });
    const days = async () => (await orgs.listOf(userId)).map(({ id, firstDay }) => [id, firstDay]);
    expect(await days()).toEqual([
      [orgId, 7],
      [demo, 1],
    ]);
    expect(await orgs.membershipOf(orgId, userId)).toEqual({ role: 'super', firstDay: 7, ...EVERYBODY });
    expect([await orgs.firstDayOf(orgId), await orgs.firstDayOf(demo)]).toEqual([7, 1]);
    const stranger = orgs.update(orgId, await addUser('passer-by'), { firstDay: 3 });
    await expect(stranger).rejects.toMatchObject({ code: 'not_found' });
    await expect(
      open().updateTable('orgs').set({ first_day: 8 }).where('id', '=', orgId).execute(),
    ).rejects.toThrow();
    expect((await days())[0]).toEqual([orgId, 7]);
  });

  it('refuses a role that is none', async () => {
    const orgs = orgStore(open());
    const userId = await addUser('odd');
    const orgId = await orgs.ensureOwned(
      { userId: await addUser('even'), email: 'even@example.com' },
      'Hooli',
    );
    const row = { org_id: orgId, user_id: userId, role: 'owner' as 'user', created_at: '' };
    await expect(open().insertInto('members').values(row).execute()).rejects.toThrow();
  });
}
