import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OidcProvider } from '@cairn/contracts/oidc';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeOf } from '../../../test/authenticator.ts';
import { OIDC_CLIENT, startOidcServer, type OidcPerson } from '../../../test/oidc-server.ts';
import { COOKIE, workspaceUnderTest, type WorkspaceUnderTest } from '../../../test/workspace-under-test.ts';

const OWNER = 'owner@example.com';

let server: Awaited<ReturnType<typeof startOidcServer>>;
let at: WorkspaceUnderTest;
let orgId: string;
let admin: Record<string, string>;
beforeAll(async () => {
  server = await startOidcServer();
});
afterAll(() => server.close());
beforeEach(() => open());
afterEach(() => at.engine.db.destroy());

async function open(signUp: 'open' | 'invitation' | 'closed' = 'open') {
  at = await workspaceUnderTest(undefined, { signUp });
  ({ orgId } = await at.bootstrap());
  admin = await at.bearer(await at.signIn(OWNER));
}

let people = 0;
const person = (changes: Partial<OidcPerson> = {}): OidcPerson => {
  people += 1;
  const name = `person${people}`;
  return { sub: name, email: `${name}@example.com`, email_verified: true, name, ...changes };
};

const settings = (changes: object = {}) => ({
  ...OIDC_CLIENT,
  name: 'Company login',
  issuer: server.issuer,
  domains: [],
  orgId: null,
  role: 'user',
  enabled: true,
  ...changes,
});
const save = (changes: object = {}, headers = admin) =>
  at.send('/api/settings/oidc/save', settings(changes), headers);

/** Adds a provider, and tells it where to lead back to. */
async function add(changes: object = {}): Promise<OidcProvider> {
  const { body } = await save(changes);
  const kept = body.data as unknown as OidcProvider[];
  expect(body.error).toBeUndefined();
  server.allow(...kept.map(({ redirectUri }) => redirectUri));
  const [last] = kept.slice(-1);
  if (!last) throw new Error('nothing was kept');
  return last;
}

const cookiesOf = (headers: Headers) =>
  headers
    .getSetCookie()
    .filter((each) => !/Max-Age=0/i.test(each))
    .map((each) => each.split(';')[0])
    .join('; ');
const start = (provider: string, input: object = {}) =>
  at.send('/api/auth/sign-in/provider', { provider, ...input });

interface Way {
  /** Changes the address of the provider, as an attacker could. */
  readonly there?: (url: URL) => void;
  /** Changes the address that it leads back to. */
  readonly back?: (url: URL) => void;
  readonly cookie?: string;
  readonly input?: object;
}

/** Comes back from the provider with what was begun. */
async function comeBack(url: string, who: OidcPerson, cookie: string, { there, back }: Way = {}) {
  const address = new URL(url);
  there?.(address);
  const led = await server.agree(address.href, who);
  back?.(led);
  const answer = await at.app.request(led.pathname + led.search, { headers: { cookie } });
  return { location: answer.headers.get('location') ?? '', cookie: cookiesOf(answer.headers) };
}

async function signIn({ id }: OidcProvider, who: OidcPerson, way: Way = {}) {
  const { body, headers } = await start(id, way.input);
  return comeBack(String(body['url']), who, way.cookie ?? cookiesOf(headers), way);
}
const isIn = (cookie: string) => cookie.includes(`${COOKIE}=`);
const emailOf = async (cookie: string) =>
  (await at.send('/api/user/me', undefined, await at.bearer(cookie))).body.data?.['email'];
const errorOf = (location: string) => new URL(location, at.publicUrl).searchParams.get('error');
const callBack = async (id: string, search: string) =>
  (await at.app.request(`/api/auth/callback/${id}${search}`)).headers.get('location') ?? '';

