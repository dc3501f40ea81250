import type { Invitation, OrgMember, Role } from '@cairn/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { workspaceUnderTest, type WorkspaceUnderTest } from '../../test/workspace-under-test.ts';

let at: WorkspaceUnderTest;
let orgId: string;
let admin: Record<string, string>;
beforeEach(async () => {
  at = await workspaceUnderTest();
  ({ orgId } = await at.bootstrap());
  admin = (await at.member(orgId, 'admin', 'grace')).headers;
});
afterEach(async () => {
  vi.useRealTimers();
  await at.engine.db.destroy();
});

const listed = (body: unknown) => (body as { data: Invitation[] }).data;
const make = async (input: object = { role: 'user' }, headers = admin) => {
  const { body } = await at.send('/api/login-links/create-link', { org_id: orgId, ...input }, headers);
  const [made] = listed(body);
  if (!made) throw new Error(JSON.stringify(body));
  return made;
};
const target = (invite_code: string, address = '10.0.0.1') =>
  at.send('/api/login-links/target-links', { invite_code }, { 'x-forwarded-for': address });
const stranger = async (name = 'ada') => {
  await at.bootstrap(`${name}@example.com`, `${name}'s own`);
  return at.bearer(await at.signIn(`${name}@example.com`));
};
const join = (invite_code: string, headers: Record<string, string>) =>
  at.send('/api/user/join-org', { invite_code }, headers);
const roleIn = async (headers: Record<string, string>) => {
  const { body } = await at.send('/api/user/orgs', undefined, headers);
  return (body as unknown as { id: string; role: Role }[]).find(({ id }) => id === orgId)?.role;
};

describe('an invitation', () => {
  it('tells where it leads, to who has its code, and lets them in with its role', async () => {
    const { invite_code, url } = await make({ role: 'viewer', days: 2 });
    expect(url).toBe(`${at.publicUrl}/sign-in?invite=${invite_code}`);
    const { body } = await target(` ${invite_code} `);
    expect(body.data).toMatchObject({ orgName: 'Acme', role: 'viewer', email: null });
    const ada = await stranger();
    await at.engine.db.updateTable('user').set({ superuser: 0 }).execute();
    expect((await join(` ${invite_code} `, ada)).body.data).toEqual({ id: orgId });
    expect(await roleIn(ada)).toBe('viewer');
    expect((await join(invite_code, ada)).status).toBe(200);
    const { body: after } = await at.send('/api/login-links/get-links', { org_id: orgId }, admin);
    expect(listed(after)).toEqual([expect.objectContaining({ uses: 1, createdBy: 'grace@example.com' })]);
  });

  it('is kept without its code', async () => {
    const { invite_code } = await make();
    const rows = await at.engine.db.selectFrom('invitations').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(invite_code);
    expect(invite_code.startsWith(rows[0]?.id ?? '-')).toBe(true);
  });

  it('opens nothing once it has expired', async () => {
    const { invite_code } = await make({ role: 'user', days: 1 });
    const ada = await stranger();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_001 });
    expect((await target(invite_code)).body.error?.code).toBe('not_found');
    vi.useRealTimers();
    expect((await join(invite_code, ada)).status).toBe(200);
  });

  it('is turned off and on, alone or with all others', async () => {
    const [one, two] = [await make(), await make()];
    const toggle = (input: object) =>
      at.send('/api/login-links/toggle-links', { org_id: orgId, ...input }, admin);
    expect((await toggle({ id: one.id, enabled: false })).status).toBe(200);
    expect([(await target(one.invite_code)).status, (await target(two.invite_code)).status]).toEqual([
      404, 200,
    ]);
    await toggle({ enabled: false });
    expect((await target(two.invite_code)).status).toBe(404);
    await toggle({ id: two.id, enabled: true });
    expect((await target(two.invite_code)).status).toBe(200);
    expect((await toggle({ id: 'nothing', enabled: true })).body.error?.code).toBe('not_found');
  });

  it('is not made, seen or turned on for a role above that of the admin', async () => {
    const boss = (await at.member(orgId, 'super', 'boss')).headers;
    const { id } = await make({ role: 'super' }, boss);
    const { body } = await at.send('/api/login-links/get-links', { org_id: orgId }, admin);
    expect(listed(body)).toEqual([]);
    const made = { org_id: orgId, role: 'super' };
    expect((await at.send('/api/login-links/create-link', made, admin)).body.error?.code).toBe('forbidden');
    const on = { org_id: orgId, id, enabled: true };
    expect((await at.send('/api/login-links/toggle-links', on, admin)).body.error?.code).toBe('not_found');
  });

  it('is nothing that users and viewers make or see', async () => {
    for (const [role, code] of [
      ['user', 'forbidden'],
      ['viewer', 'read_only'],
    ] as const) {
      const { headers } = await at.member(orgId, role, role);
      for (const [path, input] of [
        ['get-links', {}],
        ['create-link', { role: 'viewer' }],
        ['toggle-links', { enabled: false }],
      ] as const) {
        const refused = await at.send(`/api/login-links/${path}`, { org_id: orgId, ...input }, headers);
        expect(refused.body.error?.code, `${role} ${path}`).toBe(code);
      }
    }
  });

  it('does not let in again who was taken out, until there is a newer one', async () => {
    const { invite_code } = await make();
    const ada = await stranger();
    await join(invite_code, ada);
    const { body } = await at.send(`/api/${orgId}/users/list-users`, undefined, admin);
    const { userId = '' } =
      (body.data as unknown as OrgMember[]).find(({ email }) => email === 'ada@example.com') ?? {};
    await at.engine.db.updateTable('user').set({ superuser: 0 }).where('id', '=', userId).execute();
    await at.send(`/api/${orgId}/users/remove`, { user_id: userId }, admin);
    expect((await join(invite_code, ada)).body.error?.code).toBe('forbidden');
    expect((await join((await make()).invite_code, ada)).status).toBe(200);
  });

  it.each(['', ' ', 'x', 'a'.repeat(36), "' or '1'='1", '../../etc', 'ÿ'.repeat(36)])(
    'is not guessed as %j',
    async (code) => {
      await make();
      expect([400, 404]).toContain((await target(code)).status);
    },
  );

  it('is not guessed often: twenty codes that open nothing shut out a user, and five hundred an address', async () => {
    const { invite_code } = await make();
    const ada = await stranger();
    for (let n = 0; n < 20; n += 1) expect((await join('a'.repeat(36), ada)).status).toBe(404);
    for (let n = 0; n < 500; n += 1) expect((await target('a'.repeat(36))).status).toBe(404);
    expect((await target(invite_code)).body.error?.code).toBe('rate_limited');
    expect((await join(invite_code, ada)).body.error?.code).toBe('rate_limited');
    expect((await target(invite_code, '10.0.0.2')).status).toBe(200);
  });

  it.each([
    { role: 'owner' },
    { role: 'user', days: 0 },
    { role: 'user', days: 31 },
    { role: 'user', email: 'nobody' },
    { role: 'user', uses: -1 },
  ])('is not made of %j', async (input) => {
    const answer = await at.send('/api/login-links/create-link', { org_id: orgId, ...input }, admin);
    expect(answer.status).toBe(400);
  });
});

