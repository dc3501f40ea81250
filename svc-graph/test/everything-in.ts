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
