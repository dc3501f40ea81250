import {
  AppError,
  FOLLOWED_LINKS,
  type Caller,
  type FollowedKind,
  type FollowedLinkKind,
  type followingContract,
  type LinkType,
  type OrgId,
} from '@cairn/contracts';
import type { followedChangesContract } from '@cairn/contracts/feed';
import type { Handlers } from '@cairn/service-kit';
import type { Database } from '../database/tables.ts';
import { followedChanges } from './changes.ts';
import type { FollowingStore } from './store.ts';

/** Whether the caller may see a saved thing of this type. */
type SeesLink = (orgId: OrgId, caller: Caller, type: LinkType, id: string) => Promise<boolean>;

const isLinkKind = (kind: FollowedKind): kind is FollowedLinkKind => kind in FOLLOWED_LINKS;

/** What the user follows. */
export function followingRoutes(
  following: FollowingStore,
  seesLink: SeesLink,
): Handlers<typeof followingContract> {
  return {
    listFollowed: async ({ params: { orgId }, caller: { userId } }) => ({
      data: await following.list(orgId, userId),
    }),
    follow: async ({ params: { orgId }, caller, input: { kind, id, action } }) => {
      const { userId } = caller;
      if (action === 'remove') await following.remove(orgId, userId, kind, id);
      else {
        if (isLinkKind(kind) && !(await seesLink(orgId, caller, FOLLOWED_LINKS[kind], id)))
          throw new AppError('not_found', 'This was deleted, or it is not shared with you.');
        await following.add(orgId, userId, kind, id);
      }
      return { data: await following.list(orgId, userId) };
    },
  };
}

/** What happened to the saved things that the user follows. */
export function followedChangesRoutes(db: Database): Handlers<typeof followedChangesContract> {
  return {
    listFollowedChanges: ({ params: { orgId }, caller: { userId }, input }) =>
      followedChanges(db, orgId, userId, input),
  };
}
