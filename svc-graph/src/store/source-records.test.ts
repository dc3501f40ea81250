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
import { type Load, PUBLISH, loadStatements } from './load.ts';
import { forgetSource, ownedLoads, removeSource } from './source-records.ts';
import { NEW_SOURCE, addSource, readSources } from './source-row.ts';
import { entityUuid } from './uuid.ts';

const folder = mkdtempSync(join(tmpdir(), 'cairn-records-'));
const stores = new GraphStores(folder);
let store: GraphStore;
beforeAll(async () => {
  store = await stores.open(OrgId.parse('acme'));
});
afterAll(async () => {
  await stores.close();
  rmSync(folder, { recursive: true });
});

const NAMES = ['a', 'b', 'c', 'd'];
const uuidOf = (name: string) => entityUuid('acme', 'jira', name);

/** What a source knows of a few things that others may know too: the things, edges between them, events. */
const known = fc.record({
  things: fc.subarray(NAMES),
  edges: fc.uniqueArray(fc.tuple(fc.nat(3), fc.nat(3)), { selector: String, maxLength: 5 }),
  events: fc.uniqueArray(fc.tuple(fc.nat(3), fc.nat(1)), { selector: String, maxLength: 4 }),
});
type Known = typeof known extends fc.Arbitrary<infer Value> ? Value : never;

/** The loads of a source; an edge or event is about things that it knows. */
function loadsOf({ things, edges, events }: Known): Load[] {
  const thing = (index: number) => things[index % Math.max(1, things.length)];
  const ends = edges.flatMap(([from, to]) => {
    const [near, far] = [thing(from), thing(to)];
    return near && far ? [{ relation: 'blocks', fromUuid: uuidOf(near), toUuid: uuidOf(far) }] : [];
  });
  const happened = events.flatMap(([about, number]) => {
    const name = thing(about);
    const id = `${name ?? ''}:${String(number)}`;
    return name ? [{ uuid: uuidOf(id), entityUuid: uuidOf(name), name: id }] : [];
  });
  const distinct = <Row extends object>(rows: Row[]) => [
    ...new Map(rows.map((row) => [JSON.stringify(row), row])).values(),
  ];
  return [
    {
      table: 'Issue',
      rows: things.map((name) => ({ uuid: uuidOf(name), externalId: name, deleted: false })),
    },
    { table: 'Relation', rows: distinct(ends), key: ['relation', 'fromUuid', 'toUuid'] },
    { table: 'Event', rows: distinct(happened) },
  ];
}

const statementsOf = (sourceId: string, of: Known) =>
  loadsOf(of)
    .flatMap((load) => ownedLoads(load, { sourceId, at: 1 }))
    .flatMap(loadStatements);

async function read(sourceId: string, of: Known): Promise<void> {
  await addSource(store, { id: sourceId, type: 'any', settings: {}, name: sourceId, state: NEW_SOURCE });
  await writerOf(store).commit([...statementsOf(sourceId, of), PUBLISH]);
}

async function everything(): Promise<unknown[]> {
  const tables = ['Issue', 'Relation', 'Event', 'SourceRecord'];
  return Promise.all(tables.map((table) => store.rows(`SELECT * FROM "${table}" ORDER BY ALL`)));
}

async function empty(): Promise<void> {
  for (const table of ['Issue', 'Relation', 'Event', 'SourceRecord', 'Source'])
    await store.run(`DELETE FROM "${table}"`);
}

const isOutdated = async (id: string) =>
  (await readSources(store)).find((source) => source.id === id)?.state.outdated === true;

describe('what two sources know', () => {
  it('is, without one of them, what the other knows', async () => {
    await fc.assert(
      fc.asyncProperty(known, known, async (one, other) => {
        await empty();
        await read('other', other);
        const alone = await everything();
        await empty();
        await read('one', one);
        await read('other', other);
        const both = await store.rows<{ n: number }>('SELECT count(*)::INTEGER AS n FROM "Issue"');
        expect(both[0]?.n).toBe(new Set([...one.things, ...other.things]).size);
        await writerOf(store).commit([...removeSource('one'), PUBLISH]);
        expect((await everything())[0]).toEqual(alone[0]);
        const shares = one.things.some((name) => other.things.includes(name));
        expect(await isOutdated('other')).toBe(shares);
        // What one alone has said of shared things goes when the other is built again.
        if (shares) await writerOf(store).commit([...forgetSource('other'), ...statementsOf('other', other)]);
        expect(await everything()).toEqual(alone);
        await writerOf(store).commit([...forgetSource('other'), PUBLISH]);
        expect((await everything()).flat()).toEqual([]);
      }),
      { numRuns: runs(24) },
    );
  });
});
