import { LinkBrief, OrgId, Scope, UserId, type LinkType } from '@cairn/contracts';
import { z } from 'zod';
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

/** The content of a deleted space. */
const DeletedSpace = z.object({
  name: z.string(),
  description: z.string(),
  group: z.string(),
  scope: Scope,
  state: z.string(),
});
export type DeletedSpace = z.infer<typeof DeletedSpace>;

export interface SpaceStore {
  /** The spaces that a user may see, by name. */
  list(orgId: OrgId, userId: UserId): Promise<ListedSpace[]>;
  /** Those of the boards and queries with these ids that a user may see. */
  named(orgId: OrgId, userId: UserId, ids: readonly string[]): Promise<SpaceTarget[]>;
  /** Keeps the content of a space that is about to be deleted, and who has pinned it. */
  keep(orgId: OrgId, userId: UserId, id: string, content: DeletedSpace): Promise<void>;
  /** What this user deleted under an id; null where that is too long ago, or was somebody else. */
  deleted(orgId: OrgId, userId: UserId, id: string): Promise<DeletedSpace | null>;
  /** Gives pins and followers of a deleted space to the one that takes its place. */
  movePins(orgId: OrgId, from: string, to: string): Promise<void>;
}

/** How long a deleted space can be restored. */
export const RESTORE_DAYS = 30;
const DAY_MS = 86_400_000;
/** Databases take a limited number of values in one statement. */
const IDS_AT_ONCE = 500;

/** Deep links of an org, or global ones, that a user may see. */
const visible = (db: Database, orgId: OrgId, userId: UserId) =>
  db
    .selectFrom('deep_links as link')
    .where((where) => where.or([where('link.org_id', '=', orgId), where('link.org_id', 'is', null)]))
    .where((where) => where.or([where('link.scope', '!=', 'private'), where('link.user_id', '=', userId)]));

/** The spaces of an org, beside what deep links do for them. */
export function spaceStore(db: Database, now: () => Date = () => new Date()): SpaceStore {
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
    ...deletedStore(db, now),
  };
}

function deletedStore(db: Database, now: () => Date): Pick<SpaceStore, 'keep' | 'deleted' | 'movePins'> {
  const since = () => new Date(now().getTime() - RESTORE_DAYS * DAY_MS).toISOString();
  return {
    keep: async (orgId, userId, id, content) => {
      await db.deleteFrom('deleted_spaces').where('deleted_at', '<', since()).execute();
      const pins = await db.selectFrom('bookmarks').select('user_id').where('link_id', '=', id).execute();
      const values = {
        deleted_by: userId,
        deleted_at: now().toISOString(),
        content: JSON.stringify(content),
        pins: JSON.stringify(pins.map(({ user_id }) => user_id)),
      };
      await db
        .insertInto('deleted_spaces')
        .values({ id, org_id: orgId, ...values })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
        .execute();
    },
    deleted: async (orgId, userId, id) => {
      const row = await db
        .selectFrom('deleted_spaces')
        .select('content')
        .where('id', '=', id)
        .where('org_id', '=', orgId)
        .where('deleted_by', '=', userId)
        .where('deleted_at', '>=', since())
        .executeTakeFirst();
      return row ? DeletedSpace.parse(JSON.parse(row.content)) : null;
    },
    movePins: (orgId, from, to) =>
      db.transaction().execute(async (trx) => {
        const row = await trx
          .deleteFrom('deleted_spaces')
          .where('id', '=', from)
          .where('org_id', '=', orgId)
          .returning('pins')
          .executeTakeFirst();
        const pinned = z.array(z.string()).parse(JSON.parse(row?.pins ?? '[]'));
        const people = await trx
          .selectFrom('user')
          .select('id')
          .where('id', 'in', [...pinned, ''])
          .execute();
        const created_at = now().toISOString();
        const pins = people.map(({ id: user_id }) => ({ user_id, link_id: to, created_at }));
        if (pins.length > 0) await trx.insertInto('bookmarks').values(pins).execute();
        await trx
          .updateTable('followed')
          .set({ thing_id: to })
          .where('org_id', '=', orgId)
          .where('kind', '=', 'space')
          .where('thing_id', '=', from)
          .execute();
      }),
  };
}
