import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { codeOf } from '../../../test/authenticator.ts';
import { COOKIE, workspaceUnderTest, type WorkspaceUnderTest } from '../../../test/workspace-under-test.ts';
import { secondFactorStore } from './store.ts';

const EMAIL = 'owner@example.com';
const PASSWORD = 'correct horse';

let at: WorkspaceUnderTest;
let orgId: string;
let signInToken: string;
let cookie: string;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T09:41:00Z') });
  at = await workspaceUnderTest();
  ({ orgId, signInToken } = await at.bootstrap());
  cookie = await at.signIn(EMAIL);
});
afterEach(async () => {
  vi.useRealTimers();
  await at.engine.db.destroy();
});

/** Until an app shows its next code. */
const wait = (seconds = 30) => vi.setSystemTime(Date.now() + seconds * 1_000);
const cookiesOf = (headers: Headers) =>
  headers
    .getSetCookie()
    .filter((each) => !/Max-Age=0/i.test(each))
    .map((each) => each.split(';')[0])
    .join('; ');
const ask = (path: string, body?: object, by = cookie) =>
  at.send(`/api/auth/two-factor${path}`, body, by ? { cookie: by } : {});

interface Begun {
  key: string;
  uri: string;
  recoveryCodes: string[];
}

/** Sets a second factor up for the owner, who goes on with the new session. */
async function setUp(by = cookie) {
  const begun = (await ask('/begin', { password: PASSWORD }, by)).body as unknown as Begun;
  const confirmed = await ask('/confirm', { code: codeOf(begun.key) }, by);
  expect(confirmed.body.data).toEqual({ on: true, recoveryCodes: 10 });
  cookie = cookiesOf(confirmed.headers);
  wait();
  return begun;
}

/** Gives the password, and brings the cookies of the sign-in that waits for a code. */
async function begin(kept = '') {
  const asked = await at.send(
    '/api/auth/sign-in/email',
    { email: EMAIL, password: PASSWORD },
    kept ? { cookie: kept } : {},
  );
  return { asked, waiting: cookiesOf(asked.headers) };
}
const give = async (code: string, waiting: string, trust = false) => {
  const answer = await ask('/verify', { code, trust }, waiting);
  return { answer, cookie: cookiesOf(answer.headers) };
};
const acts = async () => {
  const rows = await at.engine.db.selectFrom('audit_log').select('action').orderBy('id').execute();
  return rows.map(({ action }) => action).filter((action) => action.startsWith('twoFactor'));
};

