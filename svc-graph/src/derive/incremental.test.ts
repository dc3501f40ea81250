import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY } from '../sources/simulated/calendar.ts';
import { loadsOf } from '../sources/simulated/ingest.ts';
import { OWN_FIELDS } from '../sources/simulated/own-fields.ts';
import { simulate } from '../sources/simulated/simulate.ts';
import { writerOf } from '../store/graph-writer.ts';
import type { Row } from '../store/load.ts';
import { ownAttributeStatements } from '../store/own-attributes.ts';
import { type Graph, NOW, ORG, openGraph } from '../../test/derived-graph.ts';
import { runs } from '../../test/runs.ts';

const DERIVED = ['PullRequest', 'Issue', 'TimeInStatus', 'CicdPipeline', 'Flow'];

/** All derived rows, as text. */
async function derivedOf({ store }: Graph): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const kind of DERIVED) {
    const rows = await store.rows<{ row: string }>(
      `SELECT to_json(t)::VARCHAR AS row FROM "${kind}" t ORDER BY uuid`,
    );
    tables[kind] = rows.map(({ row }) => row);
  }
  const edges = await store.rows<{ row: string }>(
    `SELECT to_json(t)::VARCHAR AS row FROM "Relation" t WHERE relation LIKE 'cover%' ORDER BY ALL`,
  );
  return { ...tables, edges: edges.map(({ row }) => row) };
}

const recipe = { events: 1_000, from: NOW - 70 * DAY, to: NOW - 10 * DAY };

/** Every row of a small simulated company, with its table. */
function rowsOf(seed: number): (readonly [string, Row])[] {
  return [...simulate(ORG, { ...recipe, seed })].flatMap(({ tables }) =>
    [...tables].flatMap(([table, rows]) => rows.map((row) => [table, row] as const)),
  );
}

const TABLES = [
  'Person',
  'PullRequest',
  'Issue',
  'Commit',
  'CicdPipeline',
  'Message',
  'CalendarEntry',
  'Relation',
  'Event',
];

/** Tables of some rows. */
function tablesOf(rows: readonly (readonly [string, Row])[]): Map<string, Row[]> {
  const tables = new Map<string, Row[]>();
  for (const [table, row] of rows) tables.set(table, [...(tables.get(table) ?? []), row]);
  return tables;
}

/** The rows in dependency order, cut into batches; whole tables of `last` come last. */
function batchesOf(
  rows: readonly (readonly [string, Row])[],
  { order, cuts, last }: { order: number; cuts: readonly number[]; last: readonly string[] },
): Map<string, Row[]>[] {
  const random = (index: number) => (Math.abs(Math.sin(order * 7_919 + index * 104_729)) * 1e6) % 1;
  const mixed = rows
    .map((row, index) => [random(index), row] as const)
    .toSorted(([left], [right]) => left - right)
    .map(([, row]) => row);
  const first = mixed.filter(([table]) => !last.includes(table));
  const ends = cuts.map((cut) => Math.floor((cut / 100) * first.length)).toSorted((a, b) => a - b);
  const bounds = [0, ...ends, first.length];
  return [
    ...bounds.slice(1).map((end, index) => first.slice(bounds[index], end)),
    ...last.map((name) => mixed.filter(([table]) => table === name)),
  ].map(tablesOf);
}

describe('what is worked out a batch at a time', () => {
  it('is what is worked out at once, in whatever order and pieces things come in', async () => {
    const whole = new Map<number, Record<string, string[]>>();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(1, 2),
        fc.record({
          order: fc.nat(1_000_000),
          cuts: fc.array(fc.nat(100), { maxLength: 3 }),
          last: fc.shuffledSubarray(TABLES, { minLength: 1, maxLength: 4 }),
        }),
        async (seed, arrival) => {
          const graph = await openGraph();
          try {
            await writerOf(graph.store).commit(ownAttributeStatements(OWN_FIELDS));
            for (const tables of batchesOf(rowsOf(seed), arrival))
              await graph.publish(...loadsOf(tables, 'company'));
            const gradual = await derivedOf(graph);
            await graph.rebuild();
            const anew = await derivedOf(graph);
            for (const kind of [...DERIVED, 'edges']) expect(gradual[kind], kind).toEqual(anew[kind]);
            // The order of arrival leaves no trace.
            expect(whole.get(seed) ?? anew).toEqual(anew);
            whole.set(seed, anew);
          } finally {
            graph.close();
          }
        },
      ),
      { numRuns: runs(5) },
    );
    const counts = [...whole.values()].flatMap((tables) => Object.values(tables));
    expect(counts.every((rows) => rows.length > 0)).toBe(true);
  }, 120_000);
});
