import { createAdaptorServer } from '@hono/node-server';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { Agent, request } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runs } from '../../test/runs.ts';
import { PUBLISH } from '../store/load.ts';
import { searchFixture } from '../../test/search-fixture.ts';
import type { SearchFixture } from '../../test/search-fixture.ts';

const ROWS = 120_000;
const AT_ONCE = 24;
const all = { select: ['Commit'], columns: ['sha', 'message', 'Person.name'] };
/** Queries that hold a resource while they run: a place in the queue, a connection, or a spool. */
const ASKED: readonly (readonly [string, object])[] = [
  ['group-bys', { select: ['Commit'], groupBys: ['Commit.message'] }],
  ['entities', { ...all, format: 'arrow', limit: 1_000_000 }],
  ['entities', { ...all, format: 'csv', whole: true }],
  ['entities', { ...all, format: 'json', limit: 30_000 }],
  ['time-series', { select: ['Commit'], timeUnit: 'days', groupBys: ['Person.name'] }],
  ['facet-options', { select: ['Commit'], target: 'Commit', attribute: 'message' }],
  ['overview-highlights', { endDate: '2024-12-31' }],
  ['empty-reasons', { select: ['Commit'], search: 'nothing' }],
];

let fixture: SearchFixture;
let server: Server;
let headers: Record<string, string>;
const agent = new Agent({ keepAlive: false });

beforeAll(async () => {
  fixture = await searchFixture();
  await fixture.graph
    .run(`INSERT INTO "Commit" (uuid, name, message, sha, "committedAt", "createdAt", deleted)
    SELECT uuid(), 'n' || i, 'text number ' || i, md5(i::VARCHAR), t, t, false
    FROM (SELECT i, TIMESTAMP '2024-01-01' + to_minutes(i) AS t FROM range(${ROWS}) r(i))`);
  await fixture.graph.transaction((open) => open.run(PUBLISH));
  server = createAdaptorServer({ fetch: (each) => fixture.app.fetch(each) }) as Server;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  headers = await fixture.tokens.headers();
});
afterAll(async () => {
  agent.destroy();
  server.closeAllConnections();
  server.close();
  await fixture.close();
});

function ask(path: string, body: object) {
  const { port } = server.address() as AddressInfo;
  const sent = request({ port, agent, path: `/api/acme/graph-search/${path}`, method: 'POST', headers });
  // The test itself breaks the connection.
  sent.on('error', () => {});
  const answered = new Promise<IncomingMessage | null>((resolve) => {
    sent.once('response', resolve);
    sent.once('close', () => resolve(null));
  });
  sent.end(JSON.stringify(body));
  return { sent, answered };
}

/** Sends a query and leaves before, during or after the answer. Returns the status received by then. */
async function leave(index: number): Promise<number | null> {
  const [path, body] = ASKED[index % ASKED.length] ?? ['', {}];
  // All queries differ, so that each one runs.
  const { sent, answered } = ask(path, {
    ...body,
    startDate: new Date(Date.UTC(2023, 0, 1) - index * 1_000),
  });
  const status = answered.then((each) => each?.statusCode ?? null);
  // Each query is left in each of four ways.
  const way = Math.floor(index / ASKED.length) % 4;
  if (way % 2 === 0) await setTimeout((index * 7) % 60);
  else {
    const answer = await answered;
    if (way === 1) answer?.resume();
    await setTimeout((index * 3) % 20);
  }
  sent.destroy();
  return status;
}

const open = () => readdirSync('/proc/self/fd').length;

async function bytesOf(path: string, body: object): Promise<number> {
  const { answered } = ask(path, body);
  const answer = await answered;
  let bytes = 0;
  for await (const chunk of answer ?? []) bytes += (chunk as Buffer).byteLength;
  return answer?.statusCode === 200 && answer.complete ? bytes : -(answer?.statusCode ?? 0);
}

/** The smallest size of several exports that are read at once. */
async function together(count: number, body: object): Promise<number> {
  return Math.min(...(await Promise.all(Array.from({ length: count }, () => bytesOf('entities', body)))));
}

it('requests that are given up leave no fault, no place taken, no connection and no file behind', async () => {
  const [, whole] = ASKED[1] ?? ['', {}];
  const expected = await bytesOf('entities', whole);
  const before = open();
  const statuses = new Map<number | null, number>();
  const many = runs(96);
  for (let start = 0; start < many; start += AT_ONCE) {
    const left = await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => leave(start + index)));
    for (const status of left) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect([...statuses.keys()].filter((status) => status !== null && status >= 500)).toEqual([]);
  // Some requests ended before their answer, and some within it.
  expect(statuses.get(null)).toBeGreaterThan(many / 20);
  expect(statuses.get(200)).toBeGreaterThan(many / 20);
  // Eight exports may be open at once, so a complete eight shows that no cancelled export still counts. The
  // parts of an export differ from run to run, and so does its size by a few bytes. A caller's leaving may be
  // noticed late, so the test polls.
  const soon = { timeout: 30_000, interval: 100 };
  await expect.poll(() => together(8, whole), soon).toBeGreaterThan(expected - 10_000);
  const csv = { ...all, format: 'csv', whole: true };
  await expect.poll(() => together(4, csv), soon).toBeGreaterThan(ROWS * 40);
  await expect.poll(open, soon).toBeLessThanOrEqual(before + 2);
}, 240_000);
