import { KINDS } from '@cairn/entities';
import type { GraphStore } from '../src/store/graph-store.ts';

const READ_AT = new Set(['firstSeen', 'lastSeen', 'dataVersion', 'batch']);

/** Every row of a graph, but for when it was read. */
export async function everythingIn(store: Pick<GraphStore, 'rows'>): Promise<string[]> {
  const found: string[] = [];
  for (const table of [...KINDS.map(({ name }) => name), 'Relation', 'SourceRecord']) {
    const rows = await store.rows<Record<string, unknown>>(`SELECT * FROM "${table}"`);
    const plain = rows.map((row) => Object.entries(row).filter(([name]) => !READ_AT.has(name)));
    found.push(...plain.map((row) => `${table} ${JSON.stringify(row)}`));
  }
  return found.toSorted();
}

/** The rows that only one of two graphs has. */
export function tellApart(graph: readonly string[], other: readonly string[]) {
  const [first, second] = [new Set(graph), new Set(other)];
  return {
    onlyHere: graph.filter((row) => !second.has(row)).slice(0, 20),
    missing: other.filter((row) => !first.has(row)).slice(0, 20),
    rows: graph.length - other.length,
  };
}

/** What two equal graphs differ in. */
export const SAME = { onlyHere: [], missing: [], rows: 0 };
