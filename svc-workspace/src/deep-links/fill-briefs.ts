import type { SavedTypeTable } from '@cairn/contracts';
import type { Database } from '../database/tables.ts';
import { briefOf } from './state.ts';

/** States have up to a million characters, so few are held in memory at once. */
const BATCH = 20;

/** Computes the briefs of saved things that an earlier version saved. */
export async function fillBriefs(db: Database, types: SavedTypeTable): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom('deep_links')
      .select(['id', 'type', 'state'])
      .where('brief', 'is', null)
      .limit(BATCH)
      .execute();
    if (rows.length === 0) return;
    for (const { id, type, state } of rows)
      await db
        .updateTable('deep_links')
        .set({ brief: briefOf(types[type], state) })
        .where('id', '=', id)
        .execute();
  }
}