describe('a provider of OpenID Connect', () => {
  it('is set by superusers alone, and never tells its secret', async () => {
    const { headers } = await at.member(orgId, 'super', 'grace');
    for (const answer of [
      await save({}, headers),
      await at.send('/api/settings/oidc/list', undefined, headers),
      await at.send('/api/settings/oidc/remove', { id: 'x' }, headers),
    ])
      expect(answer.body.error?.code).toBe('forbidden');
    const { id } = await add({ orgId });
    const list = await at.send('/api/settings/oidc/list', undefined, admin);
    expect(list.body.data).toMatchObject([
      { id, issuer: server.issuer, redirectUri: `${at.publicUrl}/api/auth/callback/${id}` },
    ]);
    const rows = await at.engine.db.selectFrom('oidc_providers').selectAll().execute();
    expect(JSON.stringify([list.body, rows])).not.toContain(OIDC_CLIENT.clientSecret);
    const options = await at.send('/api/auth/options');
    expect(options.body['oidc']).toEqual([{ id, name: 'Company login' }]);
    const acts = await at.engine.db.selectFrom('audit_log').select(['action', 'target']).execute();
    expect(acts).toContainEqual({ action: 'provider.changed', target: 'Company login' });
  });

  it('signs in with PKCE, nonce and state, and leads to where it began', async () => {
    const provider = await add();
    const asked = new URL(String((await start(provider.id)).body['url']));
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      code_challenge_method: 'S256',
      nonce: expect.any(String),
      state: expect.any(String),
      scope: expect.stringContaining('openid'),
    });
    const who = person();
    const first = await signIn(provider, who, { input: { to: '/acme/library' } });
    expect(first.location).toBe('/acme/library');
    expect(await emailOf(first.cookie)).toBe(who.email);
    const again = await signIn(provider, { ...who, email: 'renamed@example.com' });
    expect(await emailOf(again.cookie)).toBe(who.email);
  });

  it.each<[string, Way]>([
    ['another nonce', { there: (url) => url.searchParams.set('nonce', 'another') }],
    ['another state', { back: (url) => url.searchParams.set('state', 'another') }],
    ['another issuer', { back: (url) => url.searchParams.set('iss', 'https://evil.example') }],
    ['another code', { back: (url) => url.searchParams.set('code', 'another') }],
    ['the browser of somebody else', { cookie: 'x=y' }],
  ])('opens nothing with %s', async (_, way) => {
    const { location, cookie } = await signIn(await add(), person(), way);
    expect(errorOf(location)).toEqual(expect.any(String));
    expect(isIn(cookie)).toBe(false);
    expect(await at.engine.db.selectFrom('user').select('id').execute()).toHaveLength(1);
  });

  it('takes e-mails of its domains alone, and those only where it has verified them', async () => {
    const provider = await add({ domains: ['Example.com'] });
    const refusals = [
      person({ email: 'eve@evil.example' }),
      person({ email: 'eve@notexample.com' }),
      person({ email: 'eve@example.com@evil.example' }),
    ];
    for (const who of refusals)
      expect(errorOf((await signIn(provider, who)).location), who.email).toBe('domain_not_allowed');
    const doubted = await signIn(provider, person({ email_verified: false }));
    expect(errorOf(doubted.location)).toBe('email_not_verified');
    const known = person();
    expect(isIn((await signIn(provider, known)).cookie)).toBe(true);
    await save({ id: provider.id, domains: ['other.example'], clientSecret: undefined });
    expect(errorOf((await signIn(provider, known)).location)).toBe('domain_not_allowed');
  });

  it('signs nobody in while it is disabled, or once it is removed', async () => {
    const provider = await add();
    const { body, headers } = await start(provider.id);
    await save({ id: provider.id, enabled: false, clientSecret: undefined });
    expect((await start(provider.id)).body.error?.code).toBe('forbidden');
    const led = await server.agree(String(body['url']), person());
    const late = await at.app.request(led.pathname + led.search, { headers: { cookie: cookiesOf(headers) } });
    expect([late.status, isIn(cookiesOf(late.headers))]).toEqual([403, false]);
    expect((await at.send('/api/auth/options')).body['oidc']).toEqual([]);
    await at.send('/api/settings/oidc/remove', { id: provider.id }, admin);
    expect((await start(provider.id)).body.error?.code).toBe('forbidden');
    expect((await at.send('/api/settings/oidc/remove', { id: provider.id }, admin)).status).toBe(404);
  });

  it('lets newcomers join its org with its role, once', async () => {
    const provider = await add({ orgId, role: 'viewer' });
    const who = person();
    const { cookie } = await signIn(provider, who);
    const orgs = await at.send('/api/user/orgs', undefined, await at.bearer(cookie));
    expect(orgs.body).toMatchObject([{ id: orgId, role: 'viewer' }]);
    await at.engine.db.deleteFrom('members').where('role', '=', 'viewer').execute();
    const again = await signIn(provider, who);
    expect((await at.send('/api/user/orgs', undefined, await at.bearer(again.cookie))).body).toEqual([]);
  });

  it('makes no account where sign-up is closed, or needs an invitation that nobody has', async () => {
    await at.engine.db.destroy();
    await open('closed');
    expect(errorOf((await signIn(await add({ orgId }), person())).location)).toBe('signup_disabled');
    await at.engine.db.destroy();
    await open('invitation');
    expect(errorOf((await signIn(await add(), person())).location)).toBe('signup_disabled');
    // Who sets an org for newcomers invites them.
    expect(isIn((await signIn(await add({ orgId, name: 'Staff login' }), person())).cookie)).toBe(true);
  });
});

