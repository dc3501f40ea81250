import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GraphStore } from '../../store/graph-store.ts';
import { type GraphWriter, writerOf } from '../../store/graph-writer.ts';
import { readOwnAttributes } from '../../store/own-attributes.ts';
import { NEW_SOURCE, type SourceRow, addSource, readSources } from '../../store/source-row.ts';
import { DAY } from './calendar.ts';
import { ingestSimulated } from './ingest.ts';
import { OWN_FIELDS } from './own-fields.ts';
import type { Recipe } from './recipe.ts';
import { simulate } from './simulate.ts';

const to = Date.UTC(2026, 2, 3) / 1_000;
const recipe: Recipe = { seed: 3, events: 2_000, from: to - 120 * DAY, to };
const source: SourceRow = {
  id: 'company',
  type: 'simulated',
  settings: recipe,
  name: 'Simulated company',
  state: NEW_SOURCE,
};
let folder: string;
let store: GraphStore;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-company-'));
  store = await GraphStore.open({ file: join(folder, 'graph.duckdb'), temp: join(folder, 'temp') });
  await addSource(store, source);
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

async function found(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { tables } of simulate('acme', recipe))
    for (const table of tables.keys()) {
      const [row] = await store.rows<{ n: number }>(`SELECT count(*)::INTEGER AS n FROM "${table}"`);
      counts[table] = row?.n ?? 0;
    }
  return counts;
}

function expected(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { tables } of simulate('acme', recipe))
    for (const [table, rows] of tables) counts[table] = (counts[table] ?? 0) + rows.length;
  return counts;
}

const current = async () => (await readSources(store))[0] ?? source;
const ingest = async (writer: GraphWriter) => {
  const { signal } = new AbortController();
  await ingestSimulated({ writer, orgId: 'acme', source: await current(), signal });
};

describe('bringing a simulated company into an org', () => {
  it('brings in every row once, says that it is simulated, and keeps the recipe as what was sent', async () => {
    await ingest(writerOf(store));
    expect(await found()).toEqual(expected());
    expect(await readOwnAttributes(store)).toEqual(OWN_FIELDS);
    const [own] = await store.rows<{ impacts: number; risks: number; markets: number }>(
      `SELECT count(DISTINCT "customCustomerImpact")::INTEGER AS impacts, count("customRiskScore")::INTEGER AS risks,
         count(DISTINCT "customMarkets")::INTEGER AS markets FROM "Issue"`,
    );
    expect(own?.impacts).toBe(3);
    expect(own?.risks).toBeGreaterThan(0);
    expect(own?.markets).toBeGreaterThan(2);
    const [off] = await store.rows<{ people: number }>(
      `SELECT count(*)::INTEGER AS people FROM "Person" p
       JOIN (SELECT "actorUuid", max("occurredAt") AS last FROM "Event" GROUP BY 1) e ON e."actorUuid" = p.uuid
       WHERE p."updatedAt" <> e.last`,
    );
    expect(off?.people).toBe(0);
    const { state } = await current();
    expect(state.status).toBe('active');
    expect(state.notes[0]).toContain('simulated');
    await ingest(writerOf(store));
    expect(await found()).toEqual(expected());
    const [raw] = await store.rows<{ payload: string }>(
      `SELECT decode(payload) AS payload FROM "RawPayload" WHERE number = 2`,
    );
    expect(JSON.parse(raw?.payload ?? '')).toEqual({ recipe, period: 2 });
  });

  it('goes on where it was cut short, with nothing twice', async () => {
    const writer = writerOf(store);
    let commits = 0;
    const failing: GraphWriter = {
      ...writer,
      commit: (statements) => {
        commits += 1;
        return commits === 3 ? Promise.reject(new Error('cut short')) : writer.commit(statements);
      },
    };
    await expect(ingest(failing)).rejects.toThrow('cut short');
    expect((await current()).state.cursor).toBe(2);
    await ingest(writer);
    expect(await found()).toEqual(expected());
  });
});
