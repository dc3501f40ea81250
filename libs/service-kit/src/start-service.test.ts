import { fork, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

// Inside the checkout, so that the bundle finds its packages.
const folder = join(import.meta.dirname, '../../../.cache', `slow-service-${process.pid}`);
const entry = join(folder, 'main.mjs');
const running: ChildProcess[] = [];

beforeAll(() =>
  build({
    entryPoints: [join(import.meta.dirname, '../test/slow-service.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    alias: { '@cairn/contracts': join(import.meta.dirname, '../../contracts/src/index.ts') },
    outfile: entry,
    logLevel: 'error',
  }),
);
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

async function start(env: Record<string, string> = {}) {
  const child = fork(entry, [], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  running.push(child);
  let words = '';
  child.stdout?.on('data', (chunk: Buffer) => (words += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const listening = await new Promise<{ type: string; port: number }>((resolve) =>
    child.once('message', (message) => resolve(message as { type: string; port: number })),
  );
  const asked = () => new Promise((resolve) => child.once('message', resolve));
  return { child, ended, asked, listening, words: () => words, url: `http://127.0.0.1:${listening.port}` };
}

describe('a service that is told to end', () => {
  it('has said where it listens', async () => {
    const { listening, words } = await start();
    expect(listening).toEqual({ type: 'listening', port: expect.any(Number) });
    await expect.poll(words).toContain(`"port":${listening.port},"host":"127.0.0.1","msg":"listening"`);
  });

  it('finishes what it has begun, takes nothing new, closes and exits with 0', async () => {
    const { child, ended, asked, url, words } = await start();
    const begun = asked();
    const answer = fetch(`${url}?ms=400`);
    await begun;
    child.kill('SIGTERM');
    await expect.poll(words).toContain('"stopping"');
    await expect(fetch(`${url}?ms=0`)).rejects.toThrow();
    expect(await (await answer).text()).toBe('done');
    const answered = performance.now();
    expect(await ended).toBe(0);
    expect(performance.now() - answered).toBeLessThan(2_000);
    expect(words()).toContain('closed what it holds');
  });

  it('does not wait for a request that takes too long', { timeout: 10_000 }, async () => {
    const { child, ended, asked, url } = await start();
    const begun = asked();
    const answer = fetch(`${url}?ms=60000`).catch((error: unknown) => error);
    await begun;
    const signalled = performance.now();
    child.kill('SIGINT');
    child.kill('SIGINT');
    await ended;
    expect(performance.now() - signalled).toBeLessThan(5_500);
    expect(await answer).toBeInstanceOf(Error);
  });

  it('ends with 1 and a line in the log when a promise fails that nobody waits for', async () => {
    const { ended, words } = await start({ CRASH: 'yes' });
    expect(await ended).toBe(1);
    expect(words()).toContain('nobody waits for this');
  });
});

describe('a promise that a request leaves to nobody', () => {
  const refused = async (answer: Response) => [answer.status, await answer.json()];
  const internal = { code: 'internal', message: expect.any(String), requestId: 'request-1' };

  it('fails this request when it rejects, and no other', async () => {
    const { child, url, words } = await start();
    const other = fetch(`${url}?ms=300`);
    const headers = { 'x-request-id': 'request-1' };
    expect(await refused(await fetch(`${url}?ms=60000&left=50`, { headers }))).toEqual([
      500,
      { error: internal },
    ]);
    expect(await (await other).text()).toBe('done');
    expect(child.exitCode).toBeNull();
    expect(words()).toMatch(/"requestId":"request-1".*left behind.*"a request left a rejection to nobody"/);
  });

  it('is logged and counted when it rejects after the answer', async () => {
    const { url, words } = await start();
    const headers = { 'x-request-id': 'request-2' };
    expect(await (await fetch(`${url}?ms=0&left=50`, { headers })).text()).toBe('done');
    await expect.poll(words).toMatch(/"requestId":"request-2".*"a request left a rejection to nobody"/);
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toContain('http_request_left_rejections_total 1');
  });
});

describe('a client that holds a connection', () => {
  const limits = {
    headersTimeout: 200,
    requestTimeout: 400,
    connectionsCheckingInterval: 50,
    maxConnections: 3,
  };
  const open = (port: number, text: string) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let got = '';
    socket.on('data', (data: Buffer) => (got += data.toString()));
    const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(got)));
    socket.on('error', () => undefined);
    return { socket, closed };
  };

  it('is cut off when it does not send its headers or its body in time', async () => {
    const { listening } = await start({ LIMITS: JSON.stringify(limits) });
    const half = [
      'POST / HTTP/1.1\r\nhost: a\r\n',
      'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\nhalf',
    ];
    for (const { closed } of half.map((text) => open(listening.port, text))) await closed;
  });

  it('finds no more than so many places', async () => {
    const { listening } = await start({
      LIMITS: JSON.stringify({ ...limits, headersTimeout: 60_000, requestTimeout: 60_000 }),
    });
    const held = Array.from({ length: 3 }, () => open(listening.port, 'GET'));
    await Promise.all(held.map(({ socket }) => new Promise((resolve) => socket.once('connect', resolve))));
    expect(await open(listening.port, 'GET').closed).toBe('');
    for (const { socket } of held) socket.destroy();
  });
});

describe('a service whose port is taken', () => {
  it('ends with 69 and says so', async () => {
    const { listening } = await start();
    const late = fork(entry, [], { env: { ...process.env, PORT: String(listening.port) }, stdio: 'pipe' });
    running.push(late);
    let words = '';
    late.stdout?.on('data', (chunk: Buffer) => (words += chunk.toString()));
    expect(await new Promise((resolve) => late.once('close', resolve))).toBe(69);
    expect(words).toContain(`port ${listening.port} is in use`);
  });
});
