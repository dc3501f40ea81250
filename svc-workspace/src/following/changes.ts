import { type LinkType, type OrgId, type UserId } from '@cairn/contracts';
import { followedKindOf, followedPath } from '@cairn/contracts/followed-links';
import type { FollowedChange } from '@cairn/contracts/feed';
import type { Database } from '../database/tables.ts';
import { followedLinks } from './store.ts';

/** The saved things that a user follows and may see, and what happened to them. */
export interface FollowedChanges {
  readonly data: FollowedChange[];
  readonly followed: Pick<FollowedChange, 'kind' | 'id' | 'name' | 'path'>[];
}

const MOST_CHANGES = 500;

const LIST = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** `Ada changed the name and the content of the board Delivery`. */
function sentence(kind: FollowedChange['kind'], name: string, by: string | null, what: string): string {
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
  const things = followedLinks(db, orgId, userId).select(['link.id', 'link.name', 'link.type', 'link.brief']);
  const changes = followedLinks(db, orgId, userId)
    .innerJoin('link_changes as change', 'change.link_id', 'link.id')
    .leftJoin('user', 'user.id', 'change.user_id')
    .leftJoin('preferences', 'preferences.user_id', 'change.user_id')
    .select(['link.id', 'link.name', 'link.type', 'link.brief', 'change.at', 'change.what'])
    .select(['user.name as user_name', 'preferences.display_name'])
    .where('change.at', '>=', start)
    .where('change.at', '<', end)
    .orderBy('change.at', 'desc')
    .orderBy('change.version', 'desc')
    .limit(MOST_CHANGES);
  const [named, rows] = await Promise.all([things.orderBy('link.name').execute(), changes.execute()]);
  const shownOf = (link: (typeof named)[number]) => {
    const kind = followedKindOf(link.type as LinkType) ?? 'board';
    return { kind, id: link.id, name: link.name, path: followedPath(kind, orgId, link) };
  };
  return {
    followed: named.map(shownOf),
    data: rows.map(({ at, what, user_name, display_name, ...link }) => {
      const [shown, by] = [shownOf(link), display_name ?? user_name];
      return { ...shown, by, at, description: sentence(shown.kind, shown.name, by, what) };
    }),
  };
}