describe('an account that exists', () => {
  const connect = async (site: string, cookie: string, to = `/${orgId}/settings/logins`) =>
    at.send('/api/auth/connections/connect', { site, to }, { cookie });
  const listed = async (cookie: string) =>
    (await at.send('/api/auth/connections', undefined, { cookie })).body.data;

  it('is not opened by its e-mail, verified or not', async () => {
    const provider = await add();
    await at.engine.db
      .withTables<{ user: { emailVerified: number } }>()
      .updateTable('user')
      .set({ emailVerified: 1 })
      .execute();
    for (const email_verified of [true, false]) {
      const { location, cookie } = await signIn(provider, person({ email: OWNER, email_verified }));
      expect(errorOf(location)).toBe('account_not_linked');
      expect(isIn(cookie)).toBe(false);
    }
  });

  it('is connected from its own session, whatever the e-mail there, and signs in then', async () => {
    const provider = await add();
    const own = await at.signIn(OWNER);
    expect((await connect(provider.id, '')).status).toBe(401);
    expect(await listed(own)).toEqual([{ site: provider.id, name: 'Company login', connected: false }]);
    const who = person({ email: 'owner@elsewhere.example', email_verified: false });
    const { body, headers } = await connect(provider.id, own);
    const led = await comeBack(String(body['url']), who, `${own}; ${cookiesOf(headers)}`);
    expect(led.location).toBe(`/${orgId}/settings/logins`);
    expect(await listed(own)).toMatchObject([{ connected: true }]);
    expect(await emailOf((await signIn(provider, who)).cookie)).toBe(OWNER);
    // Another account cannot have it too.
    await at.member(orgId, 'user', 'grace');
    const theirs = await at.signIn('grace@example.com');
    const other = await connect(provider.id, theirs);
    const refused = await comeBack(String(other.body['url']), who, `${theirs}; ${cookiesOf(other.headers)}`);
    expect(errorOf(refused.location)).toBe('account_already_linked_to_different_user');
    const removed = await at.send('/api/auth/connections/remove', { site: provider.id }, { cookie: own });
    expect(removed.body.data).toMatchObject([{ connected: false }]);
    const acts = await at.engine.db
      .selectFrom('audit_log')
      .select(['action', 'actor', 'org_id'])
      .where('action', 'in', ['login.connected', 'login.disconnected'])
      .orderBy('id')
      .execute();
    expect(acts.slice(-2)).toEqual([
      { action: 'login.connected', actor: OWNER, org_id: orgId },
      { action: 'login.disconnected', actor: OWNER, org_id: orgId },
    ]);
    expect((await connect(provider.id, own, 'https://evil.example/')).status).toBe(200);
  });

  it('keeps its last way to sign in', async () => {
    const provider = await add();
    const { cookie } = await signIn(provider, person());
    const removed = await at.send('/api/auth/connections/remove', { site: provider.id }, { cookie });
    expect(removed.body.error?.code).toBe('conflict');
  });

  it('is asked for its second factor, and gets past no demand of an org', async () => {
    const provider = await add({ orgId });
    const own = await at.signIn(OWNER);
    const key = (await at.send('/api/auth/two-factor/begin', { password: 'correct horse' }, { cookie: own }))
      .body['key'] as string;
    const on = await at.send('/api/auth/two-factor/confirm', { code: codeOf(key) }, { cookie: own });
    const owner = cookiesOf(on.headers);
    const demanded = await at.send(
      `/api/${orgId}/org-settings`,
      { twoFactor: 'required' },
      await at.bearer(owner, orgId),
    );
    expect(demanded.status).toBe(200);
    const newcomer = await signIn(provider, person());
    const refused = await at.inside('/internal/token', { cookie: newcomer.cookie, orgId });
    expect(refused.body.error?.code).toBe('two_factor_required');
    // A newcomer without a password sets it up in their session.
    const begin = await at.send('/api/auth/two-factor/begin', {}, { cookie: newcomer.cookie });
    const theirs = String(begin.body['key']);
    const confirmed = await at.send(
      '/api/auth/two-factor/confirm',
      { code: codeOf(theirs) },
      { cookie: newcomer.cookie },
    );
    expect((await at.inside('/internal/token', { cookie: cookiesOf(confirmed.headers), orgId })).status).toBe(
      200,
    );
    const who = person();
    const { body, headers } = await connect(provider.id, owner);
    await comeBack(String(body['url']), who, `${owner}; ${cookiesOf(headers)}`);
    const asked = await signIn(provider, who, { input: { to: '/acme/home' } });
    expect(asked.location).toBe('/sign-in?factor=asked&to=%2Facme%2Fhome');
    expect(isIn(asked.cookie)).toBe(false);
    // Without a password a code of the app is the proof.
    const off = (code: string) =>
      at.send('/api/auth/two-factor/remove', { code }, { cookie: cookiesOf(confirmed.headers) });
    expect((await off('000000')).body.error?.code).toBe('invalid_credentials');
    expect((await off(codeOf(theirs))).status).toBe(200);
  });
});

