import { z } from 'zod';
import { OrgId } from './identity.ts';
import { defineContract } from './route.ts';
import type { SAVED_TYPES } from './saved-types/saved-types.ts';

/** The entities that people can follow (ruling 23). */
export const FollowedEntityKind = z.enum(['person', 'repository', 'project', 'team']);
export type FollowedEntityKind = z.infer<typeof FollowedEntityKind>;

/** The saved things that people can follow, with the type of each. */
export const FOLLOWED_LINKS = {
  board: 'dashboard-v1',
  space: 'space-v1',
  query: 'explore-v1',
  topic: 'digest-v2',
  report: 'narrative-v1',
} as const satisfies Readonly<Record<string, keyof typeof SAVED_TYPES>>;

export type FollowedLinkKind = keyof typeof FOLLOWED_LINKS;
export const FollowedLinkKind = z.enum(Object.keys(FOLLOWED_LINKS) as FollowedLinkKind[]);

/** What people can follow (ruling 23). */
export const FollowedKind = z.enum([...FollowedEntityKind.options, ...FollowedLinkKind.options]);
export type FollowedKind = z.infer<typeof FollowedKind>;

const Followed = z.object({
  kind: FollowedKind,
  id: z.string(),
  since: z.string(),
  /** What it is called, and what tells it apart; null where that is not known. Only where names are asked for. */
  name: z.string().nullable().optional(),
  hint: z.string().nullable().optional(),
});
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
    batched: true,
    access: 'viewer',
    summary: 'What the user follows, newest first. With names, the graph is asked what entities are called.',
    params,
    query: z.strictObject({ names: z.enum(['true', 'false']).optional() }),
    output: output.extend({
      /** Says why names are missing. */
      notice: z.string().nullable(),
    }),
  },
  follow: {
    method: 'POST',
    path: '/api/{orgId}/following/follow',
    access: 'viewer',
    summary: 'Begins or ends to follow something. A saved thing must be one that the user may see.',
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
