import { z } from 'zod';
import { OrgId, UserId } from './identity.ts';
import { defineContract } from './route.ts';
import { shownName } from './shown-text.ts';
import { LinkBrief } from './saved-types/saved-type.ts';
import type { LinkType, SavedTypeTable } from './saved-types/saved-types.ts';

export const Scope = z.enum(['private', 'org', 'global']);
export type Scope = z.infer<typeof Scope>;

const linkTypeOf = (types: SavedTypeTable) => z.enum(Object.keys(types) as LinkType[]);

/** A saved thing of one of these types, as lists hold it. */
const linkSummaryOf = (types: SavedTypeTable) =>
  z.object({
    id: z.string(),
    type: linkTypeOf(types),
    name: z.string(),
    description: z.string(),
    scope: Scope,
    userId: UserId.nullable(),
    orgId: OrgId.nullable(),
    /** Comma-separated tags (W§3). */
    group: z.string(),
    brief: LinkBrief,
    isBookmarked: z.boolean(),
    /** Whether the caller may change it. */
    canEdit: z.boolean(),
    ownerName: z.string().nullable(),
    hits: z.int(),
    /** Grows with each change; an update names the version it read, and a stale one is a conflict. */
    version: z.int(),
    createdAt: z.string(),
    updatedAt: z.string(),
  });
export type LinkSummary = z.infer<ReturnType<typeof linkSummaryOf>>;

/** A saved thing; `state` is JSON text that fits the schema of its type. */
const deepLinkOf = (types: SavedTypeTable) => linkSummaryOf(types).extend({ state: z.string() });
export type DeepLink = z.infer<ReturnType<typeof deepLinkOf>>;

/** The most saved things in one answer. */
export const LINKS_PER_PAGE = 250;

const name = shownName(200);
const description = z.string().max(2_000);
const state = z.string().max(1_000_000);
const org = { org_id: OrgId };
const id = z.string().min(1).max(64);

function readRoutes(types: SavedTypeTable) {
  const DeepLink = deepLinkOf(types);
  return defineContract({
    listLinks: {
      method: 'POST',
      path: '/api/deep-links/list',
      access: 'session',
      summary:
        'Saved things of an org that the caller may see, newest change first and without their states; `more` says that there is a next page.',
      input: z.strictObject({
        ...org,
        type: linkTypeOf(types).optional(),
        offset: z.int().min(0).max(1_000_000).default(0),
        limit: z.int().min(1).max(LINKS_PER_PAGE).default(LINKS_PER_PAGE),
      }),
      output: z.object({ data: z.array(linkSummaryOf(types)), more: z.boolean() }),
      errors: ['not_found'],
    },
    readLink: {
      method: 'POST',
      path: '/api/deep-links/read',
      access: 'session',
      summary: 'One saved thing.',
      input: z.strictObject({ ...org, id }),
      output: z.object({ data: DeepLink }),
      errors: ['not_found'],
    },
  });
}

function writeRoutes(types: SavedTypeTable) {
  const DeepLink = deepLinkOf(types);
  return defineContract({
    createLink: {
      method: 'POST',
      path: '/api/deep-links/create',
      access: 'session',
      summary: 'Creates a saved thing; the state must fit its type.',
      input: z.strictObject({
        ...org,
        type: linkTypeOf(types),
        name,
        description: description.default(''),
        scope: Scope.default('private'),
        group: z.string().max(500).default(''),
        state,
      }),
      output: z.object({ data: DeepLink }),
      errors: ['not_found', 'forbidden', 'read_only', 'quota_exceeded'],
    },
    updateLink: {
      method: 'POST',
      path: '/api/deep-links/update',
      access: 'session',
      summary: 'Changes a saved thing; what is not named stays.',
      input: z.strictObject({
        ...org,
        id,
        version: z.int().optional(),
        name: name.optional(),
        description: description.optional(),
        scope: Scope.optional(),
        group: z.string().max(500).optional(),
        state: state.optional(),
      }),
      output: z.object({ data: DeepLink }),
      errors: ['not_found', 'forbidden', 'read_only', 'conflict', 'quota_exceeded'],
    },
    deleteLink: {
      method: 'POST',
      path: '/api/deep-links/delete',
      access: 'session',
      summary: 'Deletes a saved thing.',
      input: z.strictObject({ ...org, id }),
      output: z.object({ data: z.object({ id: z.string() }) }),
      errors: ['not_found', 'forbidden', 'read_only'],
    },
    duplicateLink: {
      method: 'POST',
      path: '/api/deep-links/duplicate',
      access: 'session',
      summary: 'Copies a saved thing into a private one of the caller.',
      input: z.strictObject({ ...org, id }),
      output: z.object({ data: DeepLink }),
      errors: ['not_found', 'forbidden', 'read_only', 'quota_exceeded'],
    },
  });
}

const markRoutes = defineContract({
  hitLink: {
    method: 'POST',
    path: '/api/deep-links/hit',
    access: 'session',
    summary: 'Records that a saved thing was opened.',
    input: z.strictObject({ ...org, id }),
    output: z.object({ data: z.object({ hits: z.int() }) }),
    errors: ['not_found'],
  },
  bookmarkLink: {
    method: 'POST',
    path: '/api/deep-links/bookmark',
    access: 'session',
    summary: 'Adds to or removes from the favourites of the caller.',
    input: z.strictObject({ ...org, id, action: z.enum(['add', 'remove']) }),
    output: z.object({ data: z.object({ isBookmarked: z.boolean() }) }),
    errors: ['not_found'],
  },
});

/** The routes of saved things; `types` says which types there are. */
export function deepLinkContract(types: SavedTypeTable) {
  return { ...readRoutes(types), ...writeRoutes(types), ...markRoutes };
}
