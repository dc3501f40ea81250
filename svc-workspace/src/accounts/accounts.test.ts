import { createVerifier } from '@cairn/service-kit';
import { createLocalJWKSet, type JSONWebKeySet } from 'jose';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { COOKIE, workspaceUnderTest, type WorkspaceUnderTest } from '../../test/workspace-under-test.ts';

let at: WorkspaceUnderTest;
beforeEach(async () => {
  at = await workspaceUnderTest();
});
afterEach(async () => {
  vi.useRealTimers();
  await at.engine.db.destroy();
});

const email = 'owner@example.com';
const password = 'correct horse';

describe('signing in with e-mail and password', () => {
  it('sets a session cookie that scripts cannot read, and tells no secret in the body', async () => {
    await at.bootstrap();
    const answer = await at.send('/api/auth/sign-in/email', { email, password });
    expect(answer.status).toBe(200);
    const [cookie] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^cairn-[0-9a-f]{8}\.session_token=[^;]+;.*HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
    expect(Object.keys(answer.body)).toEqual(['user']);
    expect(answer.body['user']).toEqual({ id: expect.any(String), email, name: 'owner' });
  });

  it.each([
    { email, password: 'wrong' },
    { email: 'nobody@example.com', password },
    { email: "' or 1=1 --@example.com", password },
  ])('refuses %o', async (body) => {
    await at.bootstrap();
    const answer = await at.send('/api/auth/sign-in/email', body);
    expect([400, 401]).toContain(answer.status);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('says the same of a wrong password as of an unknown account', async () => {
    await at.bootstrap();
    const wrong = await at.send('/api/auth/sign-in/email', { email, password: 'wrong' });
    const unknown = await at.send('/api/auth/sign-in/email', { email: 'nobody@example.com', password });
    expect(wrong.status).toBe(401);
    expect(wrong.body.error).toMatchObject({ code: 'invalid_credentials' });
    expect({ ...unknown.body.error, requestId: '' }).toEqual({ ...wrong.body.error, requestId: '' });
  });

  it('shuts out an address after ten failures for an account, and only that one', async () => {
    await at.bootstrap();
    const from = (address: string, secret: string) =>
      at.send('/api/auth/sign-in/email', { email, password: secret }, { 'x-forwarded-for': address });
    for (let n = 0; n < 10; n++) expect((await from('10.0.0.1', 'wrong')).status).toBe(401);
    const shut = await from('10.0.0.1', password);
    expect(shut.status).toBe(429);
    expect(shut.body.error?.code).toBe('rate_limited');
    expect((await from('10.0.0.2', password)).status).toBe(200);
  });

  it('hears ten of ninety guesses that arrive at once, and says when to come back', async () => {
    await at.bootstrap();
    const guess = (n: number) => at.send('/api/auth/sign-in/email', { email, password: `wrong ${n}` });
    const answers = await Promise.all(Array.from({ length: 90 }, (_, n) => guess(n)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(80);
    expect(refused.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true);
    const later = await guess(91);
    expect(later.body.error?.message).toBe('Too many failed attempts. Wait 10 minutes and try again.');
    expect(Number(later.headers.get('retry-after'))).toBeGreaterThan(500);
  });

  it('bounds the passwords that are hashed at once, whoever sends them', async () => {
    const slow = await workspaceUnderTest(undefined, { realHashes: true });
    const guess = (n: number) => {
      const from = { 'x-forwarded-for': `10.0.1.${n}` };
      return slow.send('/api/auth/sign-in/email', { email: `p${n}@example.com`, password }, from);
    };
    const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => guess(n)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(10);
    expect(refused[0]?.headers.get('retry-after')).toBe('3');
    expect((await guess(61)).status).toBe(401);
    await slow.engine.db.destroy();
  });

  it('keeps a password as a hash by scrypt with a salt of its own', async () => {
    const real = await workspaceUnderTest(undefined, { realHashes: true });
    for (const each of ['one@example.com', 'two@example.com']) await real.bootstrap(each);
    expect(await real.signIn('two@example.com')).not.toBe('');
    expect(await real.signIn('two@example.com', 'wrong horse')).toBe('');
    const rows = await real.engine.db
      .withTables<{ account: { password: string } }>()
      .selectFrom('account')
      .select('password')
      .execute();
    for (const row of rows) expect(row.password).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
    expect(new Set(rows.map((row) => row.password)).size).toBe(2);
    await real.engine.db.destroy();
  });

  it('keeps the failures of an address when one of its accounts signs in', async () => {
    await at.bootstrap();
    const guess = () => at.send('/api/auth/one-time', { token: 'wrong' });
    for (let n = 0; n < 999; n += 1) expect((await guess()).status).toBe(401);
    expect((await at.send('/api/auth/sign-in/email', { email, password })).status).toBe(200);
    expect([(await guess()).status, (await guess()).status]).toEqual([401, 429]);
  });

  it.each(['http://evil.example', 'null', 'http://127.0.0.1:4400.evil.example'])(
    'refuses a browser on the site %s that brings a cookie',
    async (origin) => {
      await at.bootstrap();
      const cookie = await at.signIn(email);
      const answer = await at.send('/api/auth/sign-in/email', { email, password }, { origin, cookie });
      expect(answer.status).toBe(403);
      expect(answer.body.error?.code).toBe('bad_origin');
    },
  );

  it('lets in a browser on the public address and a script without an origin', async () => {
    await at.bootstrap();
    const cookie = await at.signIn(email);
    const sent = { email, password };
    const clients: Record<string, string>[] = [
      { origin: at.publicUrl, cookie },
      { origin: 'http://localhost:4400', cookie },
      { cookie },
    ];
    for (const headers of clients) {
      expect((await at.send('/api/auth/sign-in/email', sent, headers)).status).toBe(200);
    }
  });

  it.each([
    '{',
    '[]',
    '{"email":"a"}',
    '{"email":"a@b.c","password":""}',
    '{"email":{"$ne":null},"password":[]}',
  ])('refuses the body %s with a sentence', async (body) => {
    const answer = await at.send('/api/auth/sign-in/email', body);
    expect(answer.status).toBe(400);
    expect(answer.body.error?.message.length).toBeGreaterThan(5);
  });
});

describe('a sign-in link', () => {
  it('signs in once', async () => {
    const { signInToken: token } = await at.bootstrap();
    const first = await at.send('/api/auth/one-time', { token });
    expect(first.status).toBe(200);
    const cookie = first.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect(await at.bearer(cookie)).toEqual({ authorization: expect.stringMatching(/^Bearer ey/) });
    const second = await at.send('/api/auth/one-time', { token });
    expect(second.status).toBe(401);
    expect(second.body.error?.code).toBe('invalid_credentials');
    expect(second.headers.getSetCookie()).toEqual([]);
  });

  it('names its account and who is signed in already, and is not used up by that', async () => {
    const { signInToken: token } = await at.bootstrap();
    await at.bootstrap('ada@example.com', 'Umbrella');
    const cookie = await at.signIn('ada@example.com');
    const read = (headers = {}) => at.send('/api/auth/one-time/account', { token }, headers);
    expect((await read()).body).toEqual({ email, signedInAs: null });
    expect((await read({ cookie })).body).toEqual({ email, signedInAs: 'ada@example.com' });
    expect((await read({ cookie })).headers.getSetCookie()).toEqual([]);
    expect((await at.send('/api/auth/one-time', { token })).status).toBe(200);
    expect((await read()).body.error?.code).toBe('invalid_credentials');
  });

  it('tells nothing once it is too old, or to who guesses', async () => {
    const { signInToken: token } = await at.bootstrap();
    const read = (guess: string) => at.send('/api/auth/one-time/account', { token: guess });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 15 * 60_000 + 1_000 });
    expect((await read(token)).status).toBe(401);
    for (let n = 0; n < 999; n += 1) expect((await read(`guess ${n}`)).status).toBe(401);
    expect((await read(token)).body.error?.code).toBe('rate_limited');
  });

  it('signs in one of many who use it at the same moment', async () => {
    const { signInToken: token } = await at.bootstrap();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => at.send('/api/auth/one-time', { token })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(401)]);
  });

  it('is too old after a quarter of an hour', async () => {
    const { signInToken: token } = await at.bootstrap();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 15 * 60_000 + 1_000 });
    expect((await at.send('/api/auth/one-time', { token })).status).toBe(401);
  });

  it.each(['', 'x', '%', "' or '1'='1"])('refuses the token "%s"', async (token) => {
    await at.bootstrap();
    expect([400, 401]).toContain((await at.send('/api/auth/one-time', { token })).status);
  });

  it('is kept only as a hash', async () => {
    const { signInToken } = await at.bootstrap();
    const rows = await at.engine.db
      .withTables<{ verification: { identifier: string; value: string } }>()
      .selectFrom('verification')
      .selectAll()
      .execute();
    expect(rows.length).toBe(1);
    expect(JSON.stringify(rows)).not.toContain(signInToken);
  });
});