describe('a second factor', () => {
  it('is set up with the password and a code of the app, and ends every other session', async () => {
    const elsewhere = await at.signIn(EMAIL);
    expect((await ask('')).body.data).toEqual({ on: false, recoveryCodes: 0 });
    const wrong = await ask('/begin', { password: 'wrong' });
    expect(wrong.body.error).toEqual(expect.objectContaining({ code: 'invalid_credentials' }));
    expect((await ask('/begin', {})).body.error?.code).toBe('invalid_credentials');
    const begun = (await ask('/begin', { password: PASSWORD })).body as unknown as Begun;
    expect(begun.uri).toMatch(/^otpauth:\/\/totp\/Cairn/);
    // Nothing has changed yet.
    expect((await begin()).asked.body).toHaveProperty('user');
    expect((await ask('/confirm', { code: '000000' })).body.error?.code).toBe('invalid_credentials');
    await setUp();
    expect((await ask('', undefined, elsewhere)).status).toBe(401);
    expect((await ask('')).status).toBe(200);
    expect(await acts()).toEqual(['twoFactor.on']);
  });

  it('keeps key and recovery codes encrypted', async () => {
    const { key, recoveryCodes } = await setUp();
    const tables = at.engine.db.withTables<{ twoFactor: { secret: string; backupCodes: string } }>();
    const [row] = await tables.selectFrom('twoFactor').selectAll().execute();
    const text = JSON.stringify(row);
    for (const secret of [key, Buffer.from(key).toString('base64'), ...recoveryCodes])
      expect(text).not.toContain(secret);
  });

  it('is asked for after the password, and opens a session with a code of the app, once', async () => {
    const { key } = await setUp();
    const { asked, waiting } = await begin();
    expect(asked.body).toEqual({ secondFactor: true });
    expect(waiting).not.toContain(`${COOKIE}=`);
    expect((await at.inside('/internal/token', { cookie: waiting })).status).toBe(401);
    const code = codeOf(key);
    const { answer, cookie: opened } = await give(code, waiting);
    expect(answer.status).toBe(200);
    expect((await at.inside('/internal/token', { cookie: opened, orgId })).status).toBe(200);
    const again = await give(code, (await begin()).waiting);
    expect(again.answer.body.error?.message).toContain('used already');
    expect(again.cookie).not.toContain(`${COOKIE}=`);
    expect((await give(codeOf(key), waiting)).answer.status).toBe(401);
  });

  it('is asked for after a sign-in link of the machine, and after a new password', async () => {
    const { key } = await setUp();
    const linked = await at.send('/api/auth/one-time', { token: signInToken });
    // The link was made before, and what waited then is over.
    expect(linked.status).toBe(401);
    const fresh = await at.bootstrap();
    const link = await at.send('/api/auth/one-time', { token: fresh.signInToken });
    expect(link.body).toEqual({ secondFactor: true });
    expect(cookiesOf(link.headers)).not.toContain(`${COOKIE}=`);
    const made = await at.send(
      `/api/${orgId}/users/password-link`,
      { user_id: fresh.userId },
      await at.bearer(cookie, orgId),
    );
    const url = String(made.body['url'] ?? made.body.data?.['url']);
    const token = new URL(url).searchParams.get('reset');
    expect((await at.send('/api/auth/reset-password', { token, next: 'battery staple' })).status).toBe(200);
    const signIn = { email: EMAIL, password: 'battery staple' };
    const asked = await at.send('/api/auth/sign-in/email', signIn);
    expect(asked.body).toEqual({ secondFactor: true });
    expect((await give(codeOf(key), cookiesOf(asked.headers))).answer.status).toBe(200);
  });

  it('is given by a recovery code, which works once and is told to the orgs', async () => {
    const { recoveryCodes } = await setUp();
    const [first = ''] = recoveryCodes;
    const opened = await give(first, (await begin()).waiting);
    expect(opened.answer.status).toBe(200);
    expect((await ask('', undefined, opened.cookie)).body.data).toEqual({ on: true, recoveryCodes: 9 });
    expect((await give(first, (await begin()).waiting)).answer.body.error?.code).toBe('invalid_credentials');
    expect(await acts()).toEqual(['twoFactor.on', 'twoFactor.recovered']);
  });

  it('has new recovery codes at the password, in the place of the old ones', async () => {
    const { recoveryCodes } = await setUp();
    expect((await ask('/recovery-codes', { password: 'wrong' })).status).toBe(401);
    const made = await ask('/recovery-codes', { password: PASSWORD });
    const [fresh = ''] = made.body['recoveryCodes'] as string[];
    expect((await give(recoveryCodes[0] ?? '', (await begin()).waiting)).answer.status).toBe(401);
    expect((await give(fresh, (await begin()).waiting)).answer.status).toBe(200);
  });

  it('is not asked of a trusted browser for 30 days, until the factor is set up anew', async () => {
    const { key } = await setUp();
    const trusted = await give(codeOf(key), (await begin()).waiting, true);
    const device = trusted.cookie
      .split('; ')
      .filter((each) => each.includes('trust_device'))
      .join();
    expect(device).not.toBe('');
    const known = await begin(device);
    expect(known.asked.body).toHaveProperty('user');
    wait(31 * 86_400);
    expect((await begin(cookiesOf(known.asked.headers))).asked.body).toEqual({ secondFactor: true });
    const renewed = await give(codeOf(key), (await begin()).waiting, true);
    cookie = renewed.cookie;
    await ask('/remove', { password: PASSWORD });
    cookie = await at.signIn(EMAIL);
    await setUp();
    expect((await begin(renewed.cookie)).asked.body).toEqual({ secondFactor: true });
  });

  it('is asked again of trusted browsers once the password is another', async () => {
    const { key } = await setUp();
    const trusted = await give(codeOf(key), (await begin()).waiting, true);
    expect((await begin(trusted.cookie)).asked.body).toHaveProperty('user');
    const path = '/api/auth/password';
    const changed = await at.send(path, { current: PASSWORD, next: PASSWORD }, { cookie: trusted.cookie });
    expect(changed.status).toBe(200);
    expect((await begin(trusted.cookie)).asked.body).toEqual({ secondFactor: true });
  });

  it('is limited against guessing, for each sign-in and for the account', async () => {
    const { key } = await setUp();
    const codes: (string | undefined)[] = [];
    for (let round = 0; round < 3; round += 1) {
      const { waiting } = await begin();
      for (let guess = 0; guess < 6; guess += 1)
        codes.push((await give('000000', waiting)).answer.body.error?.code);
    }
    const wrong = Array.from({ length: 5 }, () => 'invalid_credentials');
    expect(codes.slice(0, 6)).toEqual([...wrong, 'unauthenticated']);
    expect(codes).toContain('rate_limited');
    expect((await give(codeOf(key), (await begin()).waiting)).answer.status).toBe(429);
    // A session that goes on is not locked out.
    expect((await ask('')).status).toBe(200);
    wait(15 * 60 + 1);
    expect((await give(codeOf(key), (await begin()).waiting)).answer.status).toBe(200);
  });

  it('is not given by the session of somebody else, or without a sign-in that waits', async () => {
    const { key } = await setUp();
    expect((await ask('/verify', { code: codeOf(key) }, '')).body.error?.code).toBe('unauthenticated');
    expect((await ask('/verify', { code: codeOf(key) })).body.error?.code).toBe('unauthenticated');
  });

  it('is switched off with the password', async () => {
    await setUp();
    expect((await ask('/remove', { password: 'wrong' })).status).toBe(401);
    const removed = await ask('/remove', { password: PASSWORD });
    expect(removed.body.data).toEqual({ on: false, recoveryCodes: 0 });
    expect((await begin()).asked.body).toHaveProperty('user');
    expect(await acts()).toEqual(['twoFactor.on', 'twoFactor.off']);
    cookie = cookiesOf(removed.headers);
    expect((await ask('/remove', { password: PASSWORD })).body.error?.code).toBe('conflict');
  });

  it('is taken from an account by the machine, which signs it out and is told to the orgs', async () => {
    await setUp();
    const store = secondFactorStore(at.engine.db);
    await expect(store.take('nobody@example.com')).rejects.toThrow('No account');
    await store.take(EMAIL.toUpperCase());
    expect((await ask('')).status).toBe(401);
    expect((await begin()).asked.body).toHaveProperty('user');
    expect(await acts()).toEqual(['twoFactor.on', 'twoFactor.taken']);
    await expect(store.take(EMAIL)).rejects.toThrow('without a second factor');
  });
});

