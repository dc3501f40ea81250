import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import type { IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, test, type Browser, type Page } from 'playwright/test';
import { makeFixtureRepository } from '../src/fixture-repository.ts';
import { startProduct, type Product } from './product.ts';
import { freePort, startProxy } from './start-proxy.ts';

const NAME = 'cairn.test';
const OWNER = { email: 'owner@example.org', password: 'a long pass phrase 7' };
const { NGINX: nginx } = process.env;

test.skip(!nginx, 'There is no nginx; `npm test` says why.');
test.describe.configure({ mode: 'serial' });

let folder: string;
let repo: string;
let product: Product;
let proxy: Awaited<ReturnType<typeof startProxy>>;
let browser: Browser;
let page: Page;
let orgId: string;
let origin: string;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  folder = mkdtempSync(join(tmpdir(), 'cairn-behind-'));
  repo = join(folder, 'harbour');
  await makeFixtureRepository({ dir: repo, commits: 20, seed: 3 });
  const [port, to] = [await freePort(), await freePort()];
  origin = `https://${NAME}:${port}`;
  product = await startProduct({
    args: ['--repo', repo, '--data', join(folder, 'data'), '--port', String(to)],
    env: {
      CAIRN_OWNER_EMAIL: OWNER.email,
      CAIRN_OWNER_PASSWORD: OWNER.password,
      CAIRN_PUBLIC_URL: origin,
      CAIRN_TRUSTED_PROXIES: '127.0.0.1',
    },
  });
  proxy = await startProxy({ nginx: nginx ?? '', name: NAME, port, to });
  const { executablePath, args = [] } = test.info().project.use.launchOptions ?? {};
  browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [...args, `--host-resolver-rules=MAP ${NAME} 127.0.0.1`],
  });
  // Its certificate is signed by nobody; that it is for this name is checked by `ask`.
  page = await browser.newPage({ ignoreHTTPSErrors: true, baseURL: origin });
});
test.afterAll(async () => {
  await browser?.close();
  await proxy?.stop();
  await product?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Asks the proxy over https from an address of this machine, as a script does. */
function ask(
  path: string,
  { from = '127.0.0.1', body, ...headers }: Record<string, string> = {},
): Promise<Answer> {
  const options = {
    host: '127.0.0.1',
    port: new URL(origin).port,
    path,
    method: body === undefined ? 'GET' : 'POST',
    localAddress: from,
    servername: NAME,
    ca: proxy.certificate,
    headers: { host: new URL(origin).host, 'content-type': 'application/json', ...headers },
  };
  return new Promise((resolve, reject) => {
    const sent = request(options, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }),
      );
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

/** Posts from the page, as its own code does. */
const post = (path: string, input: object) =>
  page.evaluate(
    async ([to, body]) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(to, { method: 'POST', body, headers });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    },
    [path, JSON.stringify(input)] as const,
  );

test('a person signs in over https and saves, with a cookie for this host and https alone', async () => {
  await page.goto('/sign-in');
  await page.getByLabel('E-mail').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/home/, { timeout: 30_000 });
  orgId = new URL(page.url()).pathname.split('/')[1] ?? '';
  const cookies = (await page.context().cookies()).filter(({ name }) => name.includes('session_token'));
  expect(cookies).toMatchObject([
    {
      name: expect.stringMatching(/^__Host-cairn-[0-9a-f]{8}\.session_token$/),
      domain: NAME,
      path: '/',
      secure: true,
      httpOnly: true,
      sameSite: 'Lax',
    },
  ]);
  const board = { org_id: orgId, type: 'dashboard-v1', name: 'Behind', state: '{"layout":[],"data":{}}' };
  expect((await post('/api/deep-links/create', board)).status).toBe(200);
  await page.goto(`/${orgId}/library`);
  await expect(page.getByRole('row', { name: /Behind/ }).first()).toBeVisible();
  expect((await ask('/')).headers['strict-transport-security']).toContain('max-age=31536000');
});

test('an invitation leads to the public name', async () => {
  const made = await post('/api/login-links/create-link', { org_id: orgId, role: 'user' });
  expect((made.body['data'] as { url: string }[])[0]?.url).toMatch(`${origin}/sign-in?invite=`);
  expect(product.output()).toContain(`Cairn is ready: ${origin}`);
  expect(product.output()).toMatch(/On this machine it is http:\/\/127\.0\.0\.1:\d+/);
});

test('pages hear of new data as soon as it is published', async () => {
  await page.evaluate((path) => {
    const heard: number[] = [];
    Object.assign(window, { heard });
    new EventSource(path).addEventListener('version', ({ data }: MessageEvent<string>) =>
      heard.push((JSON.parse(data) as { dataVersion: number }).dataVersion),
    );
  }, `/api/${orgId}/graph-search/versions`);
  const heard = () => page.evaluate(() => (window as unknown as { heard: number[] }).heard);
  await expect.poll(async () => (await heard()).length).toBe(1);
  const commit = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', 'commit', '--allow-empty'];
  execFileSync('git', ['-C', repo, ...commit, '-m', 'Look behind the proxy']);
  const id = await page.evaluate(async (path) => {
    const { data } = (await (await fetch(path)).json()) as { data: { id: string }[] };
    return data[0]?.id;
  }, `/api/${orgId}/sources/list-sources`);
  expect((await post(`/api/${orgId}/sources/sync-source`, { id })).status).toBe(200);
  // A buffering proxy would keep it until the stream ends, after five minutes.
  await expect.poll(async () => (await heard()).length, { timeout: 60_000 }).toBeGreaterThan(1);
});

test('a body that is too large is refused in the words of Cairn', async () => {
  const { status, body } = await ask('/api/auth/sign-in/email', { body: `"${'x'.repeat(4_500_000)}"` });
  expect(status).toBe(413);
  expect(JSON.parse(body)).toMatchObject({ error: { code: 'too_large' } });
});

test('a name other than the public one is misdirected', async () => {
  expect((await ask('/', { host: 'evil.example' })).status).toBe(421);
  expect((await ask('/api/user/me', { host: '10.0.0.7' })).status).toBe(421);
});

test('limits count the client’s own address, whatever it claims, and lock nobody else out', async () => {
  const guess = (from: string, claims: Record<string, string> = {}) =>
    ask('/api/auth/sign-in/email', {
      from,
      body: JSON.stringify({ email: 'guessed@example.org', password: 'not the pass phrase' }),
      ...claims,
    });
  const guesses = [];
  for (let tries = 0; tries < 10; tries += 1) guesses.push((await guess('127.0.0.2')).status);
  expect(new Set(guesses)).toEqual(new Set([401]));
  expect((await guess('127.0.0.2')).status).toBe(429);
  expect((await guess('127.0.0.2', { 'x-forwarded-for': '192.0.2.9' })).status).toBe(429);
  expect((await guess('127.0.0.3')).status).toBe(401);
});

test('on the machine itself a person signs in by its loopback address, with a session of its own', async () => {
  const [, here = ''] = /On this machine it is (\S+)/.exec(product.output()) ?? [];
  const local = await browser.newPage({ baseURL: here });
  await local.goto('/sign-in');
  await local.getByLabel('E-mail').fill(OWNER.email);
  await local.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await local.getByRole('button', { name: 'Sign in' }).click();
  await expect(local).toHaveURL(/\/home/, { timeout: 30_000 });
  const [cookie] = (await local.context().cookies()).filter(({ name }) => name.includes('session_token'));
  expect(cookie).toMatchObject({ name: expect.stringMatching(/^cairn-/), secure: false, httpOnly: true });
  // What plain http may plant does not count on https.
  const planted = await ask('/api/user/me', { cookie: `${cookie?.name}=${cookie?.value}` });
  expect(planted.status).toBe(401);
  await local.close();
});
