import { LinkBrief, OrgId, UserId, type LinkType, type Role, type Scope } from '@cairn/contracts';
import type { Database } from '../database/tables.ts';

/** A saved thing without its state, with the fields that depend on the reader. */
export interface ListedLink {
  readonly id: string;
  readonly type: LinkType;
  readonly name: string;
  readonly description: string;
  readonly scope: Scope;
  readonly userId: UserId | null;
  readonly orgId: OrgId | null;
  readonly tags: string;
  readonly brief: LinkBrief;
  readonly targetRole: string;
  readonly useCase: string;
  readonly hasThumbnail: boolean;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly ownerName: string | null;
  readonly hits: number;
  readonly isBookmarked: boolean;
}

/** A saved thing as it is stored. */
export interface SavedLink extends ListedLink {
  readonly state: string;
}

/** Who asks for saved things, and in which org. */
export interface LinkReader {
  readonly orgId: OrgId;
  readonly userId: UserId;
}

/** Who asks for pictures; a limit on figures of people keeps those that others drew from whoever is no admin. */
export interface PictureReader extends LinkReader {
  readonly role: Role;
}

/** What a change writes. */
export interface Content {
  readonly name: string;
  readonly description: string;
  readonly scope: Scope;
  readonly tags: string;
  readonly state: string;
  /** What lists say of the state, as JSON text. */
  readonly brief: string;
  /** The words of the state; absent where it stays as it is. */
  readonly text?: string | undefined;
  readonly targetRole?: string | undefined;
  readonly useCase?: string | undefined;
  /** A picture as a data address; null takes it away, and absent leaves it. */
  readonly thumbnail?: string | null | undefined;
}

const LISTED = [
  'link.id',
  'link.type',
  'link.org_id',
  'link.user_id',
  'link.scope',
  'link.name',
  'link.description',
  'link.tags',
  'link.brief',
  'link.target_role',
  'link.use_case',
  'link.version',
  'link.created_at',
  'link.updated_at',
] as const;

/** Saved things as a user sees them, without states. */
export function selectFor(db: Database, orgId: string, userId: string) {
  return db
    .selectFrom('deep_links as link')
    .leftJoin('user', 'user.id', 'link.user_id')
    .leftJoin('preferences', 'preferences.user_id', 'link.user_id')
    .leftJoin('bookmarks', (join) =>
      join.onRef('bookmarks.link_id', '=', 'link.id').on('bookmarks.user_id', '=', userId),
    )
    .leftJoin('link_thumbnails', 'link_thumbnails.link_id', 'link.id')
    .where('link.holder', 'in', [orgId, ''])
    .select(LISTED)
    .select(['user.name as user_name', 'preferences.display_name', 'bookmarks.user_id as bookmarked'])
    .select('link_thumbnails.link_id as pictured')
    .select((select) =>
      select
        .selectFrom('hits')
        .whereRef('hits.link_id', '=', 'link.id')
        .select(({ fn }) => fn.sum('hits.hits').as('sum'))
        .as('hits'),
    );
}

type Row = Awaited<ReturnType<ReturnType<typeof selectFor>['execute']>>[number];

/** A row as a saved thing. */
export const toLink = (row: Row): ListedLink => ({
  id: row.id,
  type: row.type,
  name: row.name,
  description: row.description,
  scope: row.scope,
  userId: row.user_id === null ? null : UserId.parse(row.user_id),
  orgId: row.org_id === null ? null : OrgId.parse(row.org_id),
  tags: row.tags,
  brief: LinkBrief.parse(JSON.parse(row.brief ?? '{}')),
  targetRole: row.target_role,
  useCase: row.use_case,
  hasThumbnail: row.pictured !== null,
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  ownerName: row.display_name ?? row.user_name,
  // PostgreSQL sums to text.
  hits: Number(row.hits ?? 0),
  isBookmarked: row.bookmarked !== null,
});
