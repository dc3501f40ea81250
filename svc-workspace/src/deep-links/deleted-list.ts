import {
  atLeast,
  UserId,
  type Actor,
  type LinkType,
  type SavedTypeTable,
  type Scope,
} from '@cairn/contracts';
import type { Database } from '../database/tables.ts';

/** A deleted thing in the list of those that somebody may restore. */
export interface ListedDeletion {
  readonly id: string;
  readonly type: LinkType;
  readonly name: string;
  readonly scope: Scope;
  readonly deletedBy: UserId;
  readonly deleterName: string;
  readonly deletedAt: string;
}

/** A page of deleted things, and how many there are. */
export interface DeletionPage {
  readonly deletions: readonly ListedDeletion[];
  readonly total: number;
}

/** Who asks for deleted things, with the types whose rules decide. */
export interface Restorer {
  readonly actor: Actor;
  readonly types: SavedTypeTable;
}

const namesWith = (types: SavedTypeTable, has: (rules: SavedTypeTable[LinkType]) => boolean) =>
  Object.entries(types).flatMap(([name, rules]) => (has(rules) ? [name as LinkType] : []));

/** The deleted things that this person may restore, as `editDenial` decides of one. */
function restorable(db: Database, { actor, types }: Restorer, since: string) {
  const { orgId, userId, role, superuser } = actor;
  const ofOwners = namesWith(types, ({ sharer }) => sharer === undefined);
  const ofSharers = namesWith(types, ({ sharer }) => atLeast(role, sharer ?? 'admin'));
  const personal = namesWith(types, ({ isPersonal }) => isPersonal === true);
  return db
    .selectFrom('deleted_links as link')
    .where('link.deleted_in', '=', orgId)
    .where('link.deleted_at', '>=', since)
    .where((where) => {
      const isOf = (names: readonly LinkType[]) =>
        names.length > 0 ? where('link.type', 'in', names) : where.lit(false);
      const [isPrivate, isShared] = [where('link.scope', '=', 'private'), where('link.scope', '=', 'org')];
      const isOwn = where('link.user_id', '=', userId);
      const isGlobal = where('link.scope', '=', 'global');
      return where.and([
        where.not(isOf(personal)),
        where.or([
          where.and([isPrivate, isOwn]),
          where.and([isShared, isOwn, isOf(ofOwners)]),
          where.and([isShared, isOf(ofSharers)]),
          where.and([isGlobal, superuser ? where.lit(true) : where.lit(false)]),
        ]),
      ]);
    });
}

/** A page of what somebody may restore, the latest first. Viewers restore nothing. */
export async function listDeletions(
  db: Database,
  restorer: Restorer,
  { since, offset, limit }: { readonly since: string; readonly offset: number; readonly limit: number },
): Promise<DeletionPage> {
  if (restorer.actor.role === 'viewer') return { deletions: [], total: 0 };
  const found = restorable(db, restorer, since);
  const [count, rows] = await Promise.all([
    found.select(({ fn }) => fn.countAll<number | string>().as('total')).executeTakeFirstOrThrow(),
    found
      .innerJoin('user', 'user.id', 'link.deleted_by')
      .leftJoin('preferences', 'preferences.user_id', 'link.deleted_by')
      .select(['link.id', 'link.type', 'link.name', 'link.scope', 'link.deleted_by', 'link.deleted_at'])
      .select(['user.name as account_name', 'preferences.display_name'])
      .orderBy('link.deleted_at', 'desc')
      .orderBy('link.id')
      .offset(offset)
      .limit(limit)
      .execute(),
  ]);
  return {
    total: Number(count.total),
    deletions: rows.map(({ deleted_by, deleted_at, display_name, account_name, ...link }) => ({
      ...link,
      deletedBy: UserId.parse(deleted_by),
      deleterName: display_name ?? account_name,
      deletedAt: deleted_at,
    })),
  };
}
