import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GraphStore } from '../../store/graph-store.ts';
import type { Bound } from '../plan/plan.ts';
import { cellOf } from '../table.ts';
import type { StreamedTable, Vector } from '../table.ts';
import { createDuckdbEngine } from './duckdb-engine.ts';
import type { Engine } from './engine.ts';

let folder: string;
let store: GraphStore;
let engine: Engine;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-engine-'));
  store = await GraphStore.open({ file: join(folder, 'x.duckdb'), temp: join(folder, 'tmp') });
  engine = createDuckdbEngine(store);
});
afterAll(async () => {
  store.close();
  await rm(folder, { recursive: true });
});

const open = () => new AbortController().signal;

async function columns(text: string, values: Bound[] = []): Promise<unknown[][]> {
  const { vectors, rowCount } = await engine.run({ text, values, reads: 'graph' }, open());
  return vectors.map((vector) => Array.from({ length: rowCount }, (_, row) => cellOf(vector, row)));
}

/** Streams the rows of a statement whose count is given. */
async function inParts(text: string, rows: number): Promise<StreamedTable> {
  const counted = {
    text: 'SELECT $1::DOUBLE',
    values: [{ type: 'number' as const, value: rows }],
    reads: 'graph' as const,
  };
  const asked = { rows: { text, values: [], reads: 'graph' as const }, counted, limit: rows, offset: 0 };
  const answer = await engine.runStreamed?.(asked, open());
  if (!answer || !('parts' in answer.table)) throw new Error('this engine reads in parts');
  expect([answer.total, answer.table.rowCount]).toEqual([rows, rows]);
  return answer.table;
}

