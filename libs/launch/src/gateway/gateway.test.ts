import { describe, expect, it, vi } from 'vitest';
import { createGateway } from './gateway.ts';
import { sessionTokens } from './session-tokens.ts';
import {
  ask,
  codeOf,
  COOKIE,
  ELSEWHERE,
  exchanges,
  fresh,
  gateway,
  listen,
  SECRET,
  seen,
  SESSION,
  signedIn,
  setUpGateway,
} from '../../test/gateway.ts';

setUpGateway();

describe('routing', () => {
  it.each([
    ['GET', '/api/user/orgs', 'workspace', 'Bearer token-none'],
    ['POST', '/api/deep-links/list?x=1', 'workspace', 'Bearer token-none'],
    ['GET', '/api/acme/explore-states/k1', 'workspace', 'Bearer token-acme'],
    ['POST', '/api/acme/ask/query', 'chat', 'Bearer token-acme'],
    ['POST', '/api/acme/graph-search/group-bys?a=%2F&b=', 'graph', 'Bearer token-acme'],
    ['GET', '/api/acme/things', 'graph', 'Bearer token-acme'],
  ])('sends %s %s to %s with %s', async (method, path, service, authorization) => {
    const answer = await ask(path, { method, ...signedIn() });
    expect(answer.status).toBe(200);
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({ service, path });
    expect(seen[0]?.headers.get('authorization')).toBe(authorization);
    expect(seen[0]?.headers.has('cookie')).toBe(false);
  });

  it.each(['/internal/token', '/api/internal', '/api', '/api/a%20b/x', '/api//x', '/metrics'])(
    'sends %s nowhere',
    async (path) => {
      for (const method of ['GET', 'POST']) {
        const answer = await ask(path, { method, ...signedIn({ 'x-cairn-internal': 'guess' }) });
        expect(answer.status).toBe(404);
        expect(await codeOf(answer)).toBe('not_found');
      }
      expect(seen).toEqual([]);
    },
  );

  it.each(['/api/acme/nothing', '/api/acme/things/', '/api/auth/unknown', '/openapi/none.json'])(
    'answers %s itself: no contract declares it',
    async (path) => {
      const answer = await ask(path, signedIn());
      expect([answer.status, await codeOf(answer)]).toEqual([404, 'not_found']);
      expect([...seen, ...exchanges]).toEqual([]);
    },
  );

  it('answers a method that an address does not have with those that it has', async () => {
    const answer = await ask('/api/acme/explore-states', { method: 'DELETE', ...signedIn() });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
    expect(await codeOf(answer)).toBe('method_not_allowed');
    expect(seen).toEqual([]);
  });

  it('reads an address with HEAD wherever GET does', async () => {
    expect((await ask('/api/acme/things', { method: 'HEAD', ...signedIn() })).status).toBe(200);
    expect(seen[0]).toMatchObject({ method: 'HEAD', path: '/api/acme/things' });
  });

  it('tells the service of a public route nothing about who calls', async () => {
    expect((await ask('/api/acme/open', { method: 'POST', ...signedIn() })).status).toBe(200);
    expect(['cookie', 'authorization'].map((name) => seen[0]?.headers.has(name))).toEqual([false, false]);
  });

  it('passes a body, the request id and the answer on, and nothing that a client claims', async () => {
    const answer = await ask('/api/acme/things', {
      method: 'POST',
      body: '{"a":1}',
      ...signedIn({
        'content-type': 'application/json',
        'x-request-id': 'abcdefgh-1',
        authorization: 'Bearer forged',
        'x-cairn-internal': SECRET,
        'x-forwarded-for': '6.6.6.6',
        'x-forwarded-host': 'evil.example',
        forwarded: 'for=6.6.6.6',
        'if-none-match': '"7"',
      }),
    });
    const got = seen[0]?.headers;
    expect(seen[0]).toMatchObject({ method: 'POST', body: '{"a":1}' });
    expect(got?.get('authorization')).toBe('Bearer token-acme');
    expect(got?.get('x-forwarded-for')).toBe('127.0.0.1');
    expect(got?.get('x-request-id')).toBe('abcdefgh-1');
    expect(got?.get('if-none-match')).toBe('"7"');
    for (const name of ['x-cairn-internal', 'x-forwarded-host', 'forwarded'])
      expect(got?.has(name)).toBe(false);
    expect(answer.headers.get('x-request-id')).toBe('abcdefgh-1');
    expect(answer.headers.get('etag')).toBe('"7"');
    expect(answer.headers.has('set-cookie')).toBe(false);
  });
});

