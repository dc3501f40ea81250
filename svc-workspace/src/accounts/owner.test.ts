import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { workspaceUnderTest, type WorkspaceUnderTest } from '../../test/workspace-under-test.ts';

const OWNER = 'owner@example.com';
const PASSWORD = 'correct horse';
const THEIRS = 'the password of mallory';
let at: WorkspaceUnderTest;
let orgId: string;
beforeEach(async () => {
  at = await workspaceUnderTest(undefined, { signUp: 'open' });
  ({ orgId } = await at.bootstrap(OWNER));
});
afterEach(() => at.engine.db.destroy());

interface Started {
  readonly userId: string;
  readonly hasPassword: boolean;
  readonly owner: { readonly email: string; readonly how: string };
}
/** A start of the launcher, with the address that it reads from the environment or from git. */
const start = async (email: string, password?: string) => {
  const sent = { email, orgName: 'Acme', orgId, ...(password ? { password } : {}) };
  return (await at.inside('/internal/bootstrap', sent)).body as unknown as Started;
};
const signUp = (email: string) =>
  at.send('/api/auth/sign-up/email', { email, password: THEIRS, name: 'Mallory' });
const idOf = async (email: string) =>
  (await at.engine.db.selectFrom('user').select('id').where('email', '=', email).executeTakeFirstOrThrow())
    .id;
/** What an account may do: its roles, and whether it is a superuser. */
async function rightsOf(userId: string) {
  const { db } = at.engine;
  const members = await db.selectFrom('members').select('role').where('user_id', '=', userId).execute();
  const user = await db.selectFrom('user').select('superuser').where('id', '=', userId).executeTakeFirst();
  return { roles: members.map(({ role }) => role), superuser: Boolean(user?.superuser) };
}
const NONE = { roles: [], superuser: false };
const ALL = { roles: ['super'], superuser: true };
/** The owner has another address since, as after a confirmed change. */
const moveOwner = async (email: string) => {
  const id = await idOf(OWNER);
  await at.engine.db.updateTable('user').set({ email }).where('id', '=', id).execute();
  return id;
};
const acts = async () =>
  (await at.engine.db.selectFrom('audit_log').select(['action', 'target']).execute()).filter(({ action }) =>
    action.startsWith('owner.'),
  );

describe.each([
  ['without CAIRN_OWNER_PASSWORD', undefined],
  ['with CAIRN_OWNER_PASSWORD', 'a new pass phrase 7'],
])('a later start %s', (_, password) => {
  it('gives no rights to who took the address that the owner had', async () => {
    const ownerId = await moveOwner('moved@example.com');
    expect((await signUp(OWNER)).status).toBe(200);
    const mallory = await idOf(OWNER);
    const started = await start(OWNER, password);
    expect(started).toMatchObject({ userId: ownerId, owner: { email: 'moved@example.com', how: 'kept' } });
    expect(await rightsOf(mallory)).toEqual(NONE);
    expect(await rightsOf(ownerId)).toEqual(ALL);
    expect(await at.signIn(OWNER, THEIRS)).not.toBe('');
    expect(await at.signIn('moved@example.com', password ?? PASSWORD)).not.toBe('');
  });

  it.each(['bob@example.com', 'BOB@example.com'])(
    'gives no rights to %s of another org, whom the environment or git names',
    async (named) => {
      await signUp('bob@example.com');
      const bob = await idOf('bob@example.com');
      expect((await start(named, password)).owner).toEqual({ email: OWNER, how: 'kept' });
      expect(await rightsOf(bob)).toEqual(NONE);
      expect(await at.signIn('bob@example.com', THEIRS)).not.toBe('');
    },
  );

  it('makes no account for an address that nobody has', async () => {
    const before = await at.engine.db.selectFrom('user').select('id').execute();
    await start('nobody@example.com', password);
    expect(await at.engine.db.selectFrom('user').select('id').execute()).toEqual(before);
    await signUp('nobody@example.com');
    await start('nobody@example.com', password);
    expect(await rightsOf(await idOf('nobody@example.com'))).toEqual(NONE);
  });

  it('gives an owner back nothing that they gave up', async () => {
    const owner = await idOf(OWNER);
    await at.engine.db.updateTable('members').set({ role: 'user' }).execute();
    await start(OWNER, password);
    expect((await rightsOf(owner)).roles).toEqual(['user']);
    await at.engine.db.deleteFrom('members').execute();
    await start(OWNER, password);
    expect((await rightsOf(owner)).roles).toEqual([]);
  });
});

