import {
  AppError,
  FOLLOWED_LINKS,
  LinkBrief,
  MOST_FOLLOWED,
  type Followed,
  type FollowedKind,
  type OrgId,
  type UserId,
} from '@cairn/contracts';
import type { Database } from '../database/tables.ts';

/** What a followed thing is called, and what it holds. */
interface Named {
  readonly name: string;
  readonly hint: string | null;
}

export interface FollowingStore {
  /** What a user follows, newest first. */
  list(orgId: OrgId, userId: UserId): Promise<Followed[]>;
  /** The names of the saved things that a user follows and may see, by id. */
  linkNames(orgId: OrgId, userId: UserId): Promise<ReadonlyMap<string, Named>>;
  /** Begins to follow; `quota_exceeded` for somebody who follows too much. */
  add(orgId: OrgId, userId: UserId, kind: FollowedKind, id: string): Promise<void>;
  remove(orgId: OrgId, userId: UserId, kind: FollowedKind, id: string): Promise<void>;
}

/** The saved things that a user follows in an org and may see now. */
export const followedLinks = (db: Database, orgId: OrgId, userId: UserId) =>
  db
    .selectFrom('followed')
    .innerJoin('deep_links as link', 'link.id', 'followed.thing_id')
    .where('followed.org_id', '=', orgId)
    .where('followed.user_id', '=', userId)
    .where('link.holder', 'in', [orgId, ''])
    .where('link.type', 'in', Object.values(FOLLOWED_LINKS))
    .where((where) => where.or([where('link.scope', '!=', 'private'), where('link.user_id', '=', userId)]));

/** What people follow in orgs. */
export function followingStore(db: Database, now: () => Date = () => new Date()): FollowingStore {
  const list: FollowingStore['list'] = async (orgId, userId) => {
    const rows = await db
      .selectFrom('followed')
      .selectAll()
      .where('org_id', '=', orgId)
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .orderBy('thing_id')
      .execute();
    return rows.map(({ kind, thing_id: id, created_at: since }) => ({ kind, id, since }));
  };
  return {
    list,
    linkNames: async (orgId, userId) => {
      const rows = await followedLinks(db, orgId, userId)
        .select(['link.id', 'link.name', 'link.brief'])
        .execute();
      return new Map(
        rows.map(({ id, name, brief }) => {
          const { words } = LinkBrief.parse(JSON.parse(brief ?? '{}'));
          return [id, { name, hint: words || null }];
        }),
      );
    },
    add: async (orgId, userId, kind, id) => {
      if ((await list(orgId, userId)).length >= MOST_FOLLOWED) {
        throw new AppError(
          'quota_exceeded',
          `You follow ${MOST_FOLLOWED} things. End to follow what you no longer need.`,
        );
      }
      const row = { org_id: orgId, user_id: userId, kind, thing_id: id, created_at: now().toISOString() };
      await db
        .insertInto('followed')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    remove: async (orgId, userId, kind, id) => {
      const own = db.deleteFrom('followed').where('org_id', '=', orgId).where('user_id', '=', userId);
      await own.where('kind', '=', kind).where('thing_id', '=', id).execute();
    },
  };
}
