import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { damageTable } from '../test/damage.ts';
import { startPostgres } from '../test/postgres.ts';

const SECRET = 'a secret of the tests, 32 characters and more';
const root = join(import.meta.dirname, '..');
// Inside the checkout, so that the bundle finds its packages.
const folder = join(root, '../.cache', `workspace-process-${process.pid}`);
const entry = join(folder, 'main.mjs');
let data: string;
const running: ChildProcess[] = [];

interface Running {
  child: ChildProcess;
  url: string;
  words: () => string;
  ended: Promise<number | string | null>;
}

function launch(env: Record<string, string> = {}): Omit<Running, 'url'> & { port: Promise<number> } {
  const child = fork(entry, [], {
    env: {
      ...process.env,
      PORT: '0',
      NODE_ENV: 'production',
      CAIRN_SECRET: SECRET,
      CAIRN_DATA_DIR: data,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  running.push(child);
  let words = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (words += chunk.toString()));
  const ended = new Promise<number | string | null>((resolve) =>
    child.once('exit', (code, signal) => resolve(signal ?? code)),
  );
  const port = new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { port: number }).port));
    child.once('exit', () => reject(new Error(words)));
  });
  port.catch(() => undefined);
  return { child, port, words: () => words, ended };
}

async function start(env: Record<string, string> = {}): Promise<Running> {
  const { port, ...rest } = launch(env);
  return { ...rest, url: `http://127.0.0.1:${await port}` };
}

async function post(
  url: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-cairn-internal': SECRET, ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}

/** Signs in at a running service and returns the org and headers for requests of the owner. */
async function owner(url: string): Promise<{ orgId: string; headers: Record<string, string> }> {
  const email = 'owner@example.com';
  const { orgId } = await post(`${url}/internal/bootstrap`, {
    email,
    password: 'correct horse',
    orgName: 'Acme',
  });
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'correct horse' }),
  });
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const exchanged = await post(`${url}/internal/token`, { cookie, orgId });
  return { orgId: String(orgId), headers: { authorization: `Bearer ${String(exchanged['token'])}` } };
}

const boardSaying = (markdown: string) =>
  JSON.stringify({
    layout: [{ i: 'a', x: 0, y: 0, w: 4, h: 4 }],
    data: { a: { kind: 'markdown', markdown } },
  });

beforeAll(async () => {
  await build({
    entryPoints: [join(root, 'src/main.ts')],
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    outfile: entry,
    logLevel: 'error',
    plugins: [
      {
        name: 'npm-packages-outside',
        setup: (bundler) =>
          bundler.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
            kind === 'entry-point' || path.startsWith('@cairn/') ? undefined : { path, external: true },
          ),
      },
    ],
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'cairn-process-'));
});
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
  rmSync(data, { recursive: true, force: true });
});

describe('the process', () => {
  it('says where it listens, and on SIGTERM ends well', async () => {
    const service = await start();
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    service.child.kill('SIGTERM');
    expect(await service.ended).toBe(0);
    expect(service.words()).toContain('"msg":"listening"');
    expect(service.words()).not.toContain(SECRET);
  });

  it('ends when its parent is gone', async () => {
    const service = await start();
    service.child.disconnect();
    expect(await service.ended).toBe(0);
  });

  it('refuses a port in use with a sentence', async () => {
    const first = await start();
    const second = launch({ PORT: new URL(first.url).port });
    expect(await second.ended).toBe(69);
    expect(second.words()).toContain('is in use');
  });

  it.each([
    ['CAIRN_SECRET', ''],
    ['PORT', 'ninety'],
    ['DATABASE_URL', 'mysql://example'],
  ])('refuses to start with %s=%s', async (name, value) => {
    const service = launch({ [name]: value });
    expect(await service.ended).toBe(78);
    expect(service.words()).toContain(name);
  });

  it('refuses a secret that does not open the keys of the database', async () => {
    const first = await start();
    await owner(first.url);
    first.child.kill('SIGTERM');
    await first.ended;
    const second = launch({ CAIRN_SECRET: 'another secret of 32 characters and more' });
    expect(await second.ended).toBe(78);
    expect(second.words()).toContain('CAIRN_SECRET is not the one');
  });

  it('refuses a database of a newer version with a sentence', async () => {
    const first = await start();
    first.child.kill('SIGTERM');
    await first.ended;
    const file = new SQLite(join(data, 'workspace.sqlite'));
    file.prepare("insert into kysely_migration values ('9999-later', '2030-01-01')").run();
    file.close();
    const second = launch();
    expect(await second.ended).toBe(78);
    expect(second.words()).toContain('newer version of Cairn');
  });
});