describe('a first start', () => {
  it('gives no rights to who signed up under the address before it', async () => {
    const fresh = await workspaceUnderTest(undefined, { signUp: 'open' });
    await fresh.send('/api/auth/sign-up/email', { email: OWNER, password: THEIRS, name: 'Mallory' });
    const answer = await fresh.inside('/internal/bootstrap', { email: OWNER, orgName: 'Acme' });
    expect(answer.body.error).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('npm run owner -- --email owner@example.com'),
    });
    expect(await fresh.engine.db.selectFrom('members').selectAll().execute()).toEqual([]);
    await fresh.engine.db.destroy();
  });
});

describe('an installation from before', () => {
  it('is bound once, to its oldest superuser, whatever address a start names', async () => {
    await at.engine.db.deleteFrom('installation_owner').execute();
    await signUp('bob@example.com');
    await at.engine.db.updateTable('members').set({ role: 'user' }).execute();
    const bound = await start('bob@example.com');
    expect(bound.owner).toEqual({ email: OWNER, how: 'bound' });
    expect((await start('bob@example.com')).owner.how).toBe('kept');
    expect(await rightsOf(await idOf('bob@example.com'))).toEqual(NONE);
  });
});

describe('a lost owner', () => {
  const regain = async (input: object = {}) => (await at.inside('/internal/regain-owner', input)).body;
  const openLink = async (url: unknown) => {
    const token = new URL(String(url)).searchParams.get('token') ?? '';
    return at.send('/api/auth/one-time', { token });
  };

  it('comes back by a link, and by nothing that was known before', async () => {
    const cookie = await at.signIn(OWNER);
    const { email, former, url } = await regain({ orgId });
    expect([email, former]).toEqual([OWNER, null]);
    expect((await at.inside('/internal/token', { cookie })).status).toBe(401);
    expect(await at.signIn(OWNER)).toBe('');
    const opened = await openLink(url);
    expect(opened.body['user']).toMatchObject({ email: OWNER });
    const session = opened.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const set = { next: 'another pass phrase' };
    expect((await at.send('/api/auth/password', set, { cookie: session })).status).toBe(200);
    expect(await rightsOf(await idOf(OWNER))).toEqual(ALL);
    expect(await acts()).toEqual([{ action: 'owner.opened', target: OWNER }]);
  });

  it('is replaced by another account, whose maker has no way into it any more', async () => {
    await signUp('ada@example.com');
    const cookie = await at.signIn('ada@example.com', THEIRS);
    const former = await idOf(OWNER);
    expect(await regain({ email: 'ADA@example.com', orgId })).toMatchObject({
      email: 'ada@example.com',
      former: OWNER,
    });
    expect((await at.inside('/internal/token', { cookie })).status).toBe(401);
    expect(await at.signIn('ada@example.com', THEIRS)).toBe('');
    expect(await rightsOf(await idOf('ada@example.com'))).toEqual(ALL);
    expect(await rightsOf(former)).toEqual({ roles: ['super'], superuser: false });
    expect(await acts()).toEqual([{ action: 'owner.changed', target: 'ada@example.com' }]);
    expect((await start(OWNER)).owner).toEqual({ email: 'ada@example.com', how: 'kept' });
  });

  it('is replaced by an account that is made for it', async () => {
    const { url } = await regain({ email: 'new@example.com', orgId });
    expect((await openLink(url)).body['user']).toMatchObject({ email: 'new@example.com' });
    expect(await rightsOf(await idOf('new@example.com'))).toEqual(ALL);
  });

  it('is not regained without the secret of the machine', async () => {
    expect((await at.send('/internal/regain-owner', {})).status).toBe(401);
    expect((await at.inside('/internal/regain-owner', { email: 'no address' })).status).toBe(400);
  });
});

it('the account of the owner never becomes part of another one', async () => {
  const cookie = await at.signIn(OWNER);
  await at.engine.db.updateTable('user').set({ superuser: null }).execute();
  await signUp('ada@example.com');
  const theirs = await at.signIn('ada@example.com', THEIRS);
  const { body } = await at.send('/api/auth/login-code', {}, { cookie: theirs });
  const linked = await at.send('/api/auth/link-login', { login_code: body['code'] }, { cookie });
  expect(linked.body.error?.code).toBe('forbidden');
});
