import { z } from 'zod';
import { EntityUuid, OrgId } from './identity.ts';
import { READ_ERRORS } from './read-errors.ts';
import { defineContract } from './route.ts';

/** Who last changed a run of lines. */
const BlamedLines = z.object({
  /** The first line, from 1, and how many lines follow each other. */
  from: z.int(),
  lines: z.int(),
  sha: z.string(),
  author: z.string(),
  at: z.string(),
});
export type BlamedLines = z.infer<typeof BlamedLines>;

/** The text of a file at a commit. */
export const FileText = z.object({
  path: z.string(),
  sha: z.string(),
  /** Null when it is left out, and `reason` says why. */
  text: z.string().nullable(),
  reason: z.string().nullable(),
  /** Empty where the text is left out, or was not asked for. */
  blame: z.array(BlamedLines),
});
export type FileText = z.infer<typeof FileText>;

/** The route of svc-graph that reads a file from its source. */
export const entityFileContract = defineContract({
  entityFile: {
    method: 'POST',
    path: '/api/{orgId}/entity-file',
    access: 'viewer',
    summary:
      'The text of a file: of a SourceFile after the latest commit that touched it, or after that of `sha`, with who last changed each line; of a Commit with `path`, the file before that commit; of a PullRequestReviewComment the file that it stands in.',
    params: z.object({ orgId: OrgId }),
    input: z.strictObject({
      entityUuid: EntityUuid,
      path: z.string().min(1).max(4_096).optional(),
      sha: z
        .string()
        .regex(/^[0-9a-f]{40,64}$/)
        .optional(),
    }),
    output: z.object({ data: FileText }),
    errors: ['source_unavailable', ...READ_ERRORS],
  },
});
