import { Filter, FirstDay, Query, Duration } from '@cairn/query';
import { z } from 'zod';
import { OrgId, Role, UserId } from './identity.ts';
import { defineContract } from './route.ts';
import { View } from './view.ts';

/** What a saved query holds. */
export const ExploreState = z.strictObject({ params: Query, viz: z.array(View).max(10).default([]) });
export type ExploreState = z.infer<typeof ExploreState>;

const cardId = z.string().min(1).max(64);
export const MarkdownCard = z.strictObject({
  kind: z.literal('markdown'),
  markdown: z.string().max(50_000),
  transparent: z.boolean().default(false),
});
export const ExploreCard = z.strictObject({
  kind: z.literal('explore'),
  title: z.string().max(200),
  showTitle: z.boolean().default(true),
  centerTitle: z.boolean().default(false),
  transparent: z.boolean().default(false),
  snippetTags: z.array(z.string().max(100)).max(50).default([]),
  mappings: z
    .array(z.strictObject({ type: z.literal('condition'), fromFieldKey: z.string(), toFieldKey: z.string() }))
    .max(50)
    .default([]),
  /** The saved query it was made from, when there is one. */
  savedId: z.string().max(64).optional(),
  state: ExploreState,
});
export const Card = z.discriminatedUnion('kind', [MarkdownCard, ExploreCard]);
export type Card = z.infer<typeof Card>;

/** A board (W§3): positions, cards by id, and what the whole board is set to. */
export const BoardState = z.strictObject({
  layout: z
    .array(
      z.strictObject({
        i: cardId,
        x: z.int().min(0),
        y: z.int().min(0),
        w: z.int().min(1),
        h: z.int().min(1),
      }),
    )
    .max(200),
  data: z.record(cardId, Card),
  extras: z
    .strictObject({
      colorTheme: z.enum(['standard', 'alternate']).default('standard'),
      columnCount: z.int().min(0).max(48).default(12),
      rowHeight: z.int().min(0).max(400).default(48),
      spacing: z.int().min(0).max(100).default(16),
      defaultDateRange: z
        .union([
          z.strictObject({ duration: Duration }),
          z.strictObject({ startDate: z.string(), endDate: z.string() }),
        ])
        .optional(),
      defaultFilters: z.array(Filter).max(50).default([]),
      tags: z.array(z.string().max(100)).max(50).default([]),
    })
    .prefault({}),
});
export type BoardState = z.infer<typeof BoardState>;

export const LINK_TYPES = ['dashboard-v1', 'explore-v1'] as const;
export const LinkType = z.enum(LINK_TYPES);
export type LinkType = z.infer<typeof LinkType>;
export const Scope = z.enum(['private', 'org', 'global']);
export type Scope = z.infer<typeof Scope>;

/** A saved thing. `state` is JSON text: an ExploreState or a BoardState by its type. */
export const DeepLink = z.object({
  id: z.string(),
  type: LinkType,
  name: z.string(),
  description: z.string(),
  scope: Scope,
  userId: UserId.nullable(),
  orgId: OrgId.nullable(),
  /** Comma-separated tags (W§3). */
  group: z.string(),
  state: z.string(),
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
export type DeepLink = z.infer<typeof DeepLink>;

const name = z.string().trim().min(1, 'is required').max(200);
const description = z.string().max(2_000);
const state = z.string().max(1_000_000);
const org = { org_id: OrgId };
const id = z.string().min(1).max(64);

export const Preferences = z.object({
  theme: z.enum(['light', 'dark', 'system']),
  displayName: z.string(),
});

/** The session user's own account and settings. */
export const Me = z.object({
  id: UserId,
  email: z.string(),
  superuser: z.boolean(),
  preferences: Preferences,
  /** Seconds after which messages leave by themselves; 0 means that they stay (W§9). */
  notifTimeout: z.int().min(0),
});
export type Me = z.infer<typeof Me>;

export const Org = z.object({
  id: OrgId,
  name: z.string(),
  role: Role,
  signupEmail: z.string().nullable(),
  /** The day that its weeks begin with, in every question that names none. */
  firstDay: FirstDay,
  /** Everything in it is invented, and pages say so; absent where it is not. */
  simulated: z.literal(true).optional(),
});
export type Org = z.infer<typeof Org>;

export const workspaceContract = defineContract({
  me: {
    method: 'GET',
    path: '/api/user/me',
    access: 'session',
    summary: 'The session user.',
    output: z.object({ data: Me }),
  },
  listOrgs: {
    method: 'GET',
    path: '/api/user/orgs',
    access: 'session',
    summary: 'The orgs of the session user.',
    output: z.array(Org),
  },
  updatePreferences: {
    method: 'POST',
    path: '/api/user/preferences',
    access: 'session',
    summary: 'Changes display name or theme; what is not named stays.',
    input: z.strictObject({
      theme: Preferences.shape.theme.optional(),
      displayName: z.string().trim().min(1, 'is required').max(100).optional(),
    }),
    output: z.object({ data: Me }),
  },
  updateOrg: {
    method: 'POST',
    path: '/api/{orgId}/org-settings',
    access: 'admin',
    summary: 'Changes what holds for everybody in an org; what is not named stays.',
    params: z.object({ orgId: OrgId }),
    input: z.strictObject({ firstDay: FirstDay.optional() }),
    output: z.object({ data: Org }),
    errors: ['not_found', 'read_only'],
  },
  listLinks: {
    method: 'POST',
    path: '/api/deep-links/list',
    access: 'session',
    summary: 'Saved things of an org that the caller may see, newest change first.',
    input: z.strictObject({ ...org, type: LinkType.optional() }),
    output: z.object({ data: z.array(DeepLink) }),
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
  createLink: {
    method: 'POST',
    path: '/api/deep-links/create',
    access: 'session',
    summary: 'Saves a query or a board; the state must fit its type.',
    input: z.strictObject({
      ...org,
      type: LinkType,
      name,
      description: description.default(''),
      scope: Scope.default('private'),
      group: z.string().max(500).default(''),
      state,
    }),
    output: z.object({ data: DeepLink }),
    errors: ['not_found', 'forbidden', 'read_only'],
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
    errors: ['not_found', 'forbidden', 'read_only', 'conflict'],
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
    errors: ['not_found', 'forbidden', 'read_only'],
  },
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
  storeState: {
    method: 'POST',
    path: '/api/{orgId}/explore-states',
    access: 'viewer',
    summary: 'Keeps an encoded query that is too long for an address; the same text gives the same key.',
    params: z.object({ orgId: OrgId }),
    input: z.strictObject({ text: z.string().min(1).max(500_000) }),
    output: z.object({ data: z.object({ key: z.string() }) }),
  },
  readState: {
    method: 'GET',
    path: '/api/{orgId}/explore-states/{key}',
    access: 'viewer',
    summary: 'The encoded query kept under a key.',
    params: z.object({ orgId: OrgId, key: z.string().regex(/^k[0-9a-f]{32}$/) }),
    output: z.object({ data: z.object({ text: z.string() }) }),
    errors: ['not_found'],
  },
});
