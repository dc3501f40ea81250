import { z } from 'zod';
import { OrgId, UserId } from './identity.ts';
import { defineContract } from './route.ts';
import { shownName } from './shown-text.ts';
import { LinkBrief } from './saved-types/saved-type.ts';
import type { LinkType } from './saved-types/saved-types.ts';
import { ViewId } from './view.ts';

export const Scope = z.enum(['private', 'org', 'global']);
export type Scope = z.infer<typeof Scope>;

/** Whether the data that a thing asks for is there, still being read, or of no connected source (W§4). */
export const LinkStatus = z.enum(['populated', 'processing', 'notConfigured']);
export type LinkStatus = z.infer<typeof LinkStatus>;

/** The names of the types that a contract knows; tests plant further ones. */
export type LinkTypeNames = readonly LinkType[];

const LinkCollection = z.enum(['favorites', 'mine']);
export type LinkCollection = z.infer<typeof LinkCollection>;

/** A saved thing of one of these types, as lists hold it. */
export const linkSummaryOf = (types: LinkTypeNames) =>
  z.object({
    id: z.string(),
    type: z.enum(types),
    name: z.string(),
    description: z.string(),
    scope: Scope,
    userId: UserId.nullable(),
    orgId: OrgId.nullable(),
    /** Comma-separated tags (W§3). */
    group: z.string(),
    brief: LinkBrief,
    targetRole: z.string(),
    useCase: z.string(),
    hasThumbnail: z.boolean(),
    /** Null where svc-graph could not be asked. */
    status: LinkStatus.nullable(),
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

/** A saved thing; `state` is JSON text that fits the schema of its type, `json` its value or its tags (W§3). */
export const deepLinkOf = (types: LinkTypeNames) =>
  linkSummaryOf(types).extend({ state: z.string(), json: z.unknown() });
export type DeepLink = z.infer<ReturnType<typeof deepLinkOf>>;

/** The most saved things in one answer. */
export const LINKS_PER_PAGE = 250;

/** The most characters of a thumbnail as a data address. */
export const THUMBNAIL_LENGTH = 60_000;

const name = shownName(200);
const description = z.string().max(2_000);
const state = z.string().max(1_000_000);
const org = { org_id: z.string({ error: 'expected org id' }).pipe(OrgId) };
/** Calls that name one thing need no org (W§7.3): the thing has one. */
const anyOrg = { org_id: OrgId.optional() };
const user = { user_id: UserId.nullable().optional() };
const id = z.string().min(1).max(64);
const group = z.string().max(500);
const tag = z.string().min(1).max(100);
const content = {
  description,
  group,
  /** A picture of 320 by 180 as a data address; null takes it away. */
  thumbnail: z.string().max(THUMBNAIL_LENGTH).nullable(),
};

const settingName = z.string().regex(/^[A-Za-z0-9]{1,40}$/);
/** A view with some of its settings, such as bars that are drawn as lines. */
export const DrawnWith = z.strictObject({
  value: ViewId,
  config: z.record(settingName, z.union([z.boolean(), settingName])),
});
export type DrawnWith = z.infer<typeof DrawnWith>;

const linkFilterOf = (types: LinkTypeNames) =>
  z.strictObject({
    /** Words of which each must begin a word of name or description. */
    words: z.string().max(500).default(''),
    tags: z.array(tag).max(20).default([]),
    types: z.array(z.enum(types)).default([]),
    scopes: z.array(Scope).default([]),
    collections: z.array(LinkCollection).default([]),
    statuses: z.array(LinkStatus).default([]),
    owners: z.array(UserId).max(50).default([]),
    /** Owners by name, as tags are written: `ada_lovelace`. */
    ownerNames: z.array(tag).max(20).default([]),
    /** Kinds that it asks for: `pull_request` is PullRequest. */
    kinds: z.array(tag).max(20).default([]),
    /** The view that its query is drawn with first: the beginning of an id, or an id with settings. */
    views: z
      .array(z.union([tag, DrawnWith]))
      .max(20)
      .default([]),
    /** The duration of its query, such as `p30d`. */
    durations: z.array(tag).max(20).default([]),
  });
export type LinkFilter = z.infer<ReturnType<typeof linkFilterOf>>;

export const LinkSort = z.strictObject({
  by: z.enum(['updated', 'name', 'favorite', 'type', 'visibility', 'status']),
  direction: z.enum(['ascending', 'descending']),
});
export type LinkSort = z.infer<typeof LinkSort>;

const count = z.int().min(0);
const LinkCounts = z.object({
  types: z.record(z.string(), count),
  scopes: z.record(z.string(), count),
  collections: z.record(z.string(), count),
  statuses: z.record(z.string(), count),
  /** The most frequent owners. */
  owners: z.array(z.object({ id: UserId, name: z.string(), count })),
  /** The 18 most frequent tags, in alphabetical order (W§9). */
  tags: z.array(z.object({ tag: z.string(), count })),
});
/** How many things each choice of a filter would show, beside the choices of the other fields. */
export type LinkCounts = z.infer<typeof LinkCounts>;

function readRoutes(types: LinkTypeNames) {
  const DeepLink = deepLinkOf(types);
  const type = z.enum(types);
  return defineContract({
    listLinks: {
      method: 'POST',
      path: '/api/deep-links/list',
      batched: true,
      access: 'session',
      summary: 'A page of saved things that the caller may see, with the total; `user_id` names their owner.',
      input: z.strictObject({
        ...org,
        ...user,
        type: type.optional(),
        filter: linkFilterOf(types).optional(),
        sort: LinkSort.default({ by: 'updated', direction: 'descending' }),
        offset: z.int().min(0).max(1_000_000).default(0),
        limit: z.int().min(1).max(LINKS_PER_PAGE).default(LINKS_PER_PAGE),
        counts: z.boolean().default(false),
      }),
      output: z.object({
        data: z.array(linkSummaryOf(types)),
        more: z.boolean(),
        total: count,
        counts: LinkCounts.nullable(),
        notice: z.string().nullable(),
      }),
      errors: ['not_found'],
    },
    readLink: {
      method: 'POST',
      path: '/api/deep-links/read',
      batched: true,
      access: 'session',
      summary: 'One saved thing.',
      input: z.strictObject({ ...org, id }),
      output: z.object({ data: DeepLink }),
      errors: ['not_found'],
    },
  });
}

function writeRoutes(types: LinkTypeNames) {
  const DeepLink = deepLinkOf(types);
  return defineContract({
    createLink: {
      method: 'POST',
      path: '/api/deep-links/create',
      access: 'session',
      summary:
        'Creates a saved thing of the caller; its state, as text or as the value `json`, must fit its type.',
      input: z.strictObject({
        ...org,
        ...user,
        type: z.enum(types),
        name,
        scope: Scope.default('private'),
        description: description.default(''),
        group: group.default(''),
        thumbnail: content.thumbnail.optional(),
        state: state.optional(),
        json: z.unknown().optional(),
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
        ...anyOrg,
        org: OrgId.optional(),
        user: UserId.nullable().optional(),
        id,
        version: z.int().optional(),
        name: name.optional(),
        scope: Scope.optional(),
        description: description.optional(),
        group: group.optional(),
        thumbnail: content.thumbnail.optional(),
        state: state.optional(),
        json: z.unknown().optional(),
      }),
      output: z.object({ data: DeepLink }),
      errors: ['not_found', 'forbidden', 'read_only', 'conflict', 'quota_exceeded'],
    },
  });
}

function furtherRoutes(types: LinkTypeNames) {
  const DeepLink = deepLinkOf(types);
  return defineContract({
    deleteLink: {
      method: 'POST',
      path: '/api/deep-links/delete',
      access: 'session',
      summary: 'Deletes a saved thing.',
      input: z.strictObject({ ...org, ...user, id }),
      output: z.object({ data: z.object({ id: z.string() }) }),
      errors: ['not_found', 'forbidden', 'read_only'],
    },
    duplicateLink: {
      method: 'POST',
      path: '/api/deep-links/duplicate',
      access: 'session',
      summary: 'Copies a saved thing into a private one of the caller.',
      input: z.strictObject({ ...anyOrg, id }),
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
    input: z.strictObject({ ...anyOrg, id }),
    output: z.object({ data: z.object({ hits: z.int() }) }),
    errors: ['not_found'],
  },
  bookmarkLink: {
    method: 'POST',
    path: '/api/deep-links/bookmark',
    access: 'session',
    summary: 'Adds to or removes from the favourites of the caller.',
    input: z.strictObject({ ...anyOrg, id, action: z.enum(['add', 'remove']) }),
    output: z.object({ data: z.object({ isBookmarked: z.boolean(), type: z.string() }) }),
    errors: ['not_found'],
  },
});

/** The routes of saved things; `types` says which types there are. */
export function deepLinkContract(types: LinkTypeNames) {
  return { ...readRoutes(types), ...writeRoutes(types), ...furtherRoutes(types), ...markRoutes };
}