describe('the DuckDB engine', () => {
  it('reads every physical form, with and without missing values, over chunks', async () => {
    const rows = 5_000;
    const [number, moment, flag, text, list, uuid, asText] = await columns(
      `SELECT CASE WHEN i % 7 = 0 THEN NULL ELSE i / 2 END::DOUBLE,
        CASE WHEN i % 5 = 0 THEN NULL ELSE make_timestamp(i * 1000000) END,
        CASE WHEN i % 3 = 0 THEN NULL ELSE i % 2 = 0 END,
        CASE WHEN i % 4 = 0 THEN NULL ELSE 'a text longer than twelve bytes ' || i END,
        CASE WHEN i % 6 = 0 THEN NULL ELSE ['x', NULL, CAST(i AS VARCHAR)] END,
        CASE WHEN i % 8 = 0 THEN NULL ELSE md5(CAST(i AS VARCHAR))::UUID END,
        CAST(md5(CAST(i AS VARCHAR))::UUID AS VARCHAR)
       FROM range(${rows}) t(i) ORDER BY i`,
    );
    for (const i of [0, 1, 2, 63, 64, 2_047, 2_048, 2_049, 4_095, 4_096, 4_998, 4_999]) {
      expect(number?.[i]).toBe(i % 7 === 0 ? null : i / 2);
      expect(moment?.[i]).toBe(i % 5 === 0 ? null : new Date(i * 1_000).toISOString().replace('.000Z', 'Z'));
      expect(flag?.[i]).toBe(i % 3 === 0 ? null : i % 2 === 0);
      expect(text?.[i]).toBe(i % 4 === 0 ? null : `a text longer than twelve bytes ${i}`);
      expect(uuid?.[i]).toBe(i % 8 === 0 ? null : asText?.[i]);
      expect(list?.[i]).toEqual(i % 6 === 0 ? null : ['x', null, String(i)]);
    }
  });

  it('hands on nothing of what the memory of a missing value held before', async () => {
    const { vectors } = await engine.run(
      {
        text: `SELECT nullif(n, n), nullif(t, t), nullif(b, b), nullif(u, u) FROM
          (SELECT 1.5::DOUBLE + i AS n, make_timestamp(i + 1) AS t, i % 2 = 0 AS b, gen_random_uuid() AS u
           FROM range(3_000) r(i))`,
        values: [],
        reads: 'graph',
      },
      open(),
    );
    for (const vector of vectors) {
      if (vector.type === 'uuid') {
        expect(vector.bytes).toEqual(Buffer.alloc(3_000 * 16));
        continue;
      }
      if (vector.type !== 'number' && vector.type !== 'datetime' && vector.type !== 'boolean')
        throw new Error(`there is no ${vector.type} here`);
      expect(vector.values).toHaveLength(3_000);
      expect([...vector.values].filter((value) => Number(value) !== 0)).toEqual([]);
    }
  });

  it('hands on the texts of many rows as the different ones of those that are there', async () => {
    const table = await inParts(
      `SELECT CASE WHEN i % 4 > 0 THEN 'a text that repeats ' || i % 5 END,
        CASE WHEN i % 4 > 0 THEN 't' || i % 3 END, CASE WHEN i % 4 > 0 THEN 'no other row has this text ' || i END
        FROM range(100_000) r(i) ORDER BY i`,
      100_000,
    );
    let first = 0;
    for await (const { rowCount, vectors } of table.parts()) {
      expect(vectors.map(({ type }) => type)).toEqual(['coded', 'coded', 'utf8']);
      const [long, short, plain] = vectors as [Vector, Vector, Vector];
      for (let row = 0; row < rowCount; row += 7) {
        const i = first + row;
        const expected = [`a text that repeats ${i % 5}`, `t${i % 3}`, `no other row has this text ${i}`];
        expect([long, short, plain].map((vector) => cellOf(vector, row))).toEqual(
          i % 4 > 0 ? expected : [null, null, null],
        );
      }
      for (const vector of [long, short]) {
        if (vector.type !== 'coded') throw new Error('checked above');
        const missing = [...vector.codes].filter((code, row) => code !== 0 && (first + row) % 4 === 0);
        expect([missing, vector.words.count]).toEqual([[], vector === long ? 5 : 3]);
      }
      first += rowCount;
    }
    expect(first).toBe(100_000);
  });

  it('reads parts of several results at once, beside other statements, and can be left in the middle', async () => {
    const partsFrom = (first: number) => {
      const text = `SELECT i::DOUBLE, 'text number ' || i, 'group ' || i % 9 FROM range(${first}, ${first + 70_000}) r(i) ORDER BY i`;
      return inParts(text, 70_000);
    };
    const read = async (first: number) => {
      let row = first;
      for await (const { rowCount, vectors } of (await partsFrom(first)).parts()) {
        for (let index = 0; index < rowCount; index += 11) {
          const i = row + index;
          const cells = vectors.map((vector) => cellOf(vector, index));
          expect(cells).toEqual([i, `text number ${i}`, `group ${i % 9}`]);
        }
        expect(await columns('SELECT 1::DOUBLE')).toEqual([[1]]);
        row += rowCount;
      }
      return row - first;
    };
    const leave = async () => {
      for await (const { rowCount } of (await partsFrom(5)).parts()) return rowCount;
      return 0;
    };
    const rows = await Promise.all([read(0), read(1_000_000), leave(), read(7)]);
    expect(rows).toEqual([70_000, 70_000, 65_536, 70_000]);
  });

  it('keeps rows and missing values together where chunks are not full', async () => {
    const sizes = [3, 1_001, 5, 2_048, 77];
    const parts = sizes.map(
      (size, part) =>
        `SELECT CASE WHEN i % 3 = 0 THEN NULL ELSE i END::DOUBLE, ${part}::DOUBLE, i::DOUBLE FROM range(${size}) t(i)`,
    );
    const [value, part, i] = await columns(parts.join(' UNION ALL '));
    expect(i).toHaveLength(sizes.reduce((sum, size) => sum + size, 0));
    expect(part?.every((each) => each !== null)).toBe(true);
    expect(value).toEqual(i?.map((each) => (Number(each) % 3 === 0 ? null : each)));
  });

  it('has the columns of an answer without rows', async () => {
    expect(await columns(`SELECT 1::DOUBLE, 'x', TIMESTAMP '2024-01-01' WHERE FALSE`)).toEqual([[], [], []]);
  });

  it('binds every type of value as what it is', async () => {
    const values: Bound[] = [
      { type: 'string', value: `it's "quoted"` },
      { type: 'number', value: 12 },
      { type: 'number', value: 1.5 },
      { type: 'boolean', value: true },
      { type: 'datetime', value: Date.UTC(2024, 1, 29, 12) },
      { type: 'date', value: '2024-02-29' },
    ];
    const text =
      'SELECT $1, CAST($2 AS DOUBLE), CAST($3 AS DOUBLE), $4, $5, CAST(CAST($6 AS DATE) AS VARCHAR)';
    expect((await columns(text, values)).flat()).toEqual([
      `it's "quoted"`,
      12,
      1.5,
      true,
      '2024-02-29T12:00:00Z',
      '2024-02-29',
    ]);
  });

  it('refuses a physical form that no codec knows', async () => {
    await expect(columns('SELECT 1::HUGEINT')).rejects.toThrow('no physical form');
  });

  it('stops a query that is interrupted, and can go on', async () => {
    const controller = new AbortController();
    let begin = () => {};
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const watched = createDuckdbEngine({
      run: (...asked) => {
        const running = store.run(...asked);
        begin();
        return running;
      },
    });
    const heavy = watched.run(
      {
        text: 'SELECT CAST(count(*) AS DOUBLE) FROM range(3000000) a, range(3000000) b WHERE a.range * b.range % 7 = 3',
        values: [],
        reads: 'graph',
      },
      controller.signal,
    );
    await begun;
    controller.abort();
    const before = performance.now();
    await expect(heavy).rejects.toMatchObject({ code: 'cancelled' });
    expect(performance.now() - before).toBeLessThan(2_000);
    expect(await columns('SELECT 1::DOUBLE')).toEqual([[1]]);
  });
});
