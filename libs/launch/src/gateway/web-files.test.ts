import { request as httpRequest } from 'node:http';
import { describe, expect, it } from 'vitest';
import { testTokens } from '@cairn/service-kit/testing';
import { Hono } from 'hono';
import { createGateway } from './gateway.ts';
import { ask, gateway, listen, setUpGateway, signedIn } from '../../test/gateway.ts';

setUpGateway();

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
    const { port } = new URL(gateway.url);
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

  it.each(['/remotes/explore/assets/', '/assets/'])(
    'answers a chunk of the version before from %s for a day',
    async (folder) => {
      const answer = await ask(`${folder}chart.9876543210.js`);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toBe('before');
      expect((await ask(`${folder}chart.0123498765.js`)).status).toBe(404);
    },
  );

  it('tells a page of somebody who is signed in to fetch its first answers at once', async () => {
    const read = async (init = {}) => (await ask('/acme/home', init)).text();
    expect(await read(signedIn())).toContain('<link rel="preload" href="/api/user/me"');
    expect(await read()).not.toContain('/api/user/me');
  });

  it('sends the file that the build compressed', async () => {
    const answer = await ask('/assets/page.0123456789.js', { headers: { 'accept-encoding': 'gzip, br' } });
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(answer.headers.get('cache-control')).toContain('immutable');
    expect(await answer.text()).toBe('compressed');
  });

  it('lists the remotes that it is told to', async () => {
    const registry = [{ name: 'explore', manifest: '/x.json', version: '1', contract: { min: 1, max: 1 } }];
    gateway.url = await listen(
      createGateway({ ...gateway.options, web: { ...gateway.options.web, registry } }).fetch,
    );
    expect(await (await ask('/registry.json')).json()).toEqual(registry);
  });
});

describe('source maps', () => {
  const MAPS = ['/assets/main.0123456789.js.map', '/remotes/explore/assets/chart.0123456789.js.map'];

  /** A gateway whose svc-workspace knows one session, of a superuser or not. */
  async function gatewayFor(superuser: boolean): Promise<string> {
    const tokens = await testTokens();
    const accounts = new Hono();
    accounts.get('/api/auth/jwks', (c) => c.json(tokens.jwks));
    accounts.post('/internal/token', async (c) =>
      c.json({ token: await tokens.token({ superuser }), expiresAt: '' }),
    );
    const workspace = await listen(accounts.fetch);
    const services = { ...gateway.options.services, workspace };
    return listen(createGateway({ ...gateway.options, services }).fetch);
  }

  it.each(MAPS)('are no such address without a session: %s', async (path) => {
    expect((await ask(path)).status).toBe(404);
    expect((await ask(path.replace('.map', '.%6dap'))).status).toBe(404);
  });

  it.each(MAPS)('are handed to superusers only, and kept by no cache between: %s', async (path) => {
    const [plain, superuser] = [await gatewayFor(false), await gatewayFor(true)];
    expect((await fetch(plain + path, signedIn())).status).toBe(404);
    const answer = await fetch(superuser + path, signedIn());
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
  });
});
