import type { NarrativePrefix, PrefixKind } from '@cairn/contracts';
import { randomUUID } from 'node:crypto';
import type { Database } from '../database/tables.ts';

export interface NarrativePrefixStore {
  /** The instructions of one kind or of all, in the order of their kinds. */
  list(kind?: PrefixKind): Promise<NarrativePrefix[]>;
  /** Sets the instructions of a kind. */
  set(kind: PrefixKind, texts: { readonly name: string; readonly prefix: string }): Promise<void>;
  /** Removes instructions; false where there are none with this id. */
  remove(id: string): Promise<boolean>;
}

/** Prompt instructions of the installation. */
export function narrativePrefixStore(db: Database, now: () => Date = () => new Date()): NarrativePrefixStore {
  return {
    list: async (kind) => {
      const all = db.selectFrom('narrative_prefixes').selectAll().orderBy('global_key');
      const rows = await (kind === undefined ? all : all.where('global_key', '=', kind)).execute();
      return rows.map(({ id, name, prefix, global_key, updated_at: updatedAt }) => ({
        id,
        name,
        prefix,
        global_key,
        updatedAt,
      }));
    },
    set: async (global_key, { name, prefix }) => {
      const texts = { name, prefix, updated_at: now().toISOString() };
      await db
        .insertInto('narrative_prefixes')
        .values({ id: randomUUID(), global_key, ...texts })
        .onConflict((conflict) => conflict.column('global_key').doUpdateSet(texts))
        .execute();
    },
    remove: async (id) =>
      (await db.deleteFrom('narrative_prefixes').where('id', '=', id).executeTakeFirst()).numDeletedRows ===
      1n,
  };
}