describe('signing up by invitation', () => {
  const account = { email: 'New@example.com', password: 'long enough words', name: 'New' };
  const signUp = (body: object) => at.send('/api/auth/sign-up/email', { ...account, ...body });

  it('makes an account, signs it in and lets it into the org', async () => {
    const { invite_code } = await make();
    const answer = await signUp({ invite_code });
    expect(answer.body).toMatchObject({ orgId, user: { email: 'new@example.com' } });
    const cookie = answer.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ');
    expect(await roleIn(await at.bearer(cookie))).toBe('user');
  });

  it('is refused without an invitation, with a dead one, and with that of somebody else', async () => {
    expect((await signUp({})).body.error?.code).toBe('forbidden');
    expect((await signUp({ invite_code: 'a'.repeat(36) })).body.error?.code).toBe('not_found');
    const { invite_code } = await make({ role: 'user', email: 'other@example.com' });
    expect((await signUp({ invite_code })).body.error).toMatchObject({
      code: 'forbidden',
      message: 'This invitation is for other@example.com.',
    });
    expect((await at.engine.db.selectFrom('user').select('name').execute()).length).toBe(2);
  });

  it('takes the one account that it is for', async () => {
    const { invite_code } = await make({ role: 'user', email: 'NEW@example.com' });
    expect((await signUp({ invite_code })).status).toBe(200);
    expect((await target(invite_code)).status).toBe(404);
  });

  it('is closed with everything else where sign-up is closed', async () => {
    const closed = await workspaceUnderTest(at.engine, { signUp: 'closed' });
    const { invite_code } = await make();
    const answer = await closed.send('/api/auth/sign-up/email', { ...account, invite_code });
    expect(answer.body.error?.code).toBe('forbidden');
    expect((await closed.send('/api/auth/options')).body).toEqual({
      signUp: 'closed',
      mail: false,
      providers: [],
      oidc: [],
    });
  });
});
