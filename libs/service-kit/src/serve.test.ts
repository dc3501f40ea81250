import { AppError, defineContract, OrgId, type Contract, type Role } from '@cairn/contracts';
import { SERVICES, type ApiService } from '@cairn/contracts/services';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { invalidInput } from './errors.ts';
import { createLogger } from './log.ts';
import { openApi } from './open-api.ts';
import { serve, type ServiceApp } from './serve.ts';
import { silentLog, testTokens, type TestTokens } from '../test/tokens.ts';

const params = z.object({ orgId: OrgId });
const contract = defineContract({
  greet: {
    method: 'POST',
    path: '/api/{orgId}/greet',
    access: 'viewer',
    summary: 'Greets.',
    params,
    query: z.object({ loud: z.stringbool().default(false) }),
    input: z.strictObject({ name: z.string().min(1, 'is required') }),
    output: z.object({ text: z.string() }),
  },
  rename: {
    method: 'POST',
    path: '/api/{orgId}/rename',
    access: 'user',
    summary: 'Renames.',
    params,
    output: z.object({ ok: z.boolean() }),
    errors: ['read_only'],
  },
  govern: {
    method: 'POST',
    path: '/api/{orgId}/govern',
    access: 'admin',
    summary: 'Governs.',
    params,
    output: z.object({ ok: z.boolean() }),
  },
  mine: {
    method: 'GET',
    path: '/api/user/mine',
    access: 'session',
    summary: 'Who calls.',
    output: z.object({ userId: z.string() }),
  },
  fail: {
    method: 'POST',
    path: '/api/fail',
    access: 'public',
    summary: 'Fails as requested.',
    input: z.strictObject({ how: z.enum(['declared', 'undeclared', 'crash', 'answer']) }),
    output: z.object({ ok: z.boolean() }),
    errors: ['conflict'],
  },
  rows: {
    method: 'GET',
    path: '/api/rows',
    access: 'public',
    answer: 'rows',
    summary: 'Streams.',
    output: z.object({}),
  },
  inside: {
    method: 'POST',
    path: '/internal/inside',
    access: 'internal',
    summary: 'For parts of Cairn.',
    output: z.object({ ok: z.boolean() }),
  },
});

const secret = 'x'.repeat(40);
const lines: string[] = [];
let tokens: TestTokens;
let app: ServiceApp;

beforeAll(async () => {
  tokens = await testTokens();
  app = serve(
    contract,
    {
      greet: ({ input, query, params: { orgId }, headers }) => {
        headers.set('etag', '"1"');
        const text = `${input.name} of ${orgId}`;
        return { text: query.loud ? text.toUpperCase() : text };
      },
      rename: () => ({ ok: true }),
      govern: () => ({ ok: true }),
      mine: ({ caller }) => ({ userId: caller.userId }),
      fail: ({ input }) => {
        if (input.how === 'declared') throw new AppError('conflict', 'Taken.', { details: { at: 1 } });
        if (input.how === 'undeclared') throw new AppError('read_only', 'Not said anywhere.');
        if (input.how === 'answer') return { ok: 'yes' as unknown as boolean };
        throw new Error('password is hunter2');
      },
      rows: () => new Response('a,b\n', { headers: { 'content-type': 'text/csv' } }),
      inside: () => ({ ok: true }),
    },
    {
      name: 'test',
      log: createLogger('test', 'info', { write: (line) => void lines.push(line) }),
      verifier: tokens.verifier,
      internalSecret: secret,
      bodyLimit: 1_000,
      checks: { database: () => Promise.reject(new Error('gone')) },
    },
  );
});

/** What a part of Cairn sends. */
const ours = { headers: { 'x-cairn-internal': secret } };
const post = async (path: string, body?: unknown, headers?: Record<string, string>) =>
  app.request(path, {
    method: 'POST',
    headers: headers ?? (await tokens.headers()),
    body: typeof body === 'string' ? body : JSON.stringify(body ?? {}),
  });
const errorOf = async (answer: Response) =>
  (
    (await answer.json()) as {
      error: { code: string; message: string; details?: unknown; requestId: string };
    }
  ).error;

