import { z } from 'zod';
import { EntityUuid, OrgId } from './identity.ts';
import { ORG_RIGHTS } from './org-access.ts';
import { defineContract } from './route.ts';

/** A value of an entity, and where in the payload the same value stands. */
export const TracedField = z.object({
  field: z.string(),
  label: z.string(),
  value: z.string(),
  /** Such as `author.login`; empty where Cairn made the value from others. */
  paths: z.array(z.string()),
});
export type TracedField = z.infer<typeof TracedField>;

/** What a source last sent of an entity. */
export const EntityPayload = z.object({
  kind: z.string(),
  /** Grows with every payload of the source. */
  number: z.int(),
  receivedAt: z.string(),
  /** The part of the payload that is about the entity, as JSON. */
  text: z.string(),
  /** Whether the text was cut, because it is long. */
  isCut: z.boolean(),
  fields: z.array(TracedField),
});
export type EntityPayload = z.infer<typeof EntityPayload>;

/** The payloads of an entity. */
export const sourcePayloadContract = defineContract({
  entityPayload: {
    method: 'POST',
    path: '/api/{orgId}/sources/entity-payload',
    access: ORG_RIGHTS.manageSources,
    summary:
      'The last payload of a source that says something of an entity, and where each value comes from. Null where the source keeps none of it.',
    params: z.object({ orgId: OrgId }),
    input: z.strictObject({ id: z.string().min(1).max(100), uuid: EntityUuid }),
    output: z.object({ data: EntityPayload.nullable() }),
    errors: ['not_found'],
  },
});
