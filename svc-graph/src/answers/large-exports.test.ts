import { tableFromIPC, type Column as ArrowColumn } from '@uwdata/flechette';
import { uuidText } from '@cairn/contracts';
import type { QueryInput } from '@cairn/query';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchFixture } from '../../test/search-fixture.ts';
import type { SearchFixture } from '../../test/search-fixture.ts';

const MANY = 70_000;
const COLUMNS = ['name', 'publishedAt', 'body', 'tagName', 'draft'];
const ALL: QueryInput = {
  select: ['Release'],
  columns: COLUMNS.map((name) => `Release.${name}`),
  order: [{ by: 'Release.name', direction: 'descending' }],
};

let fixture: SearchFixture;
beforeAll(async () => {
  fixture = await searchFixture();
  await fixture.graph.run(
    `INSERT INTO "Release" (uuid, name, "publishedAt", body, "tagName", draft)
     SELECT md5(i::VARCHAR)::UUID, lpad(i::VARCHAR, 6, '0'), CASE WHEN i % 7 > 0 THEN make_timestamp(i * 1000000000) END,
       CASE WHEN i % 5 > 0 THEN 'what came with the release of number ' || i END, CASE WHEN i % 3 > 0 THEN 'v' || i % 40 END,
       CASE WHEN i % 11 > 0 THEN i % 2 = 0 END
     FROM range(${MANY}) t(i)`,
  );
});
afterAll(() => fixture.close());

const ask = (query: QueryInput) => fixture.post('entities', query);

async function byArrow(query: QueryInput) {
  const table = tableFromIPC(await (await ask({ ...query, format: 'arrow' })).arrayBuffer());
  const { meta } = JSON.parse(table.schema.metadata?.get('cairn') ?? '{}') as { meta: object };
  const columns = table.names.map((_, index) => table.getChildAt(index) as ArrowColumn<unknown>);
  const cells = (column: ArrowColumn<unknown>) =>
    [...column].map((value) => (value instanceof Uint8Array ? uuidText(Buffer.from(value), 0) : value));
  return { meta, columns: columns.map(cells) };
}

async function byJson(query: QueryInput) {
  const answer = (await (await ask({ ...query, format: 'json' })).json()) as {
    data: Record<string, unknown>[];
    meta: object;
  };
  const keys = Object.keys(answer.data[0] ?? {});
  const cell = (key: string, value: unknown) =>
    key.endsWith('publishedAt') && typeof value === 'string' ? Date.parse(value) : value;
  return {
    meta: answer.meta,
    columns: keys.map((key) => answer.data.map((row) => cell(key, row[key]))),
  };
}

describe('more rows than are encoded at once', () => {
  it.each([
    ['all', {}, MANY],
    ['the first', { limit: 60_000 }, 60_000],
    [
      'some',
      { filters: [{ target: 'Release', attribute: 'tagName', comparison: { IN: ['v1', 'v2'] } }] },
      null,
    ],
    ['none', { filters: [{ target: 'Release', attribute: 'tagName', comparison: { IN: ['v99'] } }] }, 0],
  ])('%s are the same in Arrow as in JSON', async (_which, narrowed, rows) => {
    const query = { limit: 1_000_000, ...ALL, ...narrowed };
    const [arrow, json] = [await byArrow(query), await byJson(query)];
    expect(arrow.meta).toEqual(json.meta);
    if (rows !== null) expect(arrow.columns[0]).toHaveLength(rows);
    if (rows === 0) return;
    expect(arrow.columns).toHaveLength(COLUMNS.length + 1);
    const other = json.columns.map((column, index) =>
      column.findIndex((value, row) => !Object.is(value, arrow.columns[index]?.[row])),
    );
    expect(other).toEqual(json.columns.map(() => -1));
  });
});
