import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { defineContract, OrgId, type Method } from '@cairn/contracts';
import { SERVICES } from '@cairn/contracts/services';
import { createAdaptorServer } from '@hono/node-server';
import { sessionCookieName } from '@cairn/service-kit';
import { silentLog } from '@cairn/service-kit/testing';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { z } from 'zod';
import { createGateway, type GatewayOptions } from '../src/gateway/gateway.ts';

/** A request as a service received it. */
interface SeenRequest {
  service: string;
  method: string;
  path: string;
  headers: Headers;
  body: string;
}

const inOrg = (method: Method, name: string) => ({
  method,
  path: `/api/{orgId}/${name}`,
  access: 'viewer' as const,
  summary: 'A route of the tests.',
  params: z.object({ orgId: OrgId }),
  output: z.unknown(),
});

/** Routes of no real service; the gateway knows them by their declaration. */
export const plantedContract = defineContract({
  readThings: inOrg('GET', 'things'),
  addThing: inOrg('POST', 'things'),
  putThing: inOrg('PUT', 'things'),
  patchThing: inOrg('PATCH', 'things'),
  removeThing: inOrg('DELETE', 'things'),
  silent: inOrg('GET', 'silent'),
  cut: inOrg('GET', 'cut'),
  endless: inOrg('GET', 'endless'),
  answers: inOrg('GET', 'answers/{kind}'),
  open: { ...inOrg('POST', 'open'), access: 'public' },
  message: { ...inOrg('POST', 'message'), access: 'public', bodyLimit: 6_000_000, passesOwnHeaders: true },
  joined: { ...inOrg('POST', 'joined/{kind}'), batched: true },
  joinedByAddress: { ...inOrg('GET', 'joined-things'), batched: true },
});

/** The contracts of the test's services: those of Cairn, and the planted routes. */
export const contracts = {
  ...SERVICES,
  graph: { ...SERVICES.graph, contracts: [...SERVICES.graph.contracts, plantedContract] },
};

export const SECRET = 'a secret of the tests, 32 characters and more';
export const COOKIE = sessionCookieName(SECRET);
export const SESSION = `${COOKIE}=ada.signature`;
/** Another session of the same person. */
export const ELSEWHERE = `${COOKIE}=ada-elsewhere.signature`;
/** The requests to the services, and the exchanged cookies, in this test. */
export const seen: SeenRequest[] = [];
export const exchanges: { cookie?: string; apiToken?: string; orgId?: string }[] = [];
/** An API token of Ada's. */
export const API_TOKEN = `cairn_${'a'.repeat(43)}`;
/** The gateway that is asked; a test may put another in its place. */
export const gateway = {
  url: '',
  options: {} as GatewayOptions,
  aborted: 0,
  gone: [] as string[],
  role: 'user',
  cookies: [] as string[],
};
const open: Server[] = [];

