import { createAdaptorServer } from '@hono/node-server';
import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { OrgId } from '@cairn/contracts';
import type { QueryInput } from '@cairn/query';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SpooledRows } from '../query/engine/engine.ts';
import { duckdbGraphs } from '../query/graph.ts';
import { numberVector } from '../query/table.ts';
import { ACME, HOSTILE, searchFixture } from '../../test/search-fixture.ts';
import type { SearchFixture } from '../../test/search-fixture.ts';
import { FullExports } from './full-exports.ts';

const MANY = 120_000;
/** Not grouped, and ordered by name. */
const ALL: QueryInput = {
  select: ['Release'],
  columns: ['name'],
  order: [{ by: 'name', direction: 'ascending' }],
  format: 'csv',
  whole: true,
};

let fixture: SearchFixture;
beforeAll(async () => {
  fixture = await searchFixture({ graphs: duckdbGraphs({ open: watched }) });
  await fixture.graph.run(
    `INSERT INTO "Release" (uuid, name) SELECT uuid(), 'release ' || lpad(range::VARCHAR, 6, '0') FROM range(${MANY})`,
  );
});
afterAll(() => fixture.close());

const csv = (body: object, headers = {}) => fixture.post('entities', body, headers);

let kept = 0;

/** The real graph, which counts the spools that are not yet released. */
async function watched(orgId: OrgId) {
  const graph = await fixture.graphs.open(orgId);
  return {
    dataVersion: () => graph.dataVersion(),
    watch: () => () => {},
    run: graph.run.bind(graph),
    async spool(...asked: Parameters<typeof graph.spool>) {
      const rows = await graph.spool(...asked);
      kept += 1;
      const release = () => {
        kept -= 1;
        rows.release();
      };
      return { ...rows, release };
    },
  };
}

describe('a csv of everything', () => {
  it('holds every row in its order and says how many they are', async () => {
    const answer = await csv(ALL);
    const lines = (await answer.text()).trimEnd().split('\r\n');
    expect(lines[0]).toBe('uuid,Release.name');
    expect(lines.slice(1).map((line) => line.slice(37))).toEqual(
      Array.from({ length: MANY }, (_, index) => `release ${String(index).padStart(6, '0')}`),
    );
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="cairn.csv"');
    expect([answer.headers.get('cairn-rows'), answer.headers.get('cairn-total')]).toEqual([
      String(MANY),
      String(MANY),
    ]);
    expect(kept).toBe(0);
  });

  it('is cut without the word for everything, and says at which row of how many', async () => {
    const { whole: _, ...first } = ALL;
    const answer = await csv(first);
    expect(answer.headers.get('content-disposition')).toContain('cairn-first-1000.csv');
    expect([answer.headers.get('cairn-rows'), answer.headers.get('cairn-total')]).toEqual([
      '1000',
      String(MANY),
    ]);
  });

  it('is of groups too, with what is computed from them', async () => {
    const query: QueryInput = {
      select: ['Commit'],
      groupBys: ['Person.name'],
      aggregations: [{ target: 'Commit', attribute: 'additions', reducer: 'sum' }],
      format: 'csv',
    };
    const some = await (await fixture.post('group-bys', { ...query, limit: 1_000 })).text();
    const all = await (await fixture.post('group-bys', { ...query, whole: true })).text();
    expect(all).toBe(some);
    expect(all).not.toContain(HOSTILE);
  });

  it('names the days of a zone by their first instant, as the usual answer does', async () => {
    const query: QueryInput = {
      select: ['Commit'],
      groupBys: [{ target: 'Commit', attribute: 'committedAt', unit: 'day' }],
      timezone: 'America/New_York',
      format: 'csv',
    };
    const some = await (await fixture.post('group-bys', { ...query, limit: 1_000 })).text();
    const all = await (await fixture.post('group-bys', { ...query, whole: true })).text();
    expect(all).toContain('2024-11-03T04:00:00');
    expect(all).toBe(some);
  });

  it('of a time series is what it always is', async () => {
    const query: QueryInput = { select: ['Commit'], timeUnit: 'months', format: 'csv' };
    const [all, usual] = await Promise.all(
      [{ ...query, whole: true }, query].map(async (each) =>
        (await fixture.post('time-series', each)).text(),
      ),
    );
    expect(all).toBe(usual);
  });

  it('is not made again for whoever has it', async () => {
    const made = await csv(ALL);
    await made.body?.cancel();
    const tag = made.headers.get('etag') ?? '';
    expect((await csv(ALL, { 'if-none-match': tag })).status).toBe(304);
    expect((await csv({ ...ALL, whole: false }, { 'if-none-match': tag })).status).toBe(200);
  });

  it('is refused together with a limit or a page, and in other formats', async () => {
    for (const [body, words] of [
      [{ ...ALL, limit: 5 }, 'exclude each other'],
      [{ ...ALL, page: 1 }, 'exclude each other'],
      [{ ...ALL, format: 'arrow' }, 'Only a csv'],
    ] as const) {
      const refused = await csv(body);
      expect([refused.status, (await refused.text()).includes(words)]).toEqual([400, true]);
    }
  });
});

