import { DuckDBInstance } from '@duckdb/node-api';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { GraphStore } from './graph-store.ts';
import { DedicatedConnection } from './dedicated-connection.ts';
import { StreamedRows } from './streamed-rows.ts';

let folder: string;
let store: GraphStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-ahead-'));
  store = await GraphStore.open({ file: join(folder, 'x.duckdb'), temp: join(folder, 'tmp') });
});
afterAll(async () => {
  store.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  await store.run('CREATE OR REPLACE TABLE "Number" AS SELECT i FROM range(300000) t(i)');
});
afterEach(() => vi.useRealTimers());

const plain = (sql: string) => ({ sql, params: [] });
const ALL = { limit: 1_000_000, offset: 0 };
const counted = plain('SELECT count(*)::DOUBLE FROM "Number"');
const NUMBERS = { rows: plain('SELECT i FROM "Number" ORDER BY i'), counted, ...ALL };

async function rest(ahead: StreamedRows): Promise<bigint[]> {
  const values: bigint[] = [];
  for (let chunk = await ahead.next(); chunk; chunk = await ahead.next())
    values.push(...(chunk.getColumnValues(0) as bigint[]));
  return values;
}

describe('rows that are read while their statement runs', () => {
  it('are as many as were counted and in their order, whatever is written meanwhile', async () => {
    const ahead = await store.streamRows(NUMBERS);
    await store.run('INSERT INTO "Number" VALUES (-1), (7)');
    await store.run('DELETE FROM "Number" WHERE i > 100');
    const values = await rest(ahead);
    expect([ahead.total, ahead.rowCount, values.length]).toEqual([300_000, 300_000, 300_000]);
    expect(values.findIndex((value, index) => value !== BigInt(index))).toBe(-1);
  });

  it('are counted as of the moment from which they are read', async () => {
    const instance = await DuckDBInstance.create();
    const writer = await instance.connect();
    await writer.run('CREATE TABLE "Number" AS SELECT i FROM range(300000) t(i)');
    const own = new DedicatedConnection(await instance.connect(), () => {});
    const { on } = own;
    let works = 0;
    // Another connection writes after each step.
    own.on = async (work) => {
      const done = await on.call(own, work);
      await writer.run('INSERT INTO "Number" VALUES (7)');
      works += 1;
      return done as never;
    };
    const ahead = await StreamedRows.open(own, NUMBERS);
    expect(works).toBe(3);
    expect([(await rest(ahead)).length, ahead.rowCount]).toEqual([ahead.total, ahead.total]);
  });

  it('are those of a page, of which there may be none', async () => {
    const page = async (limit: number, offset: number) => {
      const rows = {
        sql: 'SELECT i FROM "Number" ORDER BY i LIMIT $1 OFFSET $2',
        params: [BigInt(limit), BigInt(offset)],
      };
      const ahead = await store.streamRows({ rows, counted, limit, offset });
      const values = await rest(ahead);
      expect([ahead.total, values.length]).toEqual([300_000, ahead.rowCount]);
      return [values.length, values.at(0), values.at(-1)];
    };
    expect(await page(70_000, 10)).toEqual([70_000, 10n, 70_009n]);
    expect(await page(70_000, 250_000)).toEqual([50_000, 250_000n, 299_999n]);
    expect(await page(70_000, 300_000)).toEqual([0, undefined, undefined]);
    expect(await page(70_000, 400_000)).toEqual([0, undefined, undefined]);
  });

  it('never end early in silence: a statement that fails on its way says so', async () => {
    const fails = plain(`SELECT CASE WHEN i = 290000 THEN error('no more memory') ELSE i END FROM "Number"`);
    // It fails on opening or on reading, whichever comes first.
    const read = async () => rest(await store.streamRows({ ...NUMBERS, rows: fails }));
    await expect(read()).rejects.toThrow();
    expect(await store.rows('SELECT count(*)::INT AS n FROM "Number"')).toEqual([{ n: 300_000 }]);
  });

  it('fail at once where counting or their first rows fail, or nobody waits for them any more', async () => {
    const none = plain('SELECT i FROM "Missing"');
    await expect(store.streamRows({ ...NUMBERS, rows: none })).rejects.toThrow('Missing');
    await expect(store.streamRows({ ...NUMBERS, counted: none })).rejects.toThrow('Missing');
    const leaving = new AbortController();
    const slow = plain(
      'SELECT a.range FROM range(9000000) a, range(9000000) b ORDER BY hash(a.range, b.range)',
    );
    const opening = store.streamRows({ ...NUMBERS, rows: slow }, { signal: leaving.signal });
    leaving.abort();
    await expect(opening).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('are given up when they are released, also while more are fetched', async () => {
    const ahead = await store.streamRows(NUMBERS);
    await ahead.next();
    ahead.release();
    ahead.release();
    await expect(ahead.next()).rejects.toMatchObject({ code: 'cancelled' });
    // The row after the first ones would come after hours.
    const few = plain('SELECT i FROM range(90000000000000) t(i) WHERE i < 200000 OR i = 89999999999999');
    const slow = await store.streamRows({ ...NUMBERS, rows: few });
    let came = 0;
    const fetching = (async () => {
      while (await slow.next()) came += 1;
    })();
    let before = 0;
    const isStuck = () => {
      const stuck = came === before;
      before = came;
      return stuck && came > 0;
    };
    await expect.poll(isStuck, { interval: 30 }).toBe(true);
    slow.release();
    await expect(fetching).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('are refused while eight others are read, and come again once one of them ended', async () => {
    const read = () => store.streamRows(NUMBERS);
    const open = await Promise.all(Array.from({ length: 8 }, read));
    await expect(read()).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 10 });
    open[3]?.release();
    const next = await read();
    expect((await next.next())?.rowCount).toBe(2_048);
    for (const ahead of [...open, next]) ahead.release();
  });

  it('give their memory back once they were read or given up, whoever still holds on to them', async () => {
    const sorted = plain('SELECT i FROM "Number" ORDER BY hash(i)');
    const used = async () => {
      const sql = `SELECT memory_usage_bytes::DOUBLE AS bytes FROM duckdb_memory() WHERE tag = 'ORDER_BY'`;
      return (await store.rows<{ bytes: number }>(sql))[0]?.bytes;
    };
    const whole = await store.streamRows({ ...NUMBERS, rows: sorted });
    const begun = await store.streamRows({ ...NUMBERS, rows: sorted });
    const left = await store.streamRows({ ...NUMBERS, rows: sorted });
    await begun.next();
    expect(await used()).toBeGreaterThan(1_000_000);
    await rest(whole);
    begun.release();
    left.release();
    await expect.poll(used, { timeout: 10_000 }).toBe(0);
    expect([whole, begun, left].map(({ rowCount }) => rowCount)).toEqual([300_000, 300_000, 300_000]);
  });

  it('are given up when nobody reads on for a minute', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const ahead = await store.streamRows(NUMBERS);
    vi.advanceTimersByTime(59_000);
    expect((await ahead.next())?.rowCount).toBe(2_048);
    vi.advanceTimersByTime(59_000);
    expect((await ahead.next())?.rowCount).toBe(2_048);
    vi.advanceTimersByTime(61_000);
    await expect(ahead.next()).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('end with the store', async () => {
    const other = await GraphStore.open({ file: join(folder, 'y.duckdb'), temp: join(folder, 'tmp-y') });
    const rows = plain('SELECT i FROM range(9000000000) t(i)');
    const ahead = await other.streamRows({
      rows,
      counted: plain('SELECT 9000000000'),
      limit: 1e12,
      offset: 0,
    });
    await ahead.next();
    other.close();
    await expect(ahead.next()).rejects.toMatchObject({ code: 'cancelled' });
  });
});
