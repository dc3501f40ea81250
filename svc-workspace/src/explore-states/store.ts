import type { OrgId } from '@cairn/contracts';
import { createHash } from 'node:crypto';
import type { Database } from '../database/tables.ts';

export interface ExploreStateStore {
  /** Keeps a text and gives its key; the same text of the same org has the same key. */
  put(orgId: OrgId, text: string): Promise<string>;
  get(orgId: OrgId, key: string): Promise<string | null>;
}

const keyOf = (orgId: OrgId, text: string) =>
  `k${createHash('sha256').update(`${orgId}\n${text}`).digest('hex').slice(0, 32)}`;

/** Encoded queries that are too long for an address. */
export function exploreStateStore(db: Database, now: () => Date = () => new Date()): ExploreStateStore {
  return {
    put: async (orgId, text) => {
      const key = keyOf(orgId, text);
      await db
        .insertInto('explore_states')
        .values({ org_id: orgId, key, text, created_at: now().toISOString() })
        .onConflict((conflict) => conflict.columns(['org_id', 'key']).doNothing())
        .execute();
      return key;
    },
    get: async (orgId, key) => {
      const row = await db
        .selectFrom('explore_states')
        .select('text')
        .where('org_id', '=', orgId)
        .where('key', '=', key)
        .executeTakeFirst();
      return row?.text ?? null;
    },
  };
}