describe('signing out', () => {
  it('ends the session at once', async () => {
    const { orgId } = await at.bootstrap();
    const cookie = await at.signIn(email);
    expect((await at.inside('/internal/token', { cookie, orgId })).status).toBe(200);
    const answer = await at.send('/api/auth/sign-out', {}, { cookie });
    expect(answer.body).toEqual({ success: true });
    expect(answer.headers.getSetCookie().join()).toMatch(/cairn-\w+\.session_token=;.*Max-Age=0/i);
    expect((await at.inside('/internal/token', { cookie, orgId })).status).toBe(401);
  });

  it('changes nothing without a session', async () => {
    expect((await at.send('/api/auth/sign-out', {})).body).toEqual({ success: true });
  });
});

describe('sign-up', () => {
  const body = { email: 'new@example.com', password: 'long enough', name: 'New' };

  it('is closed unless it is opened', async () => {
    const answer = await at.send('/api/auth/sign-up/email', body);
    expect(answer.status).toBe(403);
    expect(await at.engine.db.selectFrom('user').selectAll().execute()).toEqual([]);
  });

  it('makes a plain account where it is open, whatever the body claims', async () => {
    const open = await workspaceUnderTest(undefined, { signUp: 'open' });
    const answer = await open.send('/api/auth/sign-up/email', { ...body, superuser: true });
    expect(answer.status).toBe(200);
    const users = await open.engine.db.selectFrom('user').select('superuser').execute();
    expect(users.map(({ superuser }) => Boolean(superuser))).toEqual([false]);
    const again = await open.send('/api/auth/sign-up/email', body);
    expect(again.body.error).toMatchObject({
      code: 'conflict',
      message: 'No account can be made with this e-mail. If it is yours, sign in.',
    });
  });

  it.each(['\u200B\u2060', 'Ada \u202Egnp.exe', '\u3164'])(
    'refuses the name %o, which cannot be seen or turns text around',
    async (name) => {
      const open = await workspaceUnderTest(undefined, { signUp: 'open' });
      const answer = await open.send('/api/auth/sign-up/email', { ...body, name });
      expect(answer.body.error).toMatchObject({ code: 'invalid_input' });
      expect(await open.engine.db.selectFrom('user').selectAll().execute()).toEqual([]);
    },
  );

  it('refuses a password that is too easy to guess', async () => {
    const open = await workspaceUnderTest(undefined, { signUp: 'open' });
    const answer = await open.send('/api/auth/sign-up/email', { ...body, password: 'iloveyou' });
    expect(answer.body.error).toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('common'),
    });
  });

  it('is limited to twenty an hour from one address, for e-mails that are known or not', async () => {
    const open = await workspaceUnderTest(undefined, { signUp: 'open' });
    const signUp = (n: number, address: string) => {
      const sent = { ...body, email: `new${n % 18}@example.com` };
      return open.send('/api/auth/sign-up/email', sent, { 'x-forwarded-for': address });
    };
    const statuses: number[] = [];
    for (let n = 0; n < 20; n += 1) statuses.push((await signUp(n, '10.0.0.1')).status);
    expect(statuses).toEqual([...Array(18).fill(200), 409, 409]);
    const refused = await signUp(20, '10.0.0.1');
    expect(refused.body.error?.message).toMatch(/^Too many accounts were asked for from here\. Wait \d+ min/);
    expect((await signUp(99, '10.0.0.2')).status).toBe(409);
  });
});

