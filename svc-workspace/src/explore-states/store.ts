import { AppError, type OrgId, type UserId } from '@cairn/contracts';
import { createHash } from 'node:crypto';
import type { Database } from '../database/tables.ts';

export interface ExploreStateStore {
  /** Stores a text and returns its key; the same text in the same org has the same key. */
  put(orgId: OrgId, userId: UserId, text: string): Promise<string>;
  get(orgId: OrgId, key: string): Promise<string | null>;
}

const keyOf = (orgId: OrgId, text: string) =>
  `k${createHash('sha256').update(`${orgId}\n${text}`).digest('hex').slice(0, 32)}`;

/** How many characters of queries one user, and all users of an org together, may store. */
export interface StateQuotas {
  readonly own: number;
  readonly org: number;
}

/** Room for a hundred of the longest queries per user; usual queries have some thousand characters. */
export const STATE_QUOTAS: StateQuotas = { own: 50_000_000, org: 500_000_000 };

async function isKept(db: Database, orgId: OrgId, key: string): Promise<boolean> {
  const kept = db.selectFrom('explore_states').select('key').where('org_id', '=', orgId);
  return (await kept.where('key', '=', key).executeTakeFirst()) !== undefined;
}

async function checkRoom(
  db: Database,
  { orgId, userId, size }: { readonly orgId: OrgId; readonly userId: UserId; readonly size: number },
  quotas: StateQuotas,
): Promise<void> {
  const kept = db
    .selectFrom('explore_states')
    .select(({ fn }) => fn.sum('size').as('size'))
    .where('org_id', '=', orgId);
  const [own, org] = await Promise.all([
    kept.where('user_id', '=', userId).executeTakeFirst(),
    kept.executeTakeFirst(),
  ]);
  // PostgreSQL sums to text.
  const isTooMuch = (sum: typeof own, most: number) => Number(sum?.size ?? 0) + size > most;
  if (isTooMuch(own, quotas.own) || isTooMuch(org, quotas.org))
    throw new AppError(
      'quota_exceeded',
      'So many long queries are kept here that no other fits. Ask a shorter question, or save this one in the library.',
    );
}

/** Encoded queries that are too long for an address. */
export function exploreStateStore(
  db: Database,
  now: () => Date = () => new Date(),
  quotas: StateQuotas = STATE_QUOTAS,
): ExploreStateStore {
  return {
    put: async (orgId, userId, text) => {
      const key = keyOf(orgId, text);
      if (await isKept(db, orgId, key)) return key;
      await checkRoom(db, { orgId, userId, size: text.length }, quotas);
      await db
        .insertInto('explore_states')
        .values({
          org_id: orgId,
          user_id: userId,
          key,
          text,
          size: text.length,
          created_at: now().toISOString(),
        })
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
