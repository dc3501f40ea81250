import { z } from 'zod';
// By its public name, so that a page has one copy of it.
import {
  deepLinkOf,
  defineContract,
  linkSummaryOf,
  OrgId,
  Scope,
  UserId,
  type LinkTypeNames,
} from '@cairn/contracts';

const count = z.int().min(0);
const id = z.string().min(1).max(64);
const anyOrg = { org_id: OrgId.optional() };
const org = { org_id: z.string({ error: 'expected org id' }).pipe(OrgId) };

function findRoutes(types: LinkTypeNames) {
  const type = z.enum(types);
  return defineContract({
    searchLinks: {
      method: 'POST',
      path: '/api/deep-links/search',
      access: 'session',
      summary:
        'The saved things with words that begin with the words of a text, the first of each type, and how many of each type there are. They stand by how well they match, by when the caller opened them last, or by how often anybody did; equal ones by age.',
      input: z.strictObject({
        ...org,
        text: z.string().max(500).default(''),
        types: z.array(type).optional(),
        order: z.enum(['match', 'opened', 'popular']).default('match'),
        /** Only what the caller owns, or only what others do. */
        owner: z.enum(['me', 'others']).optional(),
        perType: z.int().min(1).max(50).default(3),
      }),
      output: z.object({
        data: z.array(linkSummaryOf(types)),
        counts: z.record(z.string(), count),
      }),
      errors: ['not_found'],
    },
    readThumbnails: {
      method: 'POST',
      path: '/api/deep-links/thumbnails',
      access: 'session',
      summary: 'The thumbnails of the things that the caller may see, as data addresses by id.',
      input: z.strictObject({ ...org, ids: z.array(id).min(1).max(50) }),
      output: z.object({ data: z.record(z.string(), z.string()) }),
      errors: ['not_found'],
    },
  });
}

/** A saved thing that was deleted and can be restored. */
const deletedLinkOf = (types: LinkTypeNames) =>
  z.object({
    id: z.string(),
    type: z.enum(types),
    name: z.string(),
    scope: Scope,
    deletedBy: UserId,
    deleterName: z.string(),
    deletedAt: z.string(),
    /** When it is forgotten. */
    restorableUntil: z.string(),
  });

export type DeletedThing = z.infer<ReturnType<typeof deletedLinkOf>>;

function deletedRoutes(types: LinkTypeNames) {
  return defineContract({
    listDeleted: {
      method: 'POST',
      path: '/api/deep-links/deleted',
      access: 'session',
      summary:
        'What was deleted in an org in the last thirty days and the caller may restore, the latest first.',
      input: z.strictObject({
        ...org,
        offset: z.int().min(0).max(100_000).default(0),
        limit: z.int().min(1).max(100).default(50),
      }),
      output: z.object({ data: z.array(deletedLinkOf(types)), total: count }),
      errors: ['not_found'],
    },
    restoreLink: {
      method: 'POST',
      path: '/api/deep-links/restore',
      access: 'session',
      summary:
        'Brings back what was deleted in the last thirty days, for whoever may change it: the same thing, with its favourites and openings.',
      input: z.strictObject({ ...org, id }),
      output: z.object({ data: deepLinkOf(types) }),
      errors: ['not_found', 'forbidden', 'read_only', 'quota_exceeded'],
    },
  });
}

function arrangeRoutes(types: LinkTypeNames) {
  const DeepLink = deepLinkOf(types);
  return defineContract({
    annotateLink: {
      method: 'POST',
      path: '/api/deep-links/annotate',
      access: 'session',
      summary: 'Says for whom and for what a saved thing is; what is not named stays.',
      input: z.strictObject({
        ...anyOrg,
        id,
        targetRole: z.string().trim().max(200).optional(),
        useCase: z.string().trim().max(2_000).optional(),
      }),
      output: z.object({ data: DeepLink }),
      errors: ['not_found', 'forbidden', 'read_only', 'conflict'],
    },
    setLinkOwner: {
      method: 'POST',
      path: '/api/deep-links/set-owner',
      access: 'session',
      summary: 'Gives a thing that is shared with the org to another member, who may change things.',
      input: z.strictObject({ ...anyOrg, id, owner: UserId }),
      output: z.object({ data: DeepLink }),
      errors: ['not_found', 'forbidden', 'read_only', 'quota_exceeded'],
    },
    regroupLinks: {
      method: 'POST',
      path: '/api/deep-links/regroup',
      access: 'session',
      summary:
        'Renames a tag on everything in an org that the caller may change; an empty new tag removes it.',
      input: z.strictObject({
        ...anyOrg,
        fromGroup: z.string().trim().min(1).max(100),
        toGroup: z
          .string()
          .trim()
          .max(100)
          .refine((text) => !text.includes(','), 'must not hold a comma'),
      }),
      output: z.object({ data: z.object({ changed: count }) }),
      errors: ['not_found', 'read_only'],
    },
  });
}

/** Further routes of saved things, which a page calls when somebody searches, arranges or restores them. */
export function linkSearchContract(types: LinkTypeNames) {
  return { ...findRoutes(types), ...deletedRoutes(types), ...arrangeRoutes(types) };
}
