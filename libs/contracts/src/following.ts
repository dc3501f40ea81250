import { z } from 'zod';
import { OrgId } from './identity.ts';
import { defineContract } from './route.ts';

/** What people can follow (ruling 23). */
export const FollowedKind = z.enum(['person', 'repository', 'project', 'team', 'board', 'space']);
export type FollowedKind = z.infer<typeof FollowedKind>;

const Followed = z.object({ kind: FollowedKind, id: z.string(), since: z.string() });
export type Followed = z.infer<typeof Followed>;

/** How many things one person follows in an org at most. */
export const MOST_FOLLOWED = 500;

const params = z.object({ orgId: OrgId });
const output = z.object({ data: z.array(Followed) });

/** What the user follows in an org. Nobody else sees it. */
export const followingContract = defineContract({
  listFollowed: {
    method: 'GET',
    path: '/api/{orgId}/following',
    access: 'viewer',
    summary: 'What the user follows, newest first.',
    params,
    output,
  },
  follow: {
    method: 'POST',
    path: '/api/{orgId}/following/follow',
    access: 'viewer',
    summary: 'Begins or ends to follow something. A board must be one that the user may see.',
    params,
    input: z.strictObject({
      kind: FollowedKind,
      id: z.string().min(1).max(64),
      action: z.enum(['add', 'remove']),
    }),
    output,
    errors: ['not_found', 'quota_exceeded'],
  },
});
