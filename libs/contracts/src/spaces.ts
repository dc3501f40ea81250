// By its public name, so that a page that reads spaces meets the shared copy.
import { defineContract, OrgId, Scope, shownName, UserId } from '@cairn/contracts';
import { z } from 'zod';
import { MOST_SPACE_ITEMS, SpaceColor, SpacePattern } from './space-state.ts';

export * from './space-state.ts';

/** An item as a reader of its space sees it. */
export const SpaceEntry = z.object({
  uuid: z.string(),
  name: z.string(),
  type: z.enum(['board', 'entity', 'query']),
  description: z.string(),
  config: z.union([z.object({ id: z.string() }), z.object({ uuid: z.string() })]),
  /** The address at which it opens; null where it was deleted or is not shared with the reader. */
  url: z.string().nullable(),
  /** What it leads to, as that is called now; null where that is not known. Only where one space is read. */
  preview: z
    .object({ kind: z.string(), name: z.string(), hint: z.string().nullable() })
    .nullable()
    .optional(),
});
export type SpaceEntry = z.infer<typeof SpaceEntry>;

/** A space (W§3). Pinning is personal: `pin_to_nav` says whether the reader has it among their favourites. */
export const Space = z.object({
  uuid: z.string(),
  name: z.string(),
  description: z.string(),
  /** Chosen, or decided by the uuid. */
  pattern: SpacePattern,
  color: SpaceColor,
  scope: Scope,
  user_id: UserId.nullable(),
  org_id: OrgId.nullable(),
  pin_to_nav: z.boolean(),
  tags: z.array(z.string()),
  item_ids: z.array(z.string()),
  /** Left out of lists that do not ask for items. */
  items: z.array(SpaceEntry).optional(),
  /** What the boards and queries in it are for, and for whom, as they are annotated. */
  useCases: z.array(z.string()),
  targetRoles: z.array(z.string()),
  canEdit: z.boolean(),
  ownerName: z.string().nullable(),
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Space = z.infer<typeof Space>;

const params = z.object({ orgId: OrgId });
const uuid = z.string().min(1).max(64);
const name = shownName(200);
const description = z.string().max(2_000);
const tag = z
  .string()
  .trim()
  .min(1)
  .max(50)
  .regex(/^[^,]*$/, 'has a comma');
const tags = z.array(tag).max(20);
const look = { pattern: SpacePattern.nullable().optional(), color: SpaceColor.nullable().optional() };
const space_id = uuid;
const itemTexts = { name, description: description.default('') };
const newItem = { ...itemTexts, space_id };
const ofLink = z.strictObject({ id: z.string().min(1).max(64) });
const ofEntity = z.strictObject({ uuid: z.uuid() });

const spaceAnswer = z.object({ data: Space });
const changing = ['not_found', 'forbidden', 'read_only', 'conflict', 'quota_exceeded'] as const;

const ofSpaces = defineContract({
  listSpaces: {
    method: 'GET',
    path: '/api/{orgId}/spaces',
    batched: true,
    access: 'viewer',
    summary: 'The spaces that the caller may see, by name; with `items` also what is in them.',
    params,
    query: z.strictObject({ items: z.enum(['true', 'false']).default('false') }),
    output: z.object({ data: z.array(Space) }),
    errors: ['not_found'],
  },
  readSpace: {
    method: 'POST',
    path: '/api/{orgId}/spaces/read',
    batched: true,
    access: 'viewer',
    summary: 'One space with its items.',
    params,
    input: z.strictObject({ uuid }),
    output: spaceAnswer.extend({
      /** Says why names of entities are missing. */
      notice: z.string().nullable(),
    }),
    errors: ['not_found'],
  },
  createSpace: {
    method: 'POST',
    path: '/api/{orgId}/spaces/create',
    access: 'viewer',
    summary: 'Creates a space; an admin may share it with the org at once.',
    params,
    input: z.strictObject({
      name,
      scope: Scope.default('private'),
      description: description.default(''),
      tags: tags.default([]),
      ...look,
    }),
    output: spaceAnswer,
    errors: ['not_found', 'forbidden', 'read_only', 'quota_exceeded'],
  },
  updateSpace: {
    method: 'POST',
    path: '/api/{orgId}/spaces/update',
    access: 'viewer',
    summary: 'Changes a space; what is not named stays. Null takes a chosen pattern or colour back.',
    params,
    input: z.strictObject({
      uuid,
      version: z.int().optional(),
      name: name.optional(),
      description: description.optional(),
      scope: Scope.optional(),
      tags: tags.optional(),
      ...look,
    }),
    output: spaceAnswer,
    errors: changing,
  },
  deleteSpace: {
    method: 'POST',
    path: '/api/{orgId}/spaces/delete',
    access: 'viewer',
    summary: 'Deletes a space. `deep-links/restore` brings it back for thirty days.',
    params,
    input: z.strictObject({ uuid }),
    output: z.object({ data: z.object({ uuid: z.string() }) }),
    errors: ['not_found', 'forbidden', 'read_only'],
  },
  pinSpace: {
    method: 'POST',
    path: '/api/{orgId}/spaces/configs/pin-to-nav',
    access: 'viewer',
    summary: 'Adds a space to the favourites of the caller, or removes it.',
    params,
    input: z.strictObject({ space_id, action: z.enum(['add', 'remove']) }),
    output: spaceAnswer,
    errors: ['not_found'],
  },
});

const ofItems = defineContract({
  createSpaceItem: {
    method: 'POST',
    path: '/api/{orgId}/spaces/items/create',
    access: 'viewer',
    summary: 'Adds a board, a query or an entity as the last item of a space.',
    params,
    input: z.discriminatedUnion('type', [
      z.strictObject({ ...newItem, type: z.literal('board'), config: ofLink }),
      z.strictObject({ ...newItem, type: z.literal('query'), config: ofLink }),
      z.strictObject({ ...newItem, type: z.literal('entity'), config: ofEntity }),
    ]),
    output: z.object({ data: SpaceEntry }),
    errors: changing,
  },
  readSpaceItem: {
    method: 'POST',
    path: '/api/{orgId}/spaces/items/read',
    access: 'viewer',
    summary: 'One item of a space.',
    params,
    input: z.strictObject({ space_id, uuid }),
    output: z.object({ data: SpaceEntry }),
    errors: ['not_found'],
  },
  updateSpaceItem: {
    method: 'POST',
    path: '/api/{orgId}/spaces/items/update',
    access: 'viewer',
    summary: 'Renames or describes an item, or moves it to a place that counts from 0.',
    params,
    input: z.strictObject({
      space_id,
      uuid,
      name: name.optional(),
      description: description.optional(),
      place: z.int().min(0).max(MOST_SPACE_ITEMS).optional(),
    }),
    output: z.object({ data: SpaceEntry }),
    errors: changing,
  },
  deleteSpaceItem: {
    method: 'POST',
    path: '/api/{orgId}/spaces/items/delete',
    access: 'viewer',
    summary: 'Removes an item from a space.',
    params,
    input: z.strictObject({ space_id, uuid }),
    output: z.object({ data: z.object({ uuid: z.string() }) }),
    errors: changing,
  },
});

/** The spaces of an org. Each is a deep link of type `space-v1`, and these routes are its face (ruling 21). */
export const spaceContract = { ...ofSpaces, ...ofItems };