describe('a served route', () => {
  it('gets its parts parsed and answers JSON with the headers it set', async () => {
    const answer = await post('/api/acme/greet?loud=true', { name: 'Ada' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('etag')).toBe('"1"');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await answer.json()).toEqual({ text: 'ADA OF ACME' });
  });

  it('lets a rows route answer in its own form', async () => {
    const answer = await app.request('/api/rows');
    expect(answer.headers.get('content-type')).toBe('text/csv');
    expect(await answer.text()).toBe('a,b\n');
  });

  it.each([
    ['{"name": ', 'invalid_json'],
    ['', 'invalid_json'],
    ['[]', 'invalid_input'],
    ['{"name":"","extra":1}', 'invalid_input'],
    ['{"name":"a\\u0000b"}', 'invalid_input'],
    ['{"name":"a","x\\u0000":1}', 'invalid_input'],
    [JSON.stringify({ name: 'a'.repeat(2_000) }), 'too_large'],
  ])('refuses the body %s as %s', async (body, code) => {
    expect((await errorOf(await post('/api/acme/greet', body))).code).toBe(code);
  });

  it('refuses a body that does not say that it is JSON', async () => {
    const headers = { ...(await tokens.headers()), 'content-type': 'text/plain' };
    expect((await errorOf(await post('/api/acme/greet', { name: 'Ada' }, headers))).code).toBe(
      'invalid_json',
    );
  });

  it('says in words and places what is wrong with the input', async () => {
    const error = await errorOf(await post('/api/acme/greet', { name: '' }));
    expect(error.message).toBe('name: is required');
    expect(error.details).toEqual([{ path: 'name', message: 'is required' }]);
    expect(error.requestId).toMatch(/^[\w-]{36}$/);
  });
});

describe('access', () => {
  it.each(['', 'Bearer', 'Bearer a.b.c', 'Basic YTpi'])(
    'refuses the authorization "%s"',
    async (authorization) => {
      const answer = await post(
        '/api/acme/greet',
        { name: 'Ada' },
        { authorization, 'content-type': 'application/json' },
      );
      expect(answer.status).toBe(401);
      expect((await errorOf(answer)).code).toBe('unauthenticated');
    },
  );

  it.each([{ seconds: -60 }, { issuer: 'someone' }, { audience: 'someone' }])(
    'refuses a token with %o',
    async (options) => {
      const headers = { authorization: `Bearer ${await tokens.token({}, options)}` };
      expect((await post('/api/acme/rename', {}, headers)).status).toBe(401);
    },
  );

  it('refuses a token of another key', async () => {
    const headers = await (await testTokens()).headers();
    expect((await post('/api/acme/rename', {}, headers)).status).toBe(401);
  });

  it('reports another org as not found, also to a super admin', async () => {
    const headers = await tokens.headers({ orgId: 'other', role: 'super', superuser: true });
    expect((await errorOf(await post('/api/acme/greet', { name: 'Ada' }, headers))).code).toBe('not_found');
  });

  it.each<[string, Role, number]>([
    ['rename', 'viewer', 403],
    ['rename', 'user', 200],
    ['govern', 'user', 403],
    ['govern', 'admin', 200],
    ['govern', 'super', 200],
  ])('lets into %s as %s: %i', async (route, role, status) => {
    expect((await post(`/api/acme/${route}`, {}, await tokens.headers({ role }))).status).toBe(status);
  });

  it('tells a read-only account so where the route says it', async () => {
    const headers = await tokens.headers({ role: 'viewer' });
    expect(await errorOf(await post('/api/acme/rename', {}, headers))).toMatchObject({
      code: 'read_only',
      message: 'Access is restricted for ready-only demo accounts',
    });
    expect((await errorOf(await post('/api/acme/govern', {}, headers))).code).toBe('forbidden');
  });

  it('opens a session route to a token without an org', async () => {
    const headers = await tokens.headers({ orgId: undefined, role: undefined });
    expect(await (await app.request('/api/user/mine', { headers })).json()).toEqual({ userId: 'u-1' });
  });

  it('opens an internal route to the secret alone', async () => {
    expect((await post('/internal/inside')).status).toBe(401);
    expect((await post('/internal/inside', {}, { 'x-cairn-internal': 'wrong' })).status).toBe(401);
    expect((await post('/internal/inside', {}, { 'x-cairn-internal': secret })).status).toBe(200);
  });
});

describe('errors', () => {
  const fail = async (how: string) => errorOf(await post('/api/fail', { how }));

  it('answers a declared code with its details', async () => {
    expect(await fail('declared')).toMatchObject({ code: 'conflict', message: 'Taken.', details: { at: 1 } });
  });

  it.each(['undeclared', 'crash', 'answer'])(
    'answers %s as internal, tells nothing and logs it',
    async (how) => {
      lines.length = 0;
      const error = await fail(how);
      expect(error.code).toBe('internal');
      expect(JSON.stringify(error)).not.toMatch(/hunter2|Not said/);
      expect(lines.some((line) => line.includes(error.requestId) && line.includes('"level":50'))).toBe(true);
    },
  );

  it('keeps a sane request id and replaces any other', async () => {
    const ask = async (id: string) =>
      (await app.request('/healthz', { headers: { 'x-request-id': id } })).headers.get('x-request-id');
    expect(await ask('abcdefgh-1')).toBe('abcdefgh-1');
    expect(await ask('a b"c{}')).toMatch(/^[\w-]{36}$/);
  });

  it('answers an unknown address as not found', async () => {
    expect((await errorOf(await app.request('/api/nothing'))).code).toBe('not_found');
  });
});

