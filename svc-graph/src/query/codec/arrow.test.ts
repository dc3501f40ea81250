import { tableFromIPC } from '@uwdata/flechette';
import { tableFromIPC as byApache } from 'apache-arrow';
import fc from 'fast-check';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uuidText } from '@cairn/contracts';
import type { Column } from '@cairn/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GraphStore } from '../../store/graph-store.ts';
import { partsAhead, tableOf } from '../engine/duckdb-columns.ts';
import { cellOf, numberVector } from '../table.ts';
import type { Table, StreamedTable } from '../table.ts';
import { arrowParts } from './arrow.ts';

let folder: string;
let store: GraphStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-arrow-'));
  store = await GraphStore.open({ file: join(folder, 'x.duckdb'), temp: join(folder, 'tmp') });
});
afterAll(async () => {
  store.close();
  await rm(folder, { recursive: true });
});

const meta = {
  limit: 1,
  total: 1,
  truncated: false,
  timezone: 'UTC',
  start: null,
  end: null,
  dataVersion: 1,
};

async function partsOf(table: Table | StreamedTable): Promise<Buffer[]> {
  const columns = Array.from({ length: 6 }, (_, index): Column => {
    return { key: `c${index}`, label: '', type: 'string', role: 'attribute' };
  });
  const parts: Buffer[] = [];
  for await (const part of arrowParts({ columns, table, meta })) parts.push(Buffer.from(part));
  return parts;
}

const tableFor = async (sql: string, params: string[] = []) => tableOf(await store.run(sql, params));

/** Texts around the length up to which the engine keeps them in place, of one to four bytes a letter. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: fc.constantFrom('a', 'é', '日', '🧭'), minLength: 10, maxLength: 14 }),
  fc.constantFrom('', 'same', 'a text that repeats and is long', '123456789012', '1234567890123'),
);

describe('arrowParts', () => {
  it('carries any texts and missing ones as they are stored, whether they repeat or not', async () => {
    const column = fc.array(fc.option(text, { nil: null }), { maxLength: 60 });
    const noNul = column.map((values) => values.map((value) => value?.replaceAll('\0', '') ?? null));
    await fc.assert(
      // Few rows are sent without a dictionary; the same values forty times use one.
      fc.asyncProperty(noNul, fc.constantFrom(1, 40), async (each, times) => {
        const values = Array.from({ length: times }, () => each).flat();
        const table = await tableFor(`SELECT unnest(from_json($1::JSON, '["VARCHAR"]')) AS t`, [
          JSON.stringify(values),
        ]);
        const expected = values;
        const [vector] = table.vectors;
        expect(vector && expected.map((_, row) => cellOf(vector, row))).toEqual(expected);
        const read = tableFromIPC(Buffer.concat(await partsOf(table))).getChildAt(0);
        expect(expected.map((_, row) => read.at(row) ?? null)).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it('comes in parts whose rows, missing values and dictionaries fit together for both readers', async () => {
    const rows = 70_001;
    const table = await tableFor(
      `SELECT (CASE WHEN i % 7 = 0 THEN NULL ELSE i END)::DOUBLE, make_timestamp(i * 1000000), i % 3 = 0,
        CASE WHEN i % 5 = 0 THEN NULL ELSE 'one of a few long texts ' || i % 4 END, 'never the same ' || i,
        CASE WHEN i % 6 = 0 THEN NULL ELSE ['x', CAST(i AS VARCHAR)] END FROM range(${rows}) t(i) ORDER BY i`,
    );
    const parts = await partsOf(table);
    expect(parts.length).toBeGreaterThan(2);
    const bytes = Buffer.concat(parts);
    const [flechette, apache] = [tableFromIPC(bytes), byApache(bytes)];
    expect([flechette.numRows, apache.numRows]).toEqual([rows, rows]);
    for (const row of [0, 1, 5, 32_767, 32_768, 32_769, 65_535, 65_536, 65_537, 70_000]) {
      const expected = table.vectors.map((vector) => cellOf(vector, row));
      for (const reader of [flechette, apache]) {
        const [number, moment, flag, few, many, list] = table.vectors.map(
          (_, column) => reader.getChildAt(column)?.at(row) as unknown,
        );
        const read = [number, new Date(Number(moment)).toISOString().replace('.000Z', 'Z'), flag, few, many];
        expect(read.map((value) => value ?? null)).toEqual(expected.slice(0, 5));
        expect(list === null ? null : [...(list as Iterable<string>)]).toEqual(expected[5]);
      }
    }
    expect(bytes.byteLength).toBeLessThan(rows * 70);
  });

  it('takes parts of a result as they come, with texts that only later ones bring', async () => {
    const sql = `SELECT i::DOUBLE, CASE WHEN i % 9 = 0 THEN NULL ELSE 'group ' || i // 20000 || ' of some length' END, 't' || i
       FROM range(100000) t(i) ORDER BY i`;
    const counted = { sql: 'SELECT 100000', params: [] };
    const ahead = await store.streamRows({ rows: { sql, params: [] }, counted, limit: 100_000, offset: 0 });
    const [whole, inParts] = [await tableFor(sql), partsAhead(ahead)];
    const bytes = Buffer.concat(await partsOf(inParts));
    const [flechette, apache] = [tableFromIPC(bytes), byApache(bytes)];
    expect([inParts.rowCount, flechette.numRows, apache.numRows]).toEqual([100_000, 100_000, 100_000]);
    for (const row of [0, 1, 19_999, 20_000, 32_768, 40_001, 65_537, 80_002, 99_999]) {
      const expected = whole.vectors.map((vector) => cellOf(vector, row));
      for (const reader of [flechette, apache])
        expect([0, 1, 2].map((column) => (reader.getChildAt(column)?.at(row) as unknown) ?? null)).toEqual(
          expected,
        );
    }
    expect(bytes.byteLength).toBeLessThan(100_000 * 32);
  });

  it('sends uuids as sixteen bytes that say what they are', async () => {
    const uuid = '0f3c2a10-9b8d-4e7f-8a6b-5c4d3e2f1a0b';
    const table = await tableFor(`SELECT unnest([$1::UUID, NULL, 'ffffffff-ffff-ffff-ffff-ffffffffffff'])`, [
      uuid,
    ]);
    const bytes = Buffer.concat(await partsOf(table));
    for (const reader of [tableFromIPC(bytes), byApache(bytes)]) {
      const [field] = reader.schema.fields;
      expect(field?.metadata?.get('ARROW:extension:name')).toBe('arrow.uuid');
      const column = reader.getChildAt(0);
      const values = [0, 1, 2].map((row) => column?.at(row) as Uint8Array | null);
      expect(values.map((value) => value?.length ?? null)).toEqual([16, null, 16]);
      expect(values.map((value) => value && uuidText(value))).toEqual([
        uuid,
        null,
        'ffffffff-ffff-ffff-ffff-ffffffffffff',
      ]);
    }
  });

  it('encodes an answer without rows, and one whose texts are all missing', async () => {
    expect(tableFromIPC(Buffer.concat(await partsOf(await tableFor(`SELECT 'x' WHERE FALSE`)))).numRows).toBe(
      0,
    );
    const missing: Table = {
      rowCount: 2,
      vectors: [{ type: 'text', values: [null, null] }, numberVector([1, null])],
    };
    const read = tableFromIPC(Buffer.concat(await partsOf(missing)));
    expect([read.getChildAt(0).at(1), read.getChildAt(1).at(0), read.getChildAt(1).at(1)]).toEqual([
      null,
      1,
      null,
    ]);
  });
});