describe('a csv of everything over a socket', () => {
  let server: Server;
  beforeAll(async () => {
    server = createAdaptorServer({ fetch: (each) => fixture.app.fetch(each) }) as Server;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('comes while it is written, and is let go when the reader leaves', async () => {
    const { port } = server.address() as AddressInfo;
    const headers = await fixture.tokens.headers();
    const sent = request({ port, path: '/api/acme/graph-search/entities', method: 'POST', headers });
    sent.end(JSON.stringify(ALL));
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const [first] = (await once(answer, 'data')) as [Buffer];
    expect(first.toString()).toContain('uuid,Release.name');
    expect([kept, answer.headers['content-length']]).toEqual([1, undefined]);
    answer.on('error', () => {});
    sent.destroy();
    while (kept > 0) await setImmediate();
  });
});

function spoolOf(parts: number): SpooledRows & { released: number } {
  const table = { rowCount: 1, vectors: [numberVector([1])] };
  return {
    rowCount: parts,
    released: 0,
    async *parts() {
      for (let part = 0; part < parts; part++) yield await Promise.resolve(table);
      if (parts > 5) throw new Error('the disk is gone');
    },
    release() {
      this.released += 1;
    },
  };
}

describe('spooled rows', () => {
  const columns = [{ key: 'n', label: 'N', type: 'number' as const, role: 'measure' as const }];
  const whole = (rows: SpooledRows) => async () => ({ columns, rows, headers: {} });
  const open = () => new AbortController().signal;

  it('are let go once, whether they are read, broken off, at fault, or not read on', async () => {
    const answers = new FullExports(undefined, { perOrg: 9, idle: 60_000 });
    const all = [spoolOf(2), spoolOf(2), spoolOf(6), spoolOf(2)] as const;
    const leaving = new AbortController();
    const [read, cancelled, faulty, aborted] = await Promise.all(
      all.map((rows, index) => answers.csv(ACME, index === 3 ? leaving.signal : open(), whole(rows))),
    );
    expect(await read?.text()).toBe('n\r\n1\r\n1\r\n');
    await cancelled?.body?.cancel();
    await expect(faulty?.text()).rejects.toThrow('the disk is gone');
    leaving.abort();
    await expect(aborted?.text()).rejects.toMatchObject({ code: 'cancelled' });
    expect(all.map(({ released }) => released)).toEqual([1, 1, 1, 1]);
    const unread = spoolOf(2);
    await new FullExports(undefined, { perOrg: 1, idle: 5 }).csv(ACME, open(), whole(unread));
    while (unread.released === 0) await setImmediate();
  });

  it('are bounded for each org, and end with the service', async () => {
    const stopping = new AbortController();
    const answers = new FullExports(stopping.signal, { perOrg: 1, idle: 60_000 });
    const rows = spoolOf(2);
    await answers.csv(ACME, open(), whole(rows));
    await expect(answers.csv(ACME, open(), whole(spoolOf(2)))).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfter: 10,
    });
    stopping.abort();
    expect(rows.released).toBe(1);
    const failing = new FullExports(undefined, { perOrg: 1, idle: 60_000 });
    await expect(failing.csv(ACME, open(), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await (await failing.csv(ACME, open(), whole(spoolOf(1)))).text()).toBe('n\r\n1\r\n');
  });
});
