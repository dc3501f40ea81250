import { FOLLOWED_LINKS, FollowedLinkKind, type OrgId, type UserId } from '@cairn/contracts';
import type { FollowedChange } from '@cairn/contracts/feed';
import type { Database } from '../database/tables.ts';
import { followedLinks } from './store.ts';

/** The saved things that a user follows and may see, and what happened to them. */
export interface FollowedChanges {
  readonly data: FollowedChange[];
  readonly followed: { kind: FollowedLinkKind; id: string; name: string }[];
}

const MOST_CHANGES = 500;

const LIST = new Intl.ListFormat('en-GB', { type: 'conjunction' });

const KINDS = new Map<string, FollowedLinkKind>(
  FollowedLinkKind.options.map((kind) => [FOLLOWED_LINKS[kind], kind]),
);

/** The kind of a followed saved thing by its type. */
const kindOf = (type: string) => KINDS.get(type) ?? 'board';

/** `Ada changed the name and the content of the board Delivery`. */
function sentence(kind: FollowedLinkKind, name: string, by: string | null, what: string): string {
  const parts = what.split(',').filter(Boolean);
  const of = parts.length > 0 ? `${LIST.format(parts.map((part) => `the ${part}`))} of the` : 'the';
  return `${by ?? 'Somebody'} changed ${of} ${kind} ${name}`;
}

/** Changes of followed saved things between two instants, newest first. */
export async function followedChanges(
  db: Database,
  orgId: OrgId,
  userId: UserId,
  { start, end }: { readonly start: string; readonly end: string },
): Promise<FollowedChanges> {
  const things = followedLinks(db, orgId, userId).select(['link.id', 'link.name', 'link.type']);
  const changes = followedLinks(db, orgId, userId)
    .innerJoin('link_changes as change', 'change.link_id', 'link.id')
    .leftJoin('user', 'user.id', 'change.user_id')
    .leftJoin('preferences', 'preferences.user_id', 'change.user_id')
    .select(['link.id', 'link.name', 'link.type', 'change.at', 'change.what'])
    .select(['user.name as user_name', 'preferences.display_name'])
    .where('change.at', '>=', start)
    .where('change.at', '<', end)
    .orderBy('change.at', 'desc')
    .orderBy('change.version', 'desc')
    .limit(MOST_CHANGES);
  const [named, rows] = await Promise.all([things.orderBy('link.name').execute(), changes.execute()]);
  return {
    followed: named.map(({ id, name, type }) => ({ kind: kindOf(type), id, name })),
    data: rows.map(({ id, name, type, at, what, user_name, display_name }) => {
      const by = display_name ?? user_name;
      return { kind: kindOf(type), id, name, by, at, description: sentence(kindOf(type), name, by, what) };
    }),
  };
}
