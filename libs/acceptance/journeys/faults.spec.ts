import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import { smallDisk, whyNoSmallDisk, type SmallDisk } from '@cairn/service-kit/small-disk';
import { makeFixtureRepository } from '../src/fixture-repository.ts';
import { startProduct, type Product } from './product.ts';
import { OWNER } from './start-product.ts';

/** One product of its own, on a disk of its own where that may be mounted, is hurt by one fault after the other. */
test.describe.configure({ mode: 'serial', timeout: 120_000 });

const noDisk = whyNoSmallDisk();
const MEGABYTES = 256;

let folder: string;
let disk: SmallDisk | null = null;
let data: string;
let product: Product;
let cookie: string;
let orgId: string;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-faults-'));
  const repo = join(folder, 'lighthouse');
  await makeFixtureRepository({ dir: repo, commits: 100, seed: 5 });
  if (!noDisk) disk = smallDisk(MEGABYTES);
  data = disk ? join(disk.dir, 'data') : join(folder, 'data');
  product = await startProduct({
    args: ['--repo', repo, '--data', data, '--port', '0'],
    env: { CAIRN_OWNER_EMAIL: OWNER.email, CAIRN_OWNER_PASSWORD: OWNER.password },
  });
  const answer = await signIn();
  cookie = answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const orgs = (await (await ask('/api/user/orgs')).json()) as { id: string }[];
  orgId = orgs[0]?.id ?? '';
});
test.afterAll(async () => {
  await product.stop();
  disk?.remove();
  await rm(folder, { recursive: true, force: true });
});

const signIn = () =>
  fetch(`${product.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(OWNER),
  });

const ask = (path: string, init: RequestInit = {}) =>
  fetch(product.url + path, { ...init, headers: { 'content-type': 'application/json', cookie } });

const countCommits = () =>
  ask(`/api/${orgId}/graph-search/group-bys`, {
    method: 'POST',
    body: JSON.stringify({ select: ['Commit'], format: 'json' }),
  });
const statusOf = async (answer: Promise<Response>) => (await answer.catch(() => null))?.status ?? 0;
const isReady = () => statusOf(ask('/readyz'));

/** The process of a service, by its entry on the command line. */
function processOf(entry: string): number {
  const pids = execFileSync('pgrep', ['-P', String(product.process.pid), '-f', entry], { encoding: 'utf8' });
  return Number(pids.trim().split('\n')[0]);
}

const saidAfter = (printed: number) => () => product.output().slice(printed);

test('nothing that Cairn keeps can be read by other users', () => {
  const paths = readdirSync(data, { recursive: true, encoding: 'utf8' }).map((name) => join(data, name));
  const open = [data, ...paths].filter((path) => (statSync(path).mode & 0o077) !== 0);
  expect(open).toEqual([]);
});

test('no process of a service knows the password of the owner, and no link is printed', () => {
  for (const entry of ['svc-workspace', 'svc-graph', 'svc-chat', 'gateway.js']) {
    expect(readFileSync(`/proc/${processOf(entry)}/environ`, 'utf8')).not.toContain(OWNER.password);
  }
  expect(product.output()).not.toContain('token=');
});

for (const entry of ['svc-workspace', 'svc-graph', 'svc-chat', 'gateway.js']) {
  test(`${entry} is back by itself after kill -9, and the terminal says both`, async () => {
    const said = saidAfter(product.output().length);
    const pid = processOf(entry);
    process.kill(pid, 'SIGKILL');
    await expect.poll(said, { timeout: 30_000 }).toContain('runs again.');
    expect(said()).toContain('ended (SIGKILL). Cairn starts it again');
    await expect.poll(isReady, { timeout: 30_000 }).toBe(200);
    expect((await countCommits()).status).toBe(200);
  });
}

test('services that hang are told, ended and started again, and the page comes meanwhile', async () => {
  const hanging = ['svc-graph', 'svc-workspace'];
  const said = saidAfter(product.output().length);
  for (const entry of hanging) process.kill(processOf(entry), 'SIGSTOP');
  const ready = (await (await ask('/readyz')).json()) as { failed: string[] };
  expect(ready.failed).toEqual(['workspace', 'graph']);
  expect(await statusOf(ask('/'))).toBe(200);
  for (const entry of hanging) {
    await expect.poll(said, { timeout: 60_000 }).toContain(`${entry} does not answer any more`);
  }
  await expect.poll(isReady, { timeout: 30_000 }).toBe(200);
  expect((await countCommits()).status).toBe(200);
});

/** The words of whoever notices first: the launcher or a service. */
const FULL_DISK = /The disk (?:of this Cairn )?is full/;

test('a full disk stops nothing, is said once, and all goes on when there is room', async () => {
  test.skip(Boolean(noDisk), `skipped: ${noDisk}`);
  const printed = product.output().length;
  const said = saidAfter(printed);
  disk?.fill();
  await expect.poll(said, { timeout: 30_000 }).toMatch(FULL_DISK);
  expect((await countCommits()).status).toBe(200);
  expect(await statusOf(ask('/api/user/me'))).toBe(200);
  expect(await statusOf(signIn())).toBe(507);
  disk?.free();
  await expect.poll(said, { timeout: 30_000 }).toContain('There is room on the disk again.');
  expect([...said().matchAll(new RegExp(FULL_DISK, 'g'))]).toHaveLength(1);
  expect(said()).not.toContain('ended');
  await expect.poll(() => statusOf(signIn()), { timeout: 30_000 }).toBe(200);
  await expect.poll(isReady, { timeout: 30_000 }).toBe(200);
});
