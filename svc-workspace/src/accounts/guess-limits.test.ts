import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { workspaceUnderTest, type WorkspaceUnderTest } from '../../test/workspace-under-test.ts';

const OWNER = 'owner@example.com';
const PASSWORD = 'correct horse';
let at: WorkspaceUnderTest;
beforeEach(async () => {
  at = await workspaceUnderTest();
  await at.bootstrap(OWNER);
});
afterEach(async () => {
  vi.useRealTimers();
  await at.engine.db.destroy();
});

const signIn = (address: string, password: string, { email = OWNER, cookie = '' } = {}) =>
  at.send(
    '/api/auth/sign-in/email',
    { email, password },
    { 'x-forwarded-for': address, ...(cookie ? { cookie } : {}) },
  );
const cookiesOf = ({ headers }: { headers: Headers }) =>
  headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
const deviceOf = (answer: { headers: Headers }) =>
  cookiesOf(answer).find((cookie) => cookie.includes('.device=')) ?? '';
/** The guesses that are heard, of some from each of so many addresses. */
async function heard(addresses: number, each: number, email = OWNER): Promise<number> {
  const answers = [];
  for (let n = 0; n < each; n += 1)
    for (let from = 0; from < addresses; from += 1)
      answers.push(await signIn(`10.0.7.${from}`, `wrong ${n}`, { email }));
  return answers.filter(({ status }) => status === 401).length;
}
const later = (seconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1_000 });

describe('guessing at one account from many addresses', () => {
  it.each([OWNER, 'nobody@example.com'])('hears twenty of 180 guesses at %s', async (email) => {
    expect(await heard(20, 9, email)).toBe(20);
    const refused = await signIn('10.0.9.9', 'one more', { email });
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(refused.body.error?.message).toMatch(/^Too many failed attempts\. Wait/);
  });

  it('goes on ever more slowly: about a hundred guesses a day', async () => {
    await heard(20, 9);
    let guesses = 0;
    for (let minute = 0; minute < 24 * 60; minute += 1) {
      later(60);
      const { status } = await signIn(`10.1.${minute % 250}.${Math.floor(minute / 250)}`, 'wrong');
      if (status === 401) guesses += 1;
    }
    expect(guesses).toBeGreaterThan(80);
    expect(guesses).toBeLessThan(110);
  });

  it('does not hold up who signed in before, from there or on that device', async () => {
    const before = await signIn('192.0.2.1', PASSWORD);
    await heard(20, 9);
    expect((await signIn('192.0.2.1', PASSWORD)).status).toBe(200);
    expect((await signIn('198.51.100.7', PASSWORD)).status).toBe(429);
    expect((await signIn('198.51.100.7', PASSWORD, { cookie: deviceOf(before) })).status).toBe(200);
  });

  it('does not hold up who sets a new password by a link', async () => {
    await heard(20, 9);
    const { body } = await at.inside('/internal/regain-owner', {});
    const token = new URL(String(body['url'])).searchParams.get('token');
    const opened = await at.send('/api/auth/one-time', { token });
    const cookie = cookiesOf(opened).join('; ');
    await at.send('/api/auth/password', { next: 'battery staple' }, { cookie });
    const again = { cookie: deviceOf(opened) };
    expect((await signIn('198.51.100.7', 'battery staple', again)).status).toBe(200);
  });

  it('is forgotten after a quiet day', async () => {
    await heard(20, 9);
    later(86_401);
    expect((await signIn('10.0.9.9', PASSWORD)).status).toBe(200);
  });
});

describe('many people behind one address', () => {
  const PROXY = '203.0.113.5';

  it('do not lock each other out by a hundred wrong passwords', async () => {
    for (let n = 0; n < 100; n += 1)
      expect((await signIn(PROXY, 'wrong', { email: `p${n % 30}@example.com` })).status).toBe(401);
    expect((await signIn(PROXY, PASSWORD)).status).toBe(200);
  });

  it('do not lock out a device that signed in, by guessing at its account', async () => {
    const cookie = deviceOf(await signIn(PROXY, PASSWORD));
    for (let n = 0; n < 100; n += 1) await signIn(PROXY, `wrong ${n}`);
    expect((await signIn(PROXY, PASSWORD)).status).toBe(429);
    expect((await signIn(PROXY, PASSWORD, { cookie })).status).toBe(200);
  });

  it('have together a thousand failures in ten minutes', async () => {
    for (let n = 0; n < 1_000; n += 1) await signIn(PROXY, 'wrong', { email: `p${n}@example.com` });
    expect((await signIn(PROXY, 'wrong', { email: 'another@example.com' })).status).toBe(429);
    expect((await signIn('203.0.113.6', PASSWORD)).status).toBe(200);
  });
});

describe('the cookie of a device', () => {
  it('is for one account, hidden from scripts, and given once', async () => {
    const answer = await signIn('192.0.2.1', PASSWORD);
    const set = answer.headers.getSetCookie().find((cookie) => cookie.includes('.device=')) ?? '';
    expect(set).toMatch(
      /^cairn-[0-9a-f]{8}\.device=[^;]+; Max-Age=15552000; Path=\/api\/auth; HttpOnly; SameSite=Lax$/,
    );
    expect(deviceOf(await signIn('192.0.2.1', PASSWORD, { cookie: deviceOf(answer) }))).toBe('');
    expect(deviceOf(await signIn('192.0.2.1', 'wrong'))).toBe('');
  });

  it('lets nobody guess on with that of another account, a changed or an old one, or for ever', async () => {
    await at.bootstrap('bob@example.com', 'Bob');
    const theirs = deviceOf(await signIn('192.0.2.9', PASSWORD, { email: 'bob@example.com' }));
    const own = deviceOf(await signIn('192.0.2.1', PASSWORD));
    await heard(20, 9);
    for (const cookie of [theirs, `${own}x`, own.replace(/=\w/, '=_'), `${own.split('=')[0]}=a.b.c`])
      expect((await signIn('198.51.100.7', PASSWORD, { cookie })).status).toBe(429);
    for (let n = 0; n < 10; n += 1) await signIn('198.51.100.7', 'wrong', { cookie: own });
    expect((await signIn('198.51.100.7', PASSWORD, { cookie: own })).status).toBe(429);
    later(180 * 86_400 + 1);
    await heard(20, 9);
    expect((await signIn('198.51.100.7', PASSWORD, { cookie: own })).status).toBe(429);
  });
});
