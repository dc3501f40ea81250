import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OrgId } from '@cairn/contracts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../test/runs.ts';
import type { GraphStore } from './graph-store.ts';
import { GraphStores } from './graph-stores.ts';
import { writerOf } from './graph-writer.ts';
import { type Load, loadStatements } from './load.ts';
import { mergeLoads } from './merge-loads.ts';
import { entityUuid } from './uuid.ts';

const dir = mkdtempSync(join(tmpdir(), 'cairn-merge-'));
const stores = new GraphStores(dir);
let store: GraphStore;

beforeAll(async () => {
  store = await stores.open(OrgId.parse('acme'));
});
afterAll(async () => {
  await stores.close();
  rmSync(dir, { recursive: true });
});

const id = (name: string) => entityUuid('acme', 'git', name);
const moment = fc.integer({ min: 1, max: 5 });
const row = fc.record({
  uuid: fc.constantFrom('p', 'q', 'r').map(id),
  name: fc.constantFrom('Ann', 'Ben', 'Cay'),
  email: fc.option(fc.constantFrom('a@example.com', 'b@example.com')),
  createdAt: fc.option(moment),
  updatedAt: moment,
});
const MATCHES = [
  {},
  { name: 'newest', email: 'newest', createdAt: 'least', updatedAt: 'greatest' },
  { name: 'replace', email: 'replace' },
] as const;
const load: fc.Arbitrary<Load> = fc.record({
  table: fc.constant('Person'),
  rows: fc.uniqueArray(row, { selector: ({ uuid }) => uuid, minLength: 1, maxLength: 3 }),
  match: fc.constantFrom(...MATCHES),
});

async function peopleAfter(loads: readonly Load[]): Promise<unknown[]> {
  await store.run('DELETE FROM "Person"');
  await writerOf(store).commit(loads.flatMap(loadStatements));
  return store.rows(
    `SELECT uuid, name, email, "createdAt"::VARCHAR, "updatedAt"::VARCHAR FROM "Person" ORDER BY uuid`,
  );
}

describe('loads that are merged', () => {
  it('leave the table as they do one after another', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(load, { minLength: 2, maxLength: 5 }), async (loads) => {
        expect(await peopleAfter(mergeLoads(loads))).toEqual(await peopleAfter(loads));
      }),
      { numRuns: runs(25) },
    );
  });

  it('keep what the newer row says, whichever comes first', () => {
    const said = (name: string, createdAt: number, updatedAt: number): Load => ({
      table: 'Person',
      rows: [{ uuid: id('p'), name, createdAt, updatedAt }],
      match: { name: 'newest', createdAt: 'least', updatedAt: 'greatest' },
    });
    const newest = [{ uuid: id('p'), name: 'Ann', createdAt: 1, updatedAt: 9 }];
    expect(mergeLoads([said('Ann', 2, 9), said('Ben', 1, 5)]).map(({ rows }) => rows)).toEqual([newest]);
    expect(mergeLoads([said('Ben', 1, 5), said('Ann', 2, 9)]).map(({ rows }) => rows)).toEqual([newest]);
  });

  it('are one for a table where only their rows differ, whatever stands between them', () => {
    const person = (name: string): Load => ({ table: 'Person', rows: [{ uuid: id(name), name }] });
    const commit: Load = { table: 'Commit', rows: [{ uuid: id('c'), name: 'c' }] };
    const merged = mergeLoads([person('p'), commit, person('q')]);
    expect(merged.map(({ table, rows }) => [table, rows.map(({ name }) => name)])).toEqual([
      ['Person', ['p', 'q']],
      ['Commit', ['c']],
    ]);
  });

  it('keep their order where they change other columns', () => {
    const named = (name: string): Load => ({
      table: 'Person',
      rows: [{ uuid: id('p'), name }],
      match: { name: 'replace' },
    });
    const mailed: Load = { table: 'Person', rows: [{ uuid: id('p'), email: 'a@example.com' }] };
    expect(mergeLoads([named('Ann'), mailed, named('Ben')])).toHaveLength(3);
  });
});
