import type { Login } from '@cairn/contracts';
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
const login = async (cookie: string) =>
  (await at.send('/api/auth/login', undefined, { cookie })).body.data as unknown as Login;
const isSignedIn = async (cookie: string) => (await at.inside('/internal/token', { cookie })).status === 200;
const change = (cookie: string, body: object) => at.send('/api/auth/password', body, { cookie });
const end = (cookie: string, body: object) => at.send('/api/auth/end-session', body, { cookie });

describe('sessions', () => {
  it('are listed to their user, the asking one marked, without their secrets', async () => {
    await at.bootstrap();
    const first = await at.signIn(email);
    const second = await at.signIn(email);
    const { sessions, hasPassword } = await login(first);
    expect(hasPassword).toBe(true);
    expect(sessions.map(({ current }) => current).toSorted()).toEqual([false, true]);
    const token = /token=([^.%;]+)/.exec(second)?.[1] ?? 'none';
    expect(JSON.stringify(sessions)).not.toContain(token);
  });

  it('end one by one, and all others at once', async () => {
    await at.bootstrap();
    const [a, b, c] = [await at.signIn(email), await at.signIn(email), await at.signIn(email)];
    const idOf = async (cookie: string) => (await login(cookie)).sessions.find(({ current }) => current)?.id;
    expect((await end(a, { id: await idOf(b) })).status).toBe(200);
    expect([await isSignedIn(a), await isSignedIn(b), await isSignedIn(c)]).toEqual([true, false, true]);
    const left = await end(a, { others: true });
    expect((left.body.data as unknown as Login).sessions).toHaveLength(1);
    expect([await isSignedIn(a), await isSignedIn(c)]).toEqual([true, false]);
  });

  it('last 30 days without use, and 90 days with daily use', async () => {
    await at.bootstrap();
    const [cookie, unused] = [await at.signIn(email), await at.signIn(email)];
    const begin = Date.now();
    const day = (n: number) => vi.useFakeTimers({ toFake: ['Date'], now: begin + n * 86_400_000 });
    for (let n = 5; n < 90; n += 5) {
      day(n);
      expect(await isSignedIn(cookie), `day ${n}`).toBe(true);
    }
    expect((await login(cookie)).sessions.map(({ expiresAt }) => expiresAt.slice(0, 10))).toEqual([
      new Date(begin + 90 * 86_400_000).toISOString().slice(0, 10),
    ]);
    expect(await isSignedIn(unused)).toBe(false);
    day(91);
    expect(await isSignedIn(cookie)).toBe(false);
  });

  it('are prolonged in the browser, too, once a day', async () => {
    const { orgId } = await at.bootstrap();
    const cookie = await at.signIn(email);
    const trade = async () => (await at.inside('/internal/token', { cookie, orgId })).body['cookies'];
    expect(await trade()).toEqual([]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 3_600_000 });
    const prolonged = expect.stringContaining(`${cookie}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax`);
    expect(await trade()).toEqual([prolonged]);
    expect(await trade()).toEqual([]);
  });

  it('of somebody else do not exist', async () => {
    await at.bootstrap();
    await at.bootstrap('other@example.com', 'Umbrella');
    const theirs = await at.signIn('other@example.com');
    const id = (await login(theirs)).sessions[0]?.id;
    expect((await end(await at.signIn(email), { id })).body.error?.code).toBe('not_found');
    expect(await isSignedIn(theirs)).toBe(true);
  });

  it.each([{}, { id: '' }, { others: false }, { id: 'x', others: true }])(
    'refuse the input %o',
    async (body) => {
      await at.bootstrap();
      expect((await end(await at.signIn(email), body)).status).toBe(400);
    },
  );
});

describe('a password', () => {
  it('is changed by who knows the present one, and ends every other session', async () => {
    await at.bootstrap();
    const [here, elsewhere] = [await at.signIn(email), await at.signIn(email)];
    expect((await change(here, { current: password, next: 'battery staple' })).status).toBe(200);
    expect([await isSignedIn(here), await isSignedIn(elsewhere)]).toEqual([true, false]);
    expect(await at.signIn(email, password)).toBe('');
    expect(await at.signIn(email, 'battery staple')).not.toBe('');
  });

  it.each([{ next: 'battery staple' }, { current: 'wrong', next: 'battery staple' }])(
    'is not changed by %o',
    async (body) => {
      await at.bootstrap();
      const cookie = await at.signIn(email);
      expect((await change(cookie, body)).body.error?.code).toBe('invalid_credentials');
      expect(await at.signIn(email, password)).not.toBe('');
    },
  );

  it('cannot be guessed at from a session that was left open', async () => {
    await at.bootstrap();
    const cookie = await at.signIn(email);
    for (let n = 0; n < 10; n += 1) await change(cookie, { current: `guess ${n}`, next: 'battery staple' });
    expect((await change(cookie, { current: password, next: 'battery staple' })).status).toBe(429);
  });

  it('is set without one by an account that has only signed in by links', async () => {
    const { body } = await at.inside('/internal/bootstrap', { email, orgName: 'Acme' });
    const link = await at.send('/api/auth/one-time', { token: body['signInToken'] });
    const cookie = link.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect((await login(cookie)).hasPassword).toBe(false);
    const set = await change(cookie, { next: 'battery staple' });
    expect((set.body.data as unknown as Login).hasPassword).toBe(true);
    expect(await at.signIn(email, 'battery staple')).not.toBe('');
    expect((await change(cookie, { next: 'another one' })).status).toBe(401);
  });

  it.each([
    ['12345678', 'This is one of the most common passwords. Choose another.'],
    ['OWNER@example.com', 'Your e-mail address is too easy to guess as a password. Choose another.'],
  ])('%s is refused by name, and the present one stays', async (next, message) => {
    await at.bootstrap();
    const answer = await change(await at.signIn(email), { current: password, next });
    expect(answer.body.error).toMatchObject({ code: 'invalid_input', message });
    expect(await at.signIn(email, password)).not.toBe('');
  });

  it('of seven characters is refused', async () => {
    await at.bootstrap();
    const answer = await change(await at.signIn(email), { current: password, next: '1234567' });
    expect(answer.body.error?.message).toBe('next: needs at least 8 characters');
  });
});

it('nothing of a login is told or changed without a session', async () => {
  await at.bootstrap();
  for (const headers of [{}, { cookie: `${COOKIE}=forged.forged` }] as Record<string, string>[]) {
    expect((await at.send('/api/auth/login', undefined, headers)).status).toBe(401);
    expect((await at.send('/api/auth/password', { next: 'battery staple' }, headers)).status).toBe(401);
    expect((await at.send('/api/auth/end-session', { others: true }, headers)).status).toBe(401);
  }
});