describe('sessions', () => {
  it('refuses the API without a session and asks nobody', async () => {
    for (const headers of [
      {},
      { cookie: 'other=1; xcairn.session_token=a; cairn.session_token=a' },
      { authorization: 'Bearer token-acme' },
    ]) {
      const answer = await ask('/api/acme/things', { headers: headers as Record<string, string> });
      expect(answer.status).toBe(401);
      expect(await codeOf(answer)).toBe('unauthenticated');
    }
    expect([...seen, ...exchanges]).toEqual([]);
  });

  it('reports an org of others as not found', async () => {
    expect(await codeOf(await ask('/api/umbrella/things', signedIn()))).toBe('not_found');
    expect(seen).toEqual([]);
  });

  it('refuses a cookie that is none of ours', async () => {
    expect((await ask('/api/acme/things', { headers: { cookie: `${COOKIE}=forged` } })).status).toBe(401);
  });

  it('trades a cookie once for many requests, per org', async () => {
    gateway.url = await fresh();
    await Promise.all(Array.from({ length: 5 }, () => ask('/api/acme/things', signedIn())));
    await ask('/api/user/me', signedIn({ cookie: `theme=dark; ${SESSION}; other=1` }));
    expect(exchanges).toEqual([{ cookie: SESSION, orgId: 'acme' }, { cookie: SESSION }]);
  });

  it('forgets a session that signs out', async () => {
    gateway.url = await fresh();
    expect((await ask('/api/acme/things', signedIn())).status).toBe(200);
    const out = await ask('/api/auth/sign-out', { method: 'POST', ...signedIn() });
    expect(out.headers.get('set-cookie')).toContain('Max-Age=0');
    expect((await ask('/api/acme/things', signedIn())).status).toBe(401);
  });

  it.each(['/api/auth/sign-out', '/api/auth/password', '/api/auth/end-session'])(
    'ends the other sessions and streams of a person at once when %s ends them',
    async (path) => {
      gateway.url = await fresh();
      const ended = path.endsWith('sign-out') ? SESSION : ELSEWHERE;
      const at = (cookie: string) => ask('/api/acme/things', signedIn({ cookie }));
      expect([(await at(SESSION)).status, (await at(ELSEWHERE)).status]).toEqual([200, 200]);
      const [stays, ends] = [ended === SESSION ? ELSEWHERE : SESSION, ended];
      const leaving = new AbortController();
      const open = (cookie: string) =>
        ask('/api/acme/endless', { ...signedIn({ cookie }), signal: leaving.signal });
      const streams = { stays: await open(stays), ends: await open(ends) };
      await ask(path, { method: 'POST', body: '{}', ...signedIn() });
      expect([(await at(ends)).status, (await at(stays)).status]).toEqual([401, 200]);
      expect(await streams.ends.text()).toContain('first');
      await vi.waitFor(() => expect(gateway.aborted).toBe(1));
      leaving.abort();
      await expect(streams.stays.text()).rejects.toThrow(/abort/);
      await vi.waitFor(() => expect(gateway.aborted).toBe(2));
    },
  );

  it('ends a stream whose session ended, or whose role changed, without passing this gateway', async () => {
    const app = createGateway({ ...gateway.options, streamCheckMs: 20 });
    vi.useFakeTimers({ toFake: ['Date'] });
    const open = async () => (await app.request('/api/acme/endless', signedIn())).text();
    const [first, later] = [open(), () => vi.setSystemTime(Date.now() + 5_001)];
    await vi.waitFor(() => expect(exchanges).toHaveLength(1));
    gateway.role = 'viewer';
    later();
    expect(await first).toContain('first');
    const second = open();
    await vi.waitFor(() => expect(exchanges.length).toBeGreaterThan(1));
    gateway.gone.push(SESSION);
    later();
    expect(await second).toContain('first');
    vi.useRealTimers();
  });

  it('asks about a session again after five seconds', async () => {
    let now = 0;
    const tokens = sessionTokens(gateway.options.services.workspace, SECRET, () => now);
    const trade = () => tokens.tokenFor(SESSION, undefined, 'request-1');
    await trade();
    now = 4_999;
    await trade();
    expect(exchanges).toHaveLength(1);
    gateway.gone.push(SESSION);
    now = 5_001;
    await expect(trade()).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  it.each([
    ['was suspended for eight hours', 8 * 3_600_000],
    ['set its clock back by 40 days', -40 * 86_400_000],
  ])('asks about a session again after the machine %s', async (_, jump) => {
    let now = Date.parse('2026-03-01T12:00:00Z');
    const tokens = sessionTokens(gateway.options.services.workspace, SECRET, () => now);
    const trade = () => tokens.tokenFor(SESSION, undefined, 'request-1');
    await trade();
    now += jump;
    await trade();
    expect(exchanges).toHaveLength(2);
    gateway.gone.push(SESSION);
    now += 5_001;
    await expect(trade()).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  it('goes by the last word of svc-workspace for 30 seconds while it does not answer', async () => {
    let now = 0;
    let isUp = true;
    const url = await listen(() =>
      isUp ? Response.json({ token: 't', userId: 'ada', cookies: [] }) : new Response(null, { status: 503 }),
    );
    const tokens = sessionTokens(url, SECRET, () => now);
    const trade = () => tokens.tokenFor(SESSION, undefined, 'request-1');
    await trade();
    isUp = false;
    for (now of [5_001, 12_000, 29_999]) expect(await trade()).toMatchObject({ token: 't' });
    now = 35_000;
    await expect(trade()).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('hands the cookie of a session that was prolonged to the browser, on whatever it asked', async () => {
    gateway.url = await fresh();
    gateway.cookies = [`${SESSION}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax`];
    const answer = await ask('/api/acme/things', signedIn());
    expect(answer.headers.getSetCookie()).toEqual(gateway.cookies);
  });

  it('trades cookies anew once the settings of their org are saved, and not when they are refused', async () => {
    gateway.url = await fresh();
    const save = (path: string) => ask(path, { method: 'POST', body: '{}', ...signedIn() });
    await ask('/api/acme/things', signedIn());
    await ask('/api/user/me', signedIn());
    exchanges.length = 0;
    expect((await save('/api/acme/org-settings?refused')).status).toBe(403);
    await ask('/api/acme/things', signedIn());
    expect(exchanges).toEqual([]);
    expect((await save('/api/acme/org-settings')).status).toBe(200);
    await ask('/api/acme/things', signedIn());
    await ask('/api/user/me', signedIn());
    expect(exchanges).toEqual([{ cookie: SESSION, orgId: 'acme' }]);
  });

  it('trades cookies anew once their user chose another first day, and keeps those of others', async () => {
    gateway.url = await fresh();
    await ask('/api/acme/things', signedIn());
    exchanges.length = 0;
    const choice = { method: 'POST', body: '{}', ...signedIn() };
    expect((await ask('/api/user/preferences', choice)).status).toBe(200);
    exchanges.length = 0;
    await ask('/api/acme/things', signedIn());
    expect(exchanges).toEqual([{ cookie: SESSION, orgId: 'acme' }]);
  });

  it('hands accounts the session cookie alone, and where the request came from', async () => {
    await ask('/api/auth/login', signedIn({ cookie: `a=b; ${SESSION}`, origin: 'http://127.0.0.1:4400' }));
    expect(seen[0]?.headers.get('cookie')).toBe(SESSION);
    expect(seen[0]?.headers.get('origin')).toBe('http://127.0.0.1:4400');
    expect(seen[0]?.headers.has('authorization')).toBe(false);
  });
});

describe('writes', () => {
  const write = (headers: Record<string, string>, path = '/api/acme/things', method = 'POST') =>
    ask(path, { method, ...signedIn(headers) });

  it.each<Record<string, string>>([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://127.0.0.1:4401' },
    { origin: 'https://127.0.0.1:4400' },
    { origin: 'http://127.0.0.1:4400.evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
  ])('refuses one from %o', async (headers) => {
    for (const path of ['/api/acme/things', '/api/auth/sign-in/email']) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const answer = await write(headers, path, method);
        expect(answer.status).toBe(403);
        expect(await codeOf(answer)).toBe('bad_origin');
      }
    }
    expect(seen).toEqual([]);
  });

  it('takes one of our own pages, and of a script that is no browser', async () => {
    for (const origin of ['http://127.0.0.1:4400', 'http://localhost:4400']) {
      expect((await write({ origin, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    }
    expect((await write({})).status).toBe(200);
  });

  it('refuses a body of 5 MB, said or not said before', async () => {
    const body = 'x'.repeat(5_000_000);
    const headers = { cookie: SESSION, 'content-type': 'application/json' };
    const said = await ask('/api/acme/things', { method: 'POST', body, headers });
    expect([said.status, await codeOf(said)]).toEqual([413, 'too_large']);
    const chunks = new Blob([body]).stream();
    const unsaid = await ask('/api/acme/things', {
      method: 'POST',
      body: chunks,
      headers,
      duplex: 'half',
    } as RequestInit);
    expect([unsaid.status, await codeOf(unsaid)]).toEqual([413, 'too_large']);
    expect((await ask('/api/acme/things', { method: 'POST', body: '{}', headers })).status).toBe(200);
  });
});

describe('headers', () => {
  it('keeps scripts to our own files on pages, data and errors alike', async () => {
    for (const path of ['/', '/api/acme/things', '/none.js', '/registry.json']) {
      const { headers } = await ask(path, signedIn());
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/script-src[^;]*unsafe|style-src-elem[^;]*unsafe/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('permissions-policy')).toContain('camera=()');
      expect(headers.has('strict-transport-security')).toBe(false);
      expect(headers.has('access-control-allow-origin')).toBe(false);
    }
  });

  it('shows its metrics to parts of Cairn alone', async () => {
    expect((await ask('/metrics')).status).toBe(404);
    const text = await (await ask('/metrics', { headers: { 'x-cairn-internal': SECRET } })).text();
    expect(text).toContain('http_request_duration_seconds');
    expect(text).not.toContain('acme');
  });

  it('shows the metrics of every service to whoever brings the token of scrapers', async () => {
    const scrape = (path: string, token: string, metricsToken?: string) =>
      createGateway({ ...gateway.options, metricsToken }).request(path, {
        headers: { authorization: `Bearer ${token}` },
      });
    const token = 'a-token-of-the-scraper';
    for (const path of ['/metrics', '/metrics/workspace', '/metrics/graph', '/metrics/chat']) {
      expect((await scrape(path, token, token)).status).toBe(200);
      expect((await scrape(path, 'another-token-here', token)).status).toBe(404);
      expect((await scrape(path, 'undefined')).status).toBe(404);
    }
    expect(seen.map(({ path, headers }) => [path, headers.get('x-cairn-internal')])).toEqual(
      Array.from({ length: 3 }, () => ['/metrics', SECRET]),
    );
  });
});
