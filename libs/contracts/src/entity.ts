import { z } from 'zod';
import { EntityUuid, OrgId } from './identity.ts';
import { READ_ERRORS } from './read-errors.ts';
import { defineContract } from './route.ts';

const params = z.object({ orgId: OrgId });

/** What every call about one entity takes (E§7): an org in the body must be that of the address. */
export const aboutEntity = { orgId: OrgId.optional(), entityUuid: EntityUuid };

/** A zone by its IANA name; an unknown one is refused. */
export const ZoneName = z.string().min(1).max(60).optional();

const EntityLink = z.object({
  uuid: z.string(),
  kind: z.string(),
  name: z.string(),
  /** The properties of the relation to it, such as the role of a member, by their names in the catalogue. */
  properties: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  /** From when until when a dated relation held. */
  since: z.string().optional(),
  until: z.string().optional(),
});
export const EntityDetail = z.object({
  uuid: z.string(),
  labels: z.array(z.string()),
  name: z.string().nullable(),
  properties: z.record(z.string(), z.unknown()),
  /** The other uuids that lead to it, under which people may follow it; absent where nobody follows its kind. */
  formerIds: z.array(z.string()).optional(),
  /** The definitions that only this org has: custom fields of its tracker, and working time in its working days. */
  own: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      type: z.string(),
      unit: z.string().optional(),
      priority: z.int(),
      definition: z.string().optional(),
    }),
  ),
  relations: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      target: z.string(),
      total: z.int(),
      /** Of a dated relation, what holds now. */
      items: z.array(EntityLink),
      /** What a dated relation led to before; absent where there is nothing. */
      former: z.object({ total: z.int(), items: z.array(EntityLink) }).optional(),
    }),
  ),
});
export type EntityDetail = z.infer<typeof EntityDetail>;

export const ChangedFile = z.object({
  path: z.string(),
  previousPath: z.string().nullable(),
  change: z.enum(['added', 'modified', 'deleted', 'renamed']),
  /** Null for a binary file. */
  additions: z.int().nullable(),
  deletions: z.int().nullable(),
  /** Unified diff; null when it is left out, and `reason` says why. */
  patch: z.string().nullable(),
  reason: z.string().nullable(),
});
export type ChangedFile = z.infer<typeof ChangedFile>;

/** Which sources know an entity, and which accounts of tools are linked to it. */
export const EntityResolution = z.object({
  uuid: z.string(),
  kind: z.string(),
  /** Uuids that it had before. */
  former: z.array(z.string()),
  sources: z.array(
    z.object({
      sourceId: z.string(),
      name: z.string(),
      type: z.string(),
      /** What the source calls it. */
      externalId: z.string().nullable(),
      firstSeen: z.string().nullable(),
      lastSeen: z.string().nullable(),
      /** The source no longer has it. */
      deleted: z.boolean(),
    }),
  ),
  /** Empty for anything but a person. */
  identities: z.array(
    z.object({
      uuid: z.string(),
      integration: z.string(),
      externalId: z.string(),
      username: z.string().nullable(),
      name: z.string().nullable(),
      emails: z.array(z.string()),
      isBot: z.boolean(),
      /** How the account was linked: by its e-mail, a mailmap or an admin. */
      method: z.string(),
      confidence: z.number(),
      locked: z.boolean(),
    }),
  ),
});

/** The routes of svc-graph that read one entity. */
export const entityContract = defineContract({
  entityDetail: {
    method: 'POST',
    path: '/api/{orgId}/entity-detail',
    access: 'viewer',
    batched: true,
    summary: 'One entity with its properties and what it is related to.',
    params,
    input: z.strictObject({ ...aboutEntity, timezone: ZoneName }),
    output: z.object({ data: EntityDetail }),
    errors: READ_ERRORS,
  },
  entityDiff: {
    method: 'POST',
    path: '/api/{orgId}/entity-diff',
    batched: true,
    access: 'viewer',
    summary: 'The files a commit or pull request changed, with their diff as far as it fits the limits.',
    params,
    input: z.strictObject(aboutEntity),
    output: z.object({
      data: z.array(ChangedFile),
      meta: z.object({ total: z.int(), truncated: z.boolean() }),
    }),
    errors: ['source_unavailable', ...READ_ERRORS],
  },
  resolution: {
    method: 'POST',
    path: '/api/{orgId}/resolution/show',
    access: 'viewer',
    batched: true,
    summary: 'The sources that know an entity, and the accounts that are linked to it.',
    params,
    input: z.strictObject(aboutEntity),
    output: z.object({ data: EntityResolution }),
    errors: READ_ERRORS,
  },
});
