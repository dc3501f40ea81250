import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OrgId } from '@cairn/contracts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  Uuids,
  constantColumn,
  timestampColumn,
  dictionaryColumn,
  textColumn,
  booleanColumn,
  bigintColumn,
} from './columns.ts';
import type { GraphStore } from './graph-store.ts';
import { GraphStores } from './graph-stores.ts';
import { entityUuid, hashedName } from './uuid.ts';

const dir = mkdtempSync(join(tmpdir(), 'cairn-columns-'));
const stores = new GraphStores(dir);
let store: GraphStore;

beforeAll(async () => {
  store = await stores.open(OrgId.parse('acme'));
});
afterAll(async () => {
  await stores.close();
  rmSync(dir, { recursive: true });
});

const row = fc.record({
  name: fc.string({ unit: 'grapheme' }),
  place: fc.nat(3),
  whole: fc.option(fc.maxSafeInteger()),
  at: fc.option(fc.integer({ min: -62_135_596_800, max: 253_402_300_799 })),
  true: fc.boolean(),
});

const WORDS = ['', 'added', 'größer', 'twelve chars'];

/** Three entities that rows refer to by position, counted from 1. */
const LISTED = ['a', 'b', 'c'].map((name) => entityUuid('acme', 'git', name));

describe('columns handed to the engine as it keeps them', () => {
  it('hold what they were given, in their order, in as many chunks as it takes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 30 }), fc.constantFrom(1, 150), async (few, times) => {
        const rows = Array.from({ length: times }, () => few).flat();
        const named = new Uuids(0);
        named.add(rows.map(({ name }) => hashedName('acme', 'git\n' + name)));
        const columns = [
          named.column('named'),
          Uuids.of(LISTED).columnAt(
            'listed',
            rows.map(({ place }) => place),
          ),
          bigintColumn(
            'whole',
            rows.map((each) => each.whole),
          ),
          timestampColumn(
            'at',
            rows.map((each) => each.at),
          ),
          dictionaryColumn(
            'word',
            WORDS,
            rows.map(({ place }) => place),
          ),
          booleanColumn(
            'true',
            rows.map((each) => each.true),
          ),
        ];
        const read = await store.transaction(async (transaction) => {
          await transaction.append({ table: 'given', rows: rows.length, columns });
          return transaction.rows(
            'SELECT * REPLACE (epoch("at")::DOUBLE AS "at") FROM temp.given ORDER BY rowid',
          );
        });
        expect(read).toEqual(
          rows.map((each) => ({
            named: entityUuid('acme', 'git', each.name),
            listed: LISTED[each.place - 1] ?? null,
            whole: each.whole === null ? null : String(each.whole),
            at: each.at,
            word: WORDS[each.place],
            true: each.true,
          })),
        );
      }),
      { numRuns: 30 },
    );
  });

  it('are added to a table of the file, empty where nothing is given, and readers hear of them', async () => {
    const columns = [
      Uuids.of(LISTED.slice(0, 2)).column('fromUuid'),
      constantColumn('relation', 'twelve chars', 2),
      Uuids.of(LISTED.slice(1)).column('toUuid'),
      textColumn('sourceId', 'a text of any length, here 38 letters.'),
    ];
    const version = store.changes.version();
    const batch = { table: 'Relation', persistent: true, rows: 2, columns };
    await store.transaction((transaction) => transaction.append(batch));
    const names = [
      'since',
      'until',
      'additions',
      'deletions',
      'change',
      'answer',
      'verdict',
      'role',
      'linkType',
    ];
    const nothing = Object.fromEntries(names.map((name) => [name, null]));
    expect(await store.rows('SELECT * FROM "Relation" ORDER BY rowid')).toEqual(
      [0, 1].map((at) => ({
        relation: 'twelve chars',
        fromUuid: LISTED[at],
        toUuid: LISTED[at + 1],
        sourceId: 'a text of any length, here 38 letters.',
        ...nothing,
      })),
    );
    expect(store.changes.since(version, 'Relation', ['relation'])).toBe('appended');
    const elsewhere = { ...batch, table: 'Meta' };
    await expect(store.transaction((transaction) => transaction.append(elsewhere))).rejects.toThrow(
      'Meta has not the columns',
    );
    expect(() => constantColumn('relation', 'thirteen char', 1)).toThrow('too long');
  });
});