/** Serves on a free port until the file's tests are done. */
export async function listen(fetch: (request: Request) => Response | Promise<Response>): Promise<string> {
  const server = createAdaptorServer({ fetch }) as Server;
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Answers of 20 kB, or of the size that their name states. */
function answerOf(kind: string): Response {
  const text = 'a line of words\n'.repeat(1_250);
  const of = (type: string, body: ConstructorParameters<typeof Response>[0] = text) =>
    new Response(body, { headers: { 'content-type': type, etag: 'W/"7"' } });
  const stream = new Blob([text]).stream();
  const answers: Record<string, () => Response> = {
    json: () => of('application/json', JSON.stringify({ text })),
    arrow: () => of('application/vnd.apache.arrow.stream', new TextEncoder().encode(text)),
    csv: () => of('text/csv; charset=utf-8'),
    small: () => of('application/json', '{}'),
    image: () => of('image/png'),
    huge: () => of('text/csv', 'x'.repeat(5_000_000)),
    export: () => of('text/csv', stream),
  };
  return answers[kind]?.() ?? new Response(null, { status: 404 });
}

/** An answer whose service dies in the middle of it. */
function cutAnswer(): Response {
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
}

/** The answers of svc-workspace about sessions. */
function answerAccounts(app: Hono): void {
  app.post('/internal/token', async (c) => {
    const asked = await c.req.json<(typeof exchanges)[number]>();
    exchanges.push(asked);
    const refuse = (status: 401 | 404, code: string) => c.json({ error: { code, message: code } }, status);
    if (c.req.header('x-cairn-internal') !== SECRET) return refuse(401, 'unauthenticated');
    const credential = asked.apiToken ?? asked.cookie ?? '';
    const isKnown = [SESSION, ELSEWHERE, API_TOKEN].includes(credential);
    if (!isKnown || gateway.gone.includes(credential)) return refuse(401, 'unauthenticated');
    if (asked.orgId && asked.orgId !== 'acme') return refuse(404, 'not_found');
    const { role, cookies } = gateway;
    return c.json({ token: `token-${asked.orgId ?? 'none'}`, expiresAt: '', userId: 'ada', role, cookies });
  });
  app.post('/api/auth/sign-out', (c) => {
    gateway.gone.push(c.req.header('cookie') ?? '');
    return c.json({ success: true }, 200, { 'set-cookie': `${COOKIE}=; Max-Age=0` });
  });
  app.post('/api/auth/api-tokens/revoke', (c) => {
    gateway.gone.push(API_TOKEN);
    return c.json({});
  });
  for (const path of ['/api/auth/password', '/api/auth/end-session']) {
    app.post(path, (c) => {
      gateway.gone.push(c.req.header('cookie') === SESSION ? ELSEWHERE : SESSION);
      return c.json({});
    });
  }
}

function upstream(service: string): Hono {
  const app = new Hono();
  app.onError((_, c) => c.json({}, 500));
  app.get('/healthz', (c) => c.json({}));
  answerAccounts(app);
  app.get('/api/acme/silent', async (c) => {
    seen.push({ service, method: 'GET', path: '/api/acme/silent', headers: c.req.raw.headers, body: '' });
    await new Promise((resolve) => c.req.raw.signal.addEventListener('abort', resolve));
    gateway.aborted += 1;
    return c.json({});
  });
  app.get('/api/acme/cut', cutAnswer);
  app.get('/api/acme/endless', (c) =>
    streamSSE(c, async (stream) => {
      stream.onAbort(() => void (gateway.aborted += 1));
      await stream.writeSSE({ data: 'first' });
      await new Promise((resolve) => stream.onAbort(() => resolve(undefined)));
    }),
  );
  app.get('/api/acme/answers/:kind', (c) => answerOf(c.req.param('kind')));
  app.post('/api/acme/joined/:kind', async (c) => {
    const kind = c.req.param('kind');
    seen.push({
      service,
      method: 'POST',
      path: c.req.path,
      headers: c.req.raw.headers,
      body: await c.req.text(),
    });
    if (kind === 'waiting') {
      await new Promise((resolve) => c.req.raw.signal.addEventListener('abort', resolve));
      gateway.aborted += 1;
    }
    if (kind === 'refused') return c.json({ error: { code: 'forbidden', message: 'Not yours.' } }, 403);
    if (kind === 'cut') return cutAnswer();
    return answerOf(kind);
  });
  app.post('/api/acme/org-settings', (c) => c.json({}, c.req.query('refused') === undefined ? 200 : 403));
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

/** Starts a gateway and its services once for a file of tests. */
export function setUpGateway(): void {
  beforeAll(async () => {
    web = mkdtempSync(join(tmpdir(), 'cairn-web-'));
    const file = (path: string, text: string) => {
      mkdirSync(join(web, path, '..'), { recursive: true });
      writeFileSync(join(web, path), text);
    };
    file('shell/index.html', '<!doctype html><html><head><title>Cairn</title></head><body></body></html>');
    file('shell/assets/main.0123456789.js', `const words = "${'word '.repeat(1_000)}";`);
    file('shell/assets/page.0123456789.js', 'plain');
    writeFileSync(join(web, 'shell/assets/page.0123456789.js.br'), brotliCompressSync('compressed'));
    file('shell/registry.json', '[]');
    file('explore/mf-manifest.json', '{}');
    file('explore/assets/chart.0123456789.css', 'a{}');
    file('explore/assets/chart.0123456789.js.map', '{}');
    file('shell/assets/main.0123456789.js.map', '{}');
    file('before/assets/chart.9876543210.js', 'before');
    file('before/assets/chart.0123498765.js', 'older');
    const longAgo = Date.now() / 1_000 - 25 * 3_600;
    utimesSync(join(web, 'before/assets/chart.0123498765.js'), longAgo, longAgo);
    file('secret.txt', 'not for the web');
    gateway.options = {
      publicUrl: 'http://127.0.0.1:4400',
      secret: SECRET,
      services: {
        workspace: await listen(upstream('workspace').fetch),
        graph: await listen(upstream('graph').fetch),
        chat: await listen(upstream('chat').fetch),
      },
      contracts,
      web: {
        shell: join(web, 'shell'),
        remotes: { explore: join(web, 'explore') },
        previous: { explore: join(web, 'before'), shell: join(web, 'before') },
      },
      log: silentLog(),
    };
    gateway.url = await listen(createGateway(gateway.options).fetch);
  });
  beforeEach(() => {
    seen.length = 0;
    exchanges.length = 0;
    gateway.aborted = 0;
    Object.assign(gateway, { gone: [], role: 'user', cookies: [] });
  });
  afterAll(async () => {
    for (const server of open) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
    rmSync(web, { recursive: true });
  });
}

/** Sends a request to the gateway. */
export const ask = (path: string, init: RequestInit = {}) => fetch(gateway.url + path, init);
/** The headers of a signed-in user. */
export const signedIn = (headers: Record<string, string> = {}) => ({
  headers: { cookie: SESSION, ...headers },
});
/** The code of a refusal. */
export const codeOf = async (answer: Response) =>
  ((await answer.json()) as { error: { code: string; requestId: string } }).error.code;
/** A gateway that has not exchanged any cookie yet. */
export const fresh = () => listen(createGateway(gateway.options).fetch);
