import { createAdaptorServer } from '@hono/node-server';
import { once } from 'node:events';
import { request } from 'node:http';
import type { ClientRequest, IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '@cairn/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DuckdbSource } from '../query/engine/duckdb-engine.ts';
import { duckdbGraphs } from '../query/graph.ts';
import { searchFixture } from '../../test/search-fixture.ts';
import type { SearchFixture } from '../../test/search-fixture.ts';

const ROUNDS = 5;
/** A statement that would run for days. */
const ENDLESS =
  'SELECT CAST(count(*) AS DOUBLE) FROM range(9000000) a, range(9000000) b WHERE a.range * b.range % 7 = 3';

interface Interruption {
  readonly error: unknown;
  readonly at: number;
}

let fixture: SearchFixture;
let server: Server;
let onStart: () => void = () => {};
let onEnd: (end: Interruption) => void = () => {};
let kept = '';
let onRelease: (at: number) => void = () => {};

/**
 * The real engine, which runs the endless statement for every query. It reports when a run starts and how it
 * ends.
 */
const endless = (graph: SearchFixture['graph']): DuckdbSource => ({
  run: (_sql, _params, options) => {
    const running = graph.run(ENDLESS, [], options);
    running.catch((error: unknown) => onEnd({ error, at: performance.now() }));
    // The engine takes its connection first, so it is at work on the next turn of the loop.
    setImmediate(() => onStart());
    return running;
  },
  // The last of these rows would come after years.
  streamRows: async (_asked, options) => {
    const rows = { sql: `SELECT uuid(), 'text ' || i FROM range(900000000000000) t(i) ${kept}`, params: [] };
    const counted = { sql: 'SELECT 9000000000', params: [] };
    const ahead = await graph.streamRows({ rows, counted, limit: 9e9, offset: 0 }, options);
    const release = ahead.release.bind(ahead);
    ahead.release = () => {
      release();
      onRelease(performance.now());
    };
    return ahead;
  },
});

beforeAll(async () => {
  fixture = await searchFixture({
    graphs: duckdbGraphs({
      open: async () => ({
        ...endless(fixture.graph),
        dataVersion: () => fixture.graph.dataVersion(),
        watch: () => () => {},
      }),
    }),
  });
  server = createAdaptorServer({ fetch: (each) => fixture.app.fetch(each) }) as Server;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await fixture.close();
});

async function ask(path: string, body: object): Promise<ClientRequest> {
  const { port } = server.address() as AddressInfo;
  const headers = await fixture.tokens.headers();
  const sent = request({ port, path: `/api/acme/graph-search/${path}`, method: 'POST', headers });
  // The test itself breaks the connection.
  sent.on('error', () => {});
  sent.end(JSON.stringify(body));
  return sent;
}

/**
 * Sends a query and closes the connection once the engine runs. Returns the engine's error and how soon it
 * came.
 */
async function leave(path: string, body: object): Promise<{ error: unknown; after: number }> {
  const started = new Promise<void>((resolve) => (onStart = resolve));
  const ended = new Promise<Interruption>((resolve) => (onEnd = resolve));
  const sent = await ask(path, body);
  await started;
  const left = performance.now();
  sent.destroy();
  const { error, at } = await ended;
  return { error, after: at - left };
}

it.each([
  ['group-bys', { select: ['Commit'] }],
  ['entities', { select: ['Commit'], columns: ['sha'] }],
  ['time-series', { select: ['Commit'] }],
  ['facet-options', { select: ['Commit'], target: 'Commit', attribute: 'sha' }],
  ['empty-reasons', { select: ['Commit'] }],
])('%s: a closed connection interrupts the running query within 100 ms', async (path, body) => {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { error, after } = await leave(path, body);
    expect(error).toBeInstanceOf(AppError);
    // This is the engine's own message, not ours.
    expect((error as AppError).cause).toMatchObject({
      message: expect.stringContaining('INTERRUPT Error') as string,
    });
    times.push(after);
  }
  // A busy machine may delay some rounds, but speeds none up.
  expect(Math.min(...times), times.join()).toBeLessThan(100);
});

it.each([
  ['come as fast as they are taken', ''],
  ['come no more for hours', 'WHERE i < 170000 OR i = 899999999999999'],
])('a closed connection ends rows that %s within 100 ms', async (_how, where) => {
  kept = where;
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const released = new Promise<number>((resolve) => (onRelease = resolve));
    const sent = await ask('entities', {
      select: ['Commit'],
      columns: ['sha'],
      format: 'arrow',
      limit: 1_000_000,
    });
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(200);
    // Part of the body has arrived, and more would follow.
    let bytes = 0;
    for await (const chunk of answer.iterator({ destroyOnReturn: false })) {
      bytes += (chunk as Buffer).byteLength;
      if (bytes > 3_500_000) break;
    }
    const left = performance.now();
    sent.destroy();
    times.push((await released) - left);
  }
  expect(Math.min(...times), times.join()).toBeLessThan(100);
});

it('leaves the engine and the places of admission free for whoever comes next', async () => {
  const [row] = await fixture.graph.rows<{ one: number }>('SELECT 1::INTEGER AS one');
  expect(row).toEqual({ one: 1 });
});
