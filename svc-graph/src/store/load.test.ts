import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OrgId } from '@cairn/contracts';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runs } from '../../test/runs.ts';
import type { GraphStore } from './graph-store.ts';
import { GraphStores } from './graph-stores.ts';
import { type GraphWriter, writerOf } from './graph-writer.ts';
import { type Load, type Row, keepRaws, loadStatements } from './load.ts';
import { entityUuid } from './uuid.ts';

const dir = mkdtempSync(join(tmpdir(), 'cairn-load-'));
const stores = new GraphStores(dir);
let store: GraphStore;
let writer: GraphWriter;

beforeAll(async () => {
  store = await stores.open(OrgId.parse('acme'));
  writer = writerOf(store);
});
beforeEach(async () => {
  await store.run('DELETE FROM "Commit"');
  await store.run('DELETE FROM "Person"');
});
afterAll(async () => {
  await stores.close();
  rmSync(dir, { recursive: true });
});

const id = (name: string) => entityUuid('acme', 'git', name);
const load = (batch: Load) => writer.commit(loadStatements(batch));

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('a', '\0', '\\', 'u0000') }),
);
/** The element types of a source's lists are trusted. */
const list = fc.array(fc.option(text), { maxLength: 3 }) as fc.Arbitrary<string[]>;

/** The stored form of a value: no list has missing elements, no text has U+0000. */
function kept(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((each) => each !== null).map(kept);
  return typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value;
}
const keptOf = (row: Row) =>
  Object.fromEntries(Object.entries(row).map(([key, value]) => [key, kept(value)]));
const cells = fc.record({
  name: fc.option(text),
  message: fc.option(text),
  additions: fc.option(fc.integer()),
  isMerge: fc.option(fc.boolean()),
  committedAt: fc.option(fc.integer({ min: -2_000_000_000, max: 4_000_000_000 })),
  filesAdded: fc.option(list),
});

describe('loading rows', () => {
  it('keeps every value of every type, alone, equal in all rows, and equal to another column', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(cells, { minLength: 1, maxLength: 6 }),
        fc.boolean(),
        async (values, alike) => {
          await store.run('DELETE FROM "Commit"');
          const rows = values.map((value, index): Row => ({
            uuid: id(String(index)),
            ...(alike ? values[0] : value),
          }));
          await load({ table: 'Commit', rows });
          const stored = await store.rows(
            `SELECT uuid, name, message, additions::DOUBLE AS additions, "isMerge",
             epoch("committedAt")::DOUBLE AS "committedAt", "filesAdded" FROM "Commit" ORDER BY uuid`,
          );
          expect(stored).toEqual(
            rows
              .toSorted((left, right) => (String(left['uuid']) < String(right['uuid']) ? -1 : 1))
              .map(keptOf),
          );
        },
      ),
      { numRuns: runs(40) },
    );
  });

  it('takes values that are SQL as values', async () => {
    const name = `'); DROP TABLE "Commit"; --`;
    await load({ table: 'Commit', rows: [{ uuid: id('a'), name }] });
    expect(await store.rows('SELECT name FROM "Commit"')).toEqual([{ name }]);
  });

  it('leaves a row that is there as it is, but for the columns that match', async () => {
    const row = (name: string, createdAt: number, updatedAt: number) => ({
      uuid: id('p'),
      name,
      email: name,
      createdAt,
      updatedAt,
    });
    const match = { name: 'newest', createdAt: 'least', updatedAt: 'greatest' } as const;
    const read = () =>
      store.rows(
        `SELECT name, email, epoch("createdAt")::INT AS "from", epoch("updatedAt")::INT AS "to" FROM "Person"`,
      );
    await load({ table: 'Person', rows: [row('Ann', 100, 200)] });
    await load({ table: 'Person', rows: [row('ann', 50, 150)], match });
    expect(await read()).toEqual([{ name: 'Ann', email: 'Ann', from: 50, to: 200 }]);
    await load({ table: 'Person', rows: [row('Anne', 120, 300)], match });
    expect(await read()).toEqual([{ name: 'Anne', email: 'Ann', from: 50, to: 300 }]);
  });

  it('adds nothing when it only updates', async () => {
    await load({
      table: 'Commit',
      rows: [{ uuid: id('a'), name: 'a' }],
      match: { name: 'replace' },
      updateOnly: true,
    });
    expect(await store.rows('SELECT * FROM "Commit"')).toEqual([]);
  });

  it('numbers the payloads of a source in their order, after those that came before', async () => {
    const raws = (...kinds: string[]) =>
      kinds.map((kind) => ({ kind, receivedAt: 1, payload: Buffer.from(kind) }));
    await writer.commit([keepRaws('one', raws('a', 'b')), keepRaws('other', raws('c'))]);
    await writer.commit([keepRaws('one', raws('d', 'e'))]);
    expect(
      await store.rows(
        `SELECT "sourceId" || ' ' || number || ' ' || kind || ' ' || decode(payload) AS kept FROM "RawPayload" ORDER BY 1`,
      ),
    ).toEqual(['one 1 a a', 'one 2 b b', 'one 3 d d', 'one 4 e e', 'other 1 c c'].map((kept) => ({ kept })));
  });

  it('refuses a column that the table does not have', () => {
    expect(() => loadStatements({ table: 'Commit', rows: [{ uuid: id('a'), nonsense: 1 }] })).toThrow(
      'nonsense',
    );
  });
});
