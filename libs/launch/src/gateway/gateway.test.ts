import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { silentLog } from '@cairn/service-kit/testing';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createGateway, type GatewayOptions } from './gateway.ts';

interface Seen {
  service: string;
  method: string;
  path: string;
  headers: Headers;
  body: string;
}

const SECRET = 'a secret of the tests, 32 characters and more';
const SESSION = 'cairn.session_token=ada.signature';
const seen: Seen[] = [];
const exchanges: { cookie: string; orgId?: string }[] = [];
let aborted = 0;
let gone: string[] = [];
const open: Server[] = [];

async function listen(fetch: (request: Request) => Response | Promise<Response>): Promise<string> {
  const server = createAdaptorServer({ fetch }) as Server;
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function upstream(service: string): Hono {
  const app = new Hono();
  app.onError((_, c) => c.json({}, 500));
  app.get('/healthz', (c) => c.json({}));
  app.post('/internal/token', async (c) => {
    const asked = await c.req.json<{ cookie: string; orgId?: string }>();
    exchanges.push(asked);
    const refuse = (status: 401 | 404, code: string) => c.json({ error: { code, message: code } }, status);
    if (c.req.header('x-cairn-internal') !== SECRET) return refuse(401, 'unauthenticated');
    if (asked.cookie !== SESSION || gone.includes(asked.cookie)) return refuse(401, 'unauthenticated');
    if (asked.orgId && asked.orgId !== 'acme') return refuse(404, 'not_found');
    return c.json({ token: `token-${asked.orgId ?? 'none'}`, expiresAt: '' });
  });
  app.post('/api/auth/sign-out', (c) => {
    gone.push(c.req.header('cookie') ?? '');
    return c.json({ success: true }, 200, { 'set-cookie': 'cairn.session_token=; Max-Age=0' });
  });
  app.get('/api/acme/silent', async (c) => {
    seen.push({ service, method: 'GET', path: '/api/acme/silent', headers: c.req.raw.headers, body: '' });
    await new Promise((resolve) => c.req.raw.signal.addEventListener('abort', resolve));
    aborted += 1;
    return c.json({});
  });
  app.get('/api/acme/cut', () => {
    const begins = new TextEncoder().encode('begins');
    let pulled = 0;
    return new Response(
      new ReadableStream({
        pull: async (controller) => {
          pulled += 1;
          if (pulled === 1) return controller.enqueue(begins);
          await new Promise((resolve) => setImmediate(resolve));
          controller.error(new Error('the service died'));
        },
      }),
    );
  });
  app.get('/api/acme/endless', (c) =>
    streamSSE(c, async (stream) => {
      stream.onAbort(() => void (aborted += 1));
      await stream.writeSSE({ data: 'first' });
      await new Promise((resolve) => stream.onAbort(() => resolve(undefined)));
    }),
  );
  app.all('*', async (c) => {
    const { pathname, search } = new URL(c.req.url);
    seen.push({
      service,
      method: c.req.method,
      path: pathname + search,
      headers: c.req.raw.headers,
      body: await c.req.text(),
    });
    return c.json({ service }, 200, { 'set-cookie': 'stolen=1', 'x-powered-by': 'someone', etag: '"7"' });
  });
  return app;
}

let web: string;
let options: GatewayOptions;
let url: string;

beforeAll(async () => {
  web = mkdtempSync(join(tmpdir(), 'cairn-web-'));
  const file = (path: string, text: string) => {
    mkdirSync(join(web, path, '..'), { recursive: true });
    writeFileSync(join(web, path), text);
  };
  file('shell/index.html', '<!doctype html><html><head><title>Cairn</title></head><body></body></html>');
  file('shell/assets/main.0123456789.js', `const words = "${'word '.repeat(1_000)}";`);
  file('shell/registry.json', '[]');
  file('explore/mf-manifest.json', '{}');
  file('explore/assets/chart.0123456789.css', 'a{}');
  file('secret.txt', 'not for the web');
  options = {
    publicUrl: 'http://127.0.0.1:4400',
    secret: SECRET,
    services: {
      workspace: await listen(upstream('workspace').fetch),
      graph: await listen(upstream('graph').fetch),
      chat: await listen(upstream('chat').fetch),
    },
    web: { shell: join(web, 'shell'), remotes: { explore: join(web, 'explore') } },
    log: silentLog(),
  };
  url = await listen(createGateway(options).fetch);
});
beforeEach(() => {
  seen.length = 0;
  exchanges.length = 0;
  aborted = 0;
  gone = [];
});
afterAll(async () => {
  for (const server of open) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  rmSync(web, { recursive: true });
});

const ask = (path: string, init: RequestInit = {}) => fetch(url + path, init);
const signedIn = (headers: Record<string, string> = {}) => ({ headers: { cookie: SESSION, ...headers } });
const codeOf = async (answer: Response) =>
  ((await answer.json()) as { error: { code: string; requestId: string } }).error.code;
/** A gateway that has not traded any cookie yet. */
const fresh = () => listen(createGateway(options).fetch);

describe('routing', () => {
  it.each([
    ['/api/user/orgs', 'workspace', 'Bearer token-none'],
    ['/api/deep-links/list?x=1', 'workspace', 'Bearer token-none'],
    ['/api/acme/explore-states/k1', 'workspace', 'Bearer token-acme'],
    ['/api/acme/ask/query', 'chat', 'Bearer token-acme'],
    ['/api/acme/graph-search/group-bys?a=%2F&b=', 'graph', 'Bearer token-acme'],
  ])('sends %s to %s with %s', async (path, service, authorization) => {
    const answer = await ask(path, signedIn());
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
      { cookie: 'other=1; xcairn.session_token=a' },
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
    expect(
      (await ask('/api/acme/things', { headers: { cookie: 'cairn.session_token=forged' } })).status,
    ).toBe(401);
  });

  it('trades a cookie once for many requests, per org', async () => {
    url = await fresh();
    await Promise.all(Array.from({ length: 5 }, () => ask('/api/acme/things', signedIn())));
    await ask('/api/user/me', signedIn({ cookie: `theme=dark; ${SESSION}; other=1` }));
    expect(exchanges).toEqual([{ cookie: SESSION, orgId: 'acme' }, { cookie: SESSION }]);
  });

  it('forgets a session that signs out', async () => {
    url = await fresh();
    expect((await ask('/api/acme/things', signedIn())).status).toBe(200);
    const out = await ask('/api/auth/sign-out', { method: 'POST', ...signedIn() });
    expect(out.headers.get('set-cookie')).toContain('Max-Age=0');
    expect((await ask('/api/acme/things', signedIn())).status).toBe(401);
  });

  it('hands accounts the session cookie alone, and where the request came from', async () => {
    await ask('/api/auth/get', signedIn({ cookie: `a=b; ${SESSION}`, origin: 'http://127.0.0.1:4400' }));
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

describe('streams', () => {
  it('passes an answer on as it comes, and ends it when the client goes', async () => {
    const controller = new AbortController();
    const answer = await ask('/api/acme/endless', { ...signedIn(), signal: controller.signal });
    const reader = answer.body?.getReader();
    const first = await reader?.read();
    expect(new TextDecoder().decode(first?.value as Uint8Array)).toContain('first');
    expect(aborted).toBe(0);
    controller.abort();
    await expect.poll(() => aborted, { timeout: 5_000 }).toBe(1);
  });
});

describe('a request that is given up', () => {
  it('is given up at the service too, which has not answered yet', async () => {
    const controller = new AbortController();
    const answer = ask('/api/acme/silent', { ...signedIn(), signal: controller.signal });
    await expect.poll(() => seen.length).toBe(1);
    controller.abort();
    await expect(answer).rejects.toThrow();
    await expect.poll(() => aborted, { timeout: 5_000 }).toBe(1);
  });
});

describe('a service that dies while it answers', () => {
  it('leaves the client with a broken answer, never with a short one that looks whole', async () => {
    const answer = await ask('/api/acme/cut', signedIn());
    await expect(answer.text()).rejects.toThrow();
    expect((await ask('/api/acme/things', signedIn())).status).toBe(200);
  });
});

describe('a service that is down', () => {
  it('is reported as unavailable, and the others go on', async () => {
    url = await listen(
      createGateway({ ...options, services: { ...options.services, graph: 'http://127.0.0.1:9' } }).fetch,
    );
    const answer = await ask('/api/acme/graph-search/configuration', signedIn());
    expect([answer.status, await codeOf(answer)]).toEqual([503, 'unavailable']);
    expect((await ask('/api/acme/ask/query', signedIn())).status).toBe(200);
    const ready = await ask('/readyz');
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'not ready', failed: ['graph'] }]);
  });

  it('is reported as unavailable when nobody can say who calls', async () => {
    const services = { ...options.services, workspace: 'http://127.0.0.1:9' };
    url = await listen(createGateway({ ...options, services }).fetch);
    const answer = await ask('/api/acme/things', signedIn());
    expect([answer.status, await codeOf(answer)]).toEqual([503, 'unavailable']);
    expect((await ask('/')).status).toBe(200);
  });
});

describe('files', () => {
  it.each(['/', '/acme/home', '/sign-in?token=a', '/acme/entity/a.b/c', '/index.html'])(
    'answers %s with the page, asked for again each time',
    async (path) => {
      const answer = await ask(path, { headers: { accept: 'text/html' } });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      expect(await answer.text()).toContain('<title>Cairn</title>');
    },
  );

  it('keeps files with a hash for ever, and asks for the others again', async () => {
    const cache = async (path: string) => (await ask(path)).headers.get('cache-control');
    expect(await cache('/assets/main.0123456789.js')).toBe('public, max-age=31536000, immutable');
    expect(await cache('/remotes/explore/assets/chart.0123456789.css')).toContain('immutable');
    expect(await cache('/registry.json')).toBe('no-cache');
    expect(await cache('/remotes/explore/mf-manifest.json')).toBe('no-cache');
  });

  it('answers 304 for a manifest that has not changed', async () => {
    const first = await ask('/remotes/explore/mf-manifest.json');
    const etag = first.headers.get('etag') ?? '';
    const again = await ask('/remotes/explore/mf-manifest.json', { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
  });

  it('compresses what is large and text', async () => {
    const answer = await ask('/assets/main.0123456789.js', { headers: { 'accept-encoding': 'gzip' } });
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(answer.headers.get('vary')).toMatch(/accept-encoding/i);
    expect(await answer.text()).toContain('word word');
  });

  it.each(['/assets/none.js', '/remotes/none/mf-manifest.json', '/remotes/explore/none.js', '/none.js'])(
    'does not answer %s with the page',
    async (path) => {
      expect((await ask(path)).status).toBe(404);
    },
  );

  it.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/remotes/explore/..%2f..%2fsecret.txt',
    '/remotes/explore/%2e%2e/%2e%2e/secret.txt',
    '//etc/passwd',
  ])('never leaves its folders for %s', async (path) => {
    const { port } = new URL(url);
    const text = await new Promise<string>((resolve, reject) => {
      httpRequest({ port, host: '127.0.0.1', path }, (answer) => {
        let words = '';
        answer.on('data', (chunk: Buffer) => (words += chunk.toString()));
        answer.on('end', () => resolve(words));
      })
        .on('error', reject)
        .end();
    });
    expect(text).not.toMatch(/not for the web|root:/);
  });

  it('lists the remotes that it is told to', async () => {
    const registry = [{ name: 'explore', manifest: '/x.json', version: '1', contract: { min: 1, max: 1 } }];
    url = await listen(createGateway({ ...options, web: { ...options.web, registry } }).fetch);
    expect(await (await ask('/registry.json')).json()).toEqual(registry);
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

  it('insists on https where the public address is https', async () => {
    const app = createGateway({ ...options, publicUrl: 'https://cairn.example' });
    expect((await app.request('/')).headers.get('strict-transport-security')).toContain('max-age=31536000');
  });

  it('shows its metrics to parts of Cairn alone', async () => {
    expect((await ask('/metrics')).status).toBe(404);
    const text = await (await ask('/metrics', { headers: { 'x-cairn-internal': SECRET } })).text();
    expect(text).toContain('http_request_duration_seconds');
    expect(text).not.toContain('acme');
  });
});
