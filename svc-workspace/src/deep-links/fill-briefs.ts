import type { SavedTypeTable } from '@cairn/contracts';
import type { Database } from '../database/tables.ts';
import { indexLink } from './search-index.ts';
import { saidOf } from './state.ts';

/** States have up to a million characters, so few are held in memory at once. */
const BATCH = 20;

/** Computes what lists and searches know of saved things that an earlier version saved. */
export async function fillBriefs(db: Database, types: SavedTypeTable): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom('deep_links as link')
      .leftJoin('link_texts', 'link_texts.link_id', 'link.id')
      .select(['link.id', 'link.type', 'link.name', 'link.description', 'link.tags', 'link.state'])
      .where((where) => where.or([where('link.brief', 'is', null), where('link_texts.id', 'is', null)]))
      .limit(BATCH)
      .execute();
    if (rows.length === 0) return;
    await db.transaction().execute(async (trx) => {
      for (const { id, type, state, ...texts } of rows) {
        const { brief, text } = saidOf(types[type], state);
        await trx.updateTable('deep_links').set({ brief }).where('id', '=', id).execute();
        await indexLink(trx, id, { ...texts, brief, text });
      }
    });
  }
}