describe('bootstrap', () => {
  it('gives the same org and user each time, and a new sign-in token', async () => {
    const first = await at.bootstrap();
    const second = await at.bootstrap();
    expect(second).toMatchObject({ orgId: first.orgId, userId: first.userId });
    expect(second.signInToken).not.toBe(first.signInToken);
    expect(second).toMatchObject({ hasPassword: true });
  });

  it('gives the owner the password that is named, also later', async () => {
    const { userId } = await at.bootstrap(email, 'Acme', 'the first one');
    const cookie = await at.signIn(email, 'the first one');
    await at.bootstrap(email.toUpperCase(), 'Acme', 'the second one');
    expect((await at.inside('/internal/token', { cookie })).status).toBe(401);
    const signIn = (secret: string) => at.send('/api/auth/sign-in/email', { email, password: secret });
    expect((await signIn('the first one')).status).toBe(401);
    expect((await signIn('the second one')).body['user']).toMatchObject({ id: userId });
  });

  it('leaves the password alone when none is named', async () => {
    await at.bootstrap();
    await at.inside('/internal/bootstrap', { email, orgName: 'Acme' });
    expect((await at.send('/api/auth/sign-in/email', { email, password })).status).toBe(200);
  });
});

describe('internal routes', () => {
  it.each(['/internal/token', '/internal/service-token', '/internal/bootstrap'])(
    'shuts %s to everybody who does not know the secret',
    async (path) => {
      const guesses: Record<string, string>[] = [
        {},
        { 'x-cairn-internal': '' },
        { 'x-cairn-internal': 'guess' },
      ];
      for (const headers of guesses) {
        expect((await at.send(path, {}, headers)).status).toBe(401);
      }
    },
  );

  it('issues a token that others verify with the public keys alone', async () => {
    const { orgId, userId } = await at.bootstrap();
    const { body } = await at.inside('/internal/token', { cookie: await at.signIn(email), orgId });
    const jwks = (await at.send('/api/auth/jwks')).body as unknown as JSONWebKeySet;
    expect(JSON.stringify(jwks)).not.toContain('"d"');
    const caller = await createVerifier({ keys: createLocalJWKSet(jwks) })(String(body['token']));
    expect(caller).toEqual({
      userId,
      orgId,
      email,
      emailVerified: true,
      firstDay: 1,
      personMeasures: 'everybody',
      role: 'super',
      simulated: false,
      superuser: true,
    });
  });

  it('issues no token for an org that the user is no member of', async () => {
    const other = await at.bootstrap('other@example.com', 'Umbrella');
    await at.bootstrap();
    const answer = await at.inside('/internal/token', { cookie: await at.signIn(email), orgId: other.orgId });
    expect(answer.status).toBe(404);
  });

  it.each(['', `${COOKIE}=forged`, `${COOKIE}=a.b; ${COOKIE}=c.d`])(
    'issues no token for the cookie "%s"',
    async (cookie) => {
      await at.bootstrap();
      expect((await at.inside('/internal/token', { cookie })).status).toBe(401);
    },
  );

  it('issues a service token for an org that exists', async () => {
    const { orgId } = await at.bootstrap();
    const { body } = await at.inside('/internal/service-token', { orgId });
    const headers = { authorization: `Bearer ${String(body['token'])}` };
    expect((await at.send(`/api/${orgId}/explore-states`, { text: 'x' }, headers)).status).toBe(200);
    expect((await at.inside('/internal/service-token', { orgId: 'org-none' })).status).toBe(404);
  });
});
