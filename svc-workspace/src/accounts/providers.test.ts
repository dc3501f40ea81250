import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startOAuthServer, type SitePerson } from '../../test/oauth-server.ts';
import { workspaceUnderTest, type WorkspaceUnderTest } from '../../test/workspace-under-test.ts';

const KEYS = { clientId: 'cairn', clientSecret: 'known to both' };
let site: Awaited<ReturnType<typeof startOAuthServer>>;
let at: WorkspaceUnderTest;
let orgId: string;
beforeAll(async () => {
  site = await startOAuthServer({ [KEYS.clientId]: KEYS.clientSecret });
  vi.stubGlobal('fetch', site.fetch);
  at = await workspaceUnderTest(undefined, { signUp: 'open', providers: { github: KEYS, google: KEYS } });
  ({ orgId } = await at.bootstrap());
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await at.engine.db.destroy();
  await site.close();
});

let ids = 0;
const person = (name: string, verified = true): SitePerson => {
  ids += 1;
  return { id: ids, name, email: `${name}@example.com`, verified };
};
const cookiesOf = (headers: Headers) =>
  headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
const start = (input: object = {}, service = at) =>
  service.send('/api/auth/sign-in/provider', { provider: 'github', ...input });

/** Goes to the other site and back as a person, and gives where it led and the cookies. */
async function roundTrip(
  who: SitePerson,
  input: { provider?: string; to?: string; invite_code?: string } = {},
) {
  const { body, headers } = await start(input);
  const search = site.agree(String(body['url']), who);
  const path = `/api/auth/callback/${input.provider ?? 'github'}${search}`;
  const answer = await at.app.request(path, { headers: { cookie: cookiesOf(headers) } });
  return {
    path,
    location: answer.headers.get('location'),
    status: answer.status,
    cookie: cookiesOf(answer.headers),
  };
}
const emailOf = async (cookie: string) => {
  const headers = await at.bearer(cookie);
  return (await at.send('/api/user/me', undefined, headers)).body.data?.['email'];
};

describe('signing in with an account of another site', () => {
  it('is offered where it is configured', async () => {
    expect((await at.send('/api/auth/options')).body).toMatchObject({ providers: ['github', 'google'] });
    const url = new URL(String((await start()).body['url']));
    expect(url.origin + url.pathname).toBe('https://github.com/login/oauth/authorize');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'cairn',
      redirect_uri: `${at.publicUrl}/api/auth/callback/github`,
      state: expect.any(String),
    });
    expect(url.href).not.toContain('known');
    const bare = await workspaceUnderTest();
    expect((await bare.send('/api/auth/options')).body).toMatchObject({ providers: [] });
    expect((await start({}, bare)).body.error?.code).toBe('forbidden');
    expect((await bare.send('/api/auth/callback/github')).body.error?.code).toBe('forbidden');
    await bare.engine.db.destroy();
  });

  it.each(['github', 'google'])('of %s makes an account, and leads to where it began', async (provider) => {
    const who = person(`ada-${provider}`);
    const first = await roundTrip(who, { provider, to: '/acme/library?sort=name' });
    expect([first.status, first.location]).toEqual([302, '/acme/library?sort=name']);
    expect(await emailOf(first.cookie)).toBe(who.email);
    const again = await roundTrip(who, { provider });
    expect(await emailOf(again.cookie)).toBe(who.email);
    expect(
      (await at.engine.db.selectFrom('user').where('email', '=', who.email).select('id').execute()).length,
    ).toBe(1);
  });

  it('signs in to no account by its e-mail, verified or not', async () => {
    for (const verified of [true, false]) {
      const owner = { ...person('owner', verified), email: 'owner@example.com' };
      const refused = await roundTrip(owner);
      expect(refused.location).toMatch(/^\/sign-in\?error=account_not_linked/);
      expect((await at.inside('/internal/token', { cookie: refused.cookie })).status).toBe(401);
    }
  });

  it('signs in to the account whose own session has connected it', async () => {
    const cookie = await at.signIn('owner@example.com');
    const asked = { site: 'github', to: '/acme/settings/logins' };
    const { body, headers } = await at.send('/api/auth/connections/connect', asked, { cookie });
    const other = { ...person('owner-there', false), email: 'elsewhere@example.com' };
    const search = site.agree(String(body['url']), other);
    const answer = await at.app.request(`/api/auth/callback/github${search}`, {
      headers: { cookie: `${cookie}; ${cookiesOf(headers)}` },
    });
    expect(answer.headers.get('location')).toBe('/acme/settings/logins');
    expect(await emailOf((await roundTrip(other)).cookie)).toBe('owner@example.com');
  });

  it('leads to the invitation that it began with', async () => {
    const { headers } = await at.member(orgId, 'admin', 'boss');
    const made = await at.send('/api/login-links/create-link', { org_id: orgId, role: 'user' }, headers);
    const [{ invite_code }] = made.body.data as unknown as [{ invite_code: string }];
    const { location, cookie } = await roundTrip(person('newcomer'), { invite_code });
    expect(location).toBe(`/sign-in?invite=${invite_code}`);
    const joined = await at.send('/api/user/join-org', { invite_code }, await at.bearer(cookie));
    expect(joined.body.data).toEqual({ id: orgId });
    expect((await start({ invite_code: 'a'.repeat(36) })).body.error?.code).toBe('not_found');
  });

  it('is not replayed, forged, or led elsewhere', async () => {
    const who = person('replayed');
    const { path } = await roundTrip(who);
    const again = await at.app.request(path);
    expect(again.headers.get('location')).toMatch(/^\/sign-in\?error=/);
    expect(cookiesOf(again.headers)).not.toContain('session_token=');
    const forged = await at.app.request('/api/auth/callback/github?code=code-1&state=guessed');
    expect(cookiesOf(forged.headers)).not.toContain('session_token=');
    for (const to of ['https://evil.example/x', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])
      expect((await roundTrip(who, { to })).location, to).toBe('/');
    expect((await start({ provider: 'myspace' })).status).toBe(400);
  });
});

describe('where sign-up needs an invitation', () => {
  it('makes no account for strangers', async () => {
    const shut = await workspaceUnderTest(undefined, { providers: { github: KEYS } });
    const { body, headers } = await start({}, shut);
    const search = site.agree(String(body['url']), person('stranger'));
    const answer = await shut.app.request(`/api/auth/callback/github${search}`, {
      headers: { cookie: cookiesOf(headers) },
    });
    expect(answer.headers.get('location')).toMatch(/^\/sign-in\?error=signup_disabled/);
    expect(await shut.engine.db.selectFrom('user').select('id').execute()).toEqual([]);
    await shut.engine.db.destroy();
  });
});
