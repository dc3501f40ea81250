import { LinkBrief, OrgId, UserId, type LinkType, type Scope } from '@cairn/contracts';
import type { Database } from '../database/tables.ts';

/** A space as lists read it. */
export interface ListedSpace {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly group: string;
  readonly scope: Scope;
  readonly userId: UserId | null;
  readonly orgId: OrgId | null;
  readonly state: string;
  readonly version: number;
  readonly isBookmarked: boolean;
  readonly ownerName: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** What a space shows of a board or query in it. */
export interface SpaceTarget {
  readonly id: string;
  readonly type: LinkType;
  readonly name: string;
  readonly brief: LinkBrief;
  readonly targetRole: string;
  readonly useCase: string;
}

export interface SpaceStore {
  /** The spaces that a user may see, by name. */
  list(orgId: OrgId, userId: UserId): Promise<ListedSpace[]>;
  /** Those of the boards and queries with these ids that a user may see. */
  named(orgId: OrgId, userId: UserId, ids: readonly string[]): Promise<SpaceTarget[]>;
}

/** Databases take a limited number of values in one statement. */
const IDS_AT_ONCE = 500;

/** Deep links of an org, or global ones, that a user may see. */
const visible = (db: Database, orgId: OrgId, userId: UserId) =>
  db
    .selectFrom('deep_links as link')
    .where((where) => where.or([where('link.org_id', '=', orgId), where('link.org_id', 'is', null)]))
    .where((where) => where.or([where('link.scope', '!=', 'private'), where('link.user_id', '=', userId)]));

/** The spaces of an org, beside what deep links do for them. */
export function spaceStore(db: Database): SpaceStore {
  return {
    list: async (orgId, userId) => {
      const rows = await visible(db, orgId, userId)
        .leftJoin('user', 'user.id', 'link.user_id')
        .leftJoin('preferences', 'preferences.user_id', 'link.user_id')
        .leftJoin('bookmarks', (join) =>
          join.onRef('bookmarks.link_id', '=', 'link.id').on('bookmarks.user_id', '=', userId),
        )
        .where('link.type', '=', 'space-v1')
        .select(['link.id', 'link.name', 'description', 'tags', 'scope', 'link.user_id', 'link.org_id'])
        .select(['state', 'version', 'link.created_at', 'updated_at', 'bookmarks.user_id as pinned_by'])
        .select(['user.name as user_name', 'preferences.display_name'])
        .orderBy((order) => order.fn('lower', ['link.name']))
        .orderBy('link.id')
        .execute();
      return rows.map((row) => ({
        id: row.id,
        name: row.name,
        description: row.description,
        group: row.tags,
        scope: row.scope,
        userId: row.user_id === null ? null : UserId.parse(row.user_id),
        orgId: row.org_id === null ? null : OrgId.parse(row.org_id),
        state: row.state,
        version: row.version,
        isBookmarked: row.pinned_by !== null,
        ownerName: row.display_name ?? row.user_name,
        createdAt: row.created_at,
        updatedAt: row.updated_at,
      }));
    },
    named: async (orgId, userId, ids) => {
      const found: SpaceTarget[] = [];
      for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
        const rows = await visible(db, orgId, userId)
          .where('link.id', 'in', ids.slice(from, from + IDS_AT_ONCE))
          .select(['link.id', 'link.type', 'link.name', 'link.brief'])
          .select(['link.target_role as targetRole', 'link.use_case as useCase'])
          .execute();
        for (const { brief, ...row } of rows)
          found.push({ ...row, brief: LinkBrief.parse(JSON.parse(brief ?? '{}')) });
      }
      return found;
    },
  };
}