describe('an issuer', () => {
  it.each([
    ['http://login.example.com', 'https'],
    ['https://user:pw@login.example.com', 'password'],
    ['https://login.example.com/?a=b', 'query'],
    ['file:///etc/passwd', 'https'],
  ])('is not %s', async (issuer, why) => {
    const { body } = await save({ issuer });
    expect(body.error).toMatchObject({ code: 'invalid_input', message: expect.stringContaining(why) });
  });

  it('calls itself by the address that was set, and keeps everything that Cairn fetches to itself', async () => {
    const renamed = await save({ issuer: server.issuer.replace('127.0.0.1', 'localhost') });
    expect(renamed.body.error?.code).toBe('source_unavailable');
    let answer: { status: number; location?: string; body: object } = { status: 200, body: {} };
    const impostor = createServer((_, response) => {
      response.writeHead(answer.status, answer.location ? { location: answer.location } : {});
      response.end(JSON.stringify(answer.body));
    });
    await new Promise<void>((resolve) => impostor.listen(0, '127.0.0.1', resolve));
    const issuer = `http://127.0.0.1:${(impostor.address() as AddressInfo).port}`;
    const document = {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      id_token_signing_alg_values_supported: ['RS256'],
    };
    const tried = async (given: typeof answer) => {
      answer = given;
      return (await save({ issuer })).body.error?.message ?? 'kept';
    };
    expect(await tried({ status: 200, body: document })).toBe('kept');
    const own = `${server.issuer}/.well-known/openid-configuration`;
    expect(await tried({ status: 302, location: own, body: {} })).toContain('leads elsewhere');
    for (const field of ['token_endpoint', 'jwks_uri', 'userinfo_endpoint'])
      expect(await tried({ status: 200, body: { ...document, [field]: `${server.issuer}/x` } })).toContain(
        'not the issuer',
      );
    const weak = { ...document, id_token_signing_alg_values_supported: ['none', 'HS256'] };
    expect(await tried({ status: 200, body: weak })).toContain('signs nothing');
    expect(await tried({ status: 200, body: {} })).toContain('does not say');
    await new Promise((resolve) => impostor.close(resolve));
  });

  it('that is away is said so, and the code of a callback opens nothing', async () => {
    const { id } = await add();
    expect(errorOf(await callBack(id, '?code=x&state=y'))).toEqual(expect.any(String));
    expect((await save({ issuer: 'http://127.0.0.1:9' })).body.error?.code).toBe('source_unavailable');
  });
});