describe('a start', () => {
  it('refuses a database that is damaged in its middle, names the file, and changes nothing', async () => {
    const first = await start();
    await owner(first.url);
    first.child.kill('SIGTERM');
    await first.ended;
    const file = join(data, 'workspace.sqlite');
    damageTable(file, 'deep_links');
    const content = () => readdirSync(data).map((name) => [name, readFileSync(join(data, name), 'latin1')]);
    const before = content();
    const second = launch();
    expect(await second.ended).toBe(74);
    expect(second.words()).toContain(`${file} is damaged`);
    expect(second.words()).toMatch(/Restore it from a backup, or start afresh with --reset/);
    expect(second.words()).not.toContain('secret words');
    expect(content()).toEqual(before);
  });

  it('without its PostgreSQL says so, and what to do', async () => {
    const service = launch({ DATABASE_URL: 'postgres://cairn:hidden@127.0.0.1:9/cairn' });
    expect(await service.ended).toBe(78);
    expect(service.words()).toContain('The database of DATABASE_URL is away: it refuses connections.');
    expect(service.words()).not.toContain('hidden');
  });
});

describe('on PostgreSQL', () => {
  it('makes its tables, goes on when the database is away, and again when it is back', async () => {
    const server = await startPostgres();
    try {
      const service = await start({ DATABASE_URL: await server.createDatabase() });
      const { headers } = await owner(service.url);
      const me = async () => (await fetch(`${service.url}/api/user/me`, { headers })).status;
      expect(await me()).toBe(200);
      await server.stop();
      expect(await me()).toBe(503);
      await server.start();
      await expect.poll(me, { timeout: 10_000 }).toBe(200);
      expect(service.child.exitCode).toBeNull();
    } finally {
      await server.remove();
    }
  });
});

describe('killed in the middle of saving a board', () => {
  it('has everything that it acknowledged, and goes on', { timeout: 60_000 }, async () => {
    let acknowledged = { version: 0, text: '' };
    let board = '';
    for (let round = 0; round < 3; round += 1) {
      const service = await start();
      const { orgId, headers } = await owner(service.url);
      const save = (path: string, body: object) =>
        post(`${service.url}/api/deep-links/${path}`, { org_id: orgId, ...body }, headers) as Promise<{
          data: { id: string; version: number; state: string };
        }>;
      if (board) {
        const { data: found } = await save('read', { id: board });
        // The interrupted save may be there too, whole; no acknowledged save may be missing.
        expect(found.version).toBeGreaterThanOrEqual(acknowledged.version);
        const text = (JSON.parse(found.state) as { data: { a: { markdown: string } } }).data.a.markdown;
        expect(found.version > acknowledged.version || text === acknowledged.text).toBe(true);
        expect(text).toMatch(/^\d+:\d+ (word ){2000}$/);
      } else {
        const state = boardSaying(`0:0 ${'word '.repeat(2_000)}`);
        board = (await save('create', { type: 'dashboard-v1', name: 'Board', state })).data.id;
      }
      const enough = 15 + round * 10;
      for (let saves = 0; saves <= enough; saves += 1) {
        const text = `${round}:${saves} ${'word '.repeat(2_000)}`;
        const saving = save('update', { id: board, state: boardSaying(text) });
        if (saves === enough) service.child.kill('SIGKILL');
        const saved = await saving.catch(() => null);
        if (saved) acknowledged = { version: saved.data.version, text };
      }
      expect(await service.ended).toBe('SIGKILL');
      expect(acknowledged.version).toBeGreaterThan(enough);
    }
  });
});
