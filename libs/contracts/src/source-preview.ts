import { z } from 'zod';
import { OrgId } from './identity.ts';
import { ORG_RIGHTS } from './org-access.ts';
import { defineContract } from './route.ts';

/** A part of a source that may be read or left out, such as a repository. */
export const SourcePart = z.object({
  /** Names it among the settings. */
  key: z.string(),
  name: z.string(),
  /** Whether it is closed to some who may use the tool; it is read only where it is named. */
  isPrivate: z.boolean(),
  isArchived: z.boolean(),
  /** Whether it is read by the settings as they are. */
  isChosen: z.boolean(),
  /** How many things it has of each unit, in the singular; without the units that could not be counted. */
  counts: z.array(z.object({ unit: z.string(), count: z.int() })),
});
export type SourcePart = z.infer<typeof SourcePart>;

/** What would be read of a source. */
export const SourcePreview = z.object({ name: z.string(), parts: z.array(SourcePart) });
export type SourcePreview = z.infer<typeof SourcePreview>;

const params = z.object({ orgId: OrgId });
const output = z.object({ data: SourcePreview });

/** What sources have, before they are read and after. */
export const sourcePreviewContract = defineContract({
  previewSource: {
    method: 'POST',
    path: '/api/{orgId}/sources/preview-source',
    access: ORG_RIGHTS.manageSources,
    summary:
      'Asks a tool with settings that are not kept, and says what it would read of it. Types with a `choice` in list-connectors can tell.',
    params,
    input: z.strictObject({
      type: z.string().min(1).max(100),
      settings: z.record(z.string().max(100), z.unknown()),
    }),
    output,
    errors: ['invalid_input'],
  },
  testSource: {
    method: 'POST',
    path: '/api/{orgId}/sources/test-source',
    access: ORG_RIGHTS.manageSources,
    summary: 'Asks the tool of a source with its settings, and says what they read of it.',
    params,
    input: z.strictObject({ id: z.string().min(1).max(100) }),
    output,
    errors: ['invalid_input', 'not_found'],
  },
});