describe('an org that demands two factors', () => {
  const demand = async (twoFactor = 'required') =>
    at.send(`/api/${orgId}/org-settings`, { twoFactor }, await at.bearer(cookie, orgId));

  it('is made so by an admin who has them', async () => {
    expect((await demand()).body.error?.code).toBe('two_factor_required');
    await setUp();
    expect((await demand()).body.data).toMatchObject({ twoFactor: 'required' });
    const told = await at.engine.db.selectFrom('audit_log').select('changes').execute();
    expect(JSON.stringify(told)).toContain('two_factor');
  });

  it('gives nothing to a member without them, by page, script or saved thing, until they are set up', async () => {
    const { headers } = await at.member(orgId, 'admin', 'grace');
    const theirs = await at.signIn('grace@example.com');
    const made = await at.send(
      '/api/auth/api-tokens/create',
      { name: 'Nightly', org_id: orgId, scope: 'viewer' },
      { cookie: theirs },
    );
    const apiToken = String(made.body['token']);
    const byScript = () => at.inside('/internal/token', { apiToken, orgId });
    const byPage = () => at.inside('/internal/token', { cookie: theirs, orgId });
    expect([(await byScript()).status, (await byPage()).status]).toEqual([200, 200]);
    await setUp();
    await demand();
    expect([(await byScript()).body.error?.code, (await byPage()).body.error?.code]).toEqual([
      'two_factor_required',
      'two_factor_required',
    ]);
    // A token that was made before opens no saved thing either.
    const things = await at.send('/api/deep-links/list', { org_id: orgId }, headers);
    expect(things.body.error?.code).toBe('two_factor_required');
    const another = { name: 'Other', org_id: orgId, scope: 'viewer' };
    const refused = await at.send('/api/auth/api-tokens/create', another, { cookie: theirs });
    expect(refused.body.error?.code).toBe('two_factor_required');
    const orgs = await at.send('/api/user/orgs', undefined, await at.bearer(theirs));
    expect(orgs.body).toContainEqual(expect.objectContaining({ id: orgId, needsTwoFactor: true }));
    const begun = (await ask('/begin', { password: PASSWORD }, theirs)).body as unknown as Begun;
    const on = await ask('/confirm', { code: codeOf(begun.key) }, theirs);
    const opened = await at.inside('/internal/token', { cookie: cookiesOf(on.headers), orgId });
    expect([opened.status, (await byScript()).status]).toEqual([200, 200]);
  });

  it('is left without them, by who is asked for them', async () => {
    await at.member(orgId, 'user', 'grace');
    const theirs = await at.signIn('grace@example.com');
    await setUp();
    await demand();
    const bearer = await at.bearer(theirs);
    expect(await at.send(`/api/${orgId}/users/leave`, {}, bearer)).toMatchObject({
      status: 200,
      body: { data: { id: orgId } },
    });
    const orgs = await at.send('/api/user/orgs', undefined, bearer);
    expect(orgs.body).not.toContainEqual(expect.objectContaining({ id: orgId }));
    const again = await at.send(`/api/${orgId}/users/leave`, {}, bearer);
    expect(again.body.error?.code).toBe('not_found');
  });

  it('opens to everybody again once it demands them no more', async () => {
    await at.member(orgId, 'user', 'grace');
    const theirs = await at.signIn('grace@example.com');
    await setUp();
    await demand();
    expect((await at.inside('/internal/token', { cookie: theirs, orgId })).status).toBe(403);
    expect((await demand('optional')).body.data).not.toHaveProperty('twoFactor');
    expect((await at.inside('/internal/token', { cookie: theirs, orgId })).status).toBe(200);
  });
});