describe('probes', () => {
  it('is up while it is not ready', async () => {
    expect((await app.request('/healthz')).status).toBe(200);
    const ready = await app.request('/readyz');
    expect(ready.status).toBe(503);
    expect(await ready.json()).toEqual({ status: 'not ready', failed: ['database'], problems: [] });
  });

  it('counts by route pattern and never by value', async () => {
    await post('/api/secret-org/greet', { name: 'Ada' });
    await app.request('/wp-admin/x.php');
    const text = await (await app.request('/metrics', ours)).text();
    expect(text).toContain('route="/api/:orgId/greet"');
    expect(text).toContain('route="unmatched"');
    expect(text).not.toMatch(/secret-org|wp-admin/);
  });

  it.each(['/metrics', '/openapi.json'])('gives %s to parts of Cairn alone', async (path) => {
    for (const headers of [{}, { 'x-cairn-internal': 'another' }, await tokens.headers({ role: 'super' })]) {
      const answer = await app.request(path, { headers: headers as Record<string, string> });
      expect(answer.status).toBe(401);
      expect((await errorOf(answer)).code).toBe('unauthenticated');
    }
    expect((await app.request(path, ours)).status).toBe(200);
  });

  it('prints its contract as OpenAPI', async () => {
    const document = (await (await app.request('/openapi.json', ours)).json()) as {
      paths: Record<
        string,
        { post: { responses: object; parameters: { name: string; required: boolean }[] } }
      >;
    };
    const greet = document.paths['/api/{orgId}/greet']?.post;
    expect(Object.keys(greet?.responses ?? {})).toEqual(
      expect.arrayContaining(['200', '400', '401', '404', '413']),
    );
    expect(greet?.parameters.map(({ name, required }) => [name, required])).toEqual([
      ['orgId', true],
      ['loud', false],
    ]);
  });

  it('logs no token, cookie or query text', async () => {
    lines.length = 0;
    const headers = { ...(await tokens.headers()), cookie: 'session=very-private' };
    await post('/api/acme/greet?loud=false', { name: 'Ada' }, headers);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join('')).not.toMatch(/Bearer|very-private|loud|Ada/);
  });
});

describe('a silent log', () => {
  it('writes nothing', () => expect(silentLog().isLevelEnabled('fatal')).toBe(false));
});

describe('the OpenAPI documents of our services', () => {
  const routesOf = ({ contracts }: ApiService): Contract => Object.assign({}, ...contracts);
  it.each(Object.entries(SERVICES))('of %s refers to nothing that is missing', (name, service) => {
    const routes = routesOf(service);
    const visible = Object.values(routes).filter(({ access }) => access !== 'internal');
    const document = openApi(name, routes) as { paths: Record<string, object>; components: unknown };
    const operations = Object.values(document.paths).flatMap((path) => Object.keys(path));
    expect(operations).toHaveLength(visible.length);
    expect(Object.keys(document.paths).filter((path) => path.startsWith('/internal'))).toEqual([]);
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      (match) => match[1] ?? '',
    );
    expect(references.length).toBeGreaterThan(0);
    for (const reference of references) {
      const found = reference
        .split('/')
        .reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], document);
      expect(found, reference).toBeTypeOf('object');
    }
  });
});

describe('what is wrong with an input of several forms', () => {
  const Deep = z.union([
    z.strictObject({ IN: z.array(z.string()).max(2, 'At most 2.') }),
    z.strictObject({ LIKE: z.string() }),
  ]);
  const Input = z.object({ filters: z.array(z.union([z.strictObject({ any: z.array(Deep) }), Deep])) });
  const faultOf = (input: unknown) => {
    const { error } = Input.safeParse(input);
    if (!error) throw new Error('it is right');
    return invalidInput(error).message;
  };

  it('names the fault in the member of the union that was meant', () => {
    expect(faultOf({ filters: [{ IN: ['a', 'b', 'c'] }] })).toBe('filters.0.IN: At most 2.');
    expect(faultOf({ filters: [{ any: [{ IN: ['a', 'b', 'c'] }] }] })).toBe('filters.0.any.0.IN: At most 2.');
    expect(faultOf({ filters: [{ LIKE: 5 }] })).toMatch(/^filters\.0\.LIKE: .*expected string/);
  });

  it('is not guessed at where none is nearer than the others', () => {
    expect(faultOf({ filters: [5] })).toBe('filters.0: Invalid input');
  });
});
