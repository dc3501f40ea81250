import { AppError, type Caller, type followingContract, type OrgId } from '@cairn/contracts';
import type { followedChangesContract } from '@cairn/contracts/feed';
import type { Handlers } from '@cairn/service-kit';
import type { Database } from '../database/tables.ts';
import { followedChanges } from './changes.ts';
import type { FollowingStore } from './store.ts';

/** Whether the caller may see a saved thing of the org. */
type SeesLink = (orgId: OrgId, caller: Caller, id: string) => Promise<boolean>;

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
        if ((kind === 'board' || kind === 'space') && !(await seesLink(orgId, caller, id)))
          throw new AppError('not_found', 'This was deleted, or it is not shared with you.');
        await following.add(orgId, userId, kind, id);
      }
      return { data: await following.list(orgId, userId) };
    },
  };
}

/** What happened to the boards and spaces that the user follows. */
export function followedChangesRoutes(db: Database): Handlers<typeof followedChangesContract> {
  return {
    listFollowedChanges: ({ params: { orgId }, caller: { userId }, input }) =>
      followedChanges(db, orgId, userId, input),
  };
}
