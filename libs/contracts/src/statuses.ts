import { z } from 'zod';
import { OrgId } from './identity.ts';
import { ORG_RIGHTS } from './org-access.ts';
import { defineContract } from './route.ts';

const params = z.object({ orgId: OrgId });

/** What a status means for measures: time in `inProgress` is work, and `done` ends it. */
export const StatusCategory = z.enum(['todo', 'inProgress', 'done', 'other']);
export type StatusCategory = z.infer<typeof StatusCategory>;

const StatusName = z.string().min(1).max(200);

const ProjectStatuses = z.object({
  project: z.object({ uuid: z.string(), name: z.string() }),
  /** Whether an admin decided order and categories; else they follow from the history of the issues. */
  decided: z.boolean(),
  /** In the order in which issues go through them. */
  statuses: z.array(
    z.object({
      name: StatusName,
      category: StatusCategory,
      /** The issues that are in it now. */
      issues: z.int(),
    }),
  ),
});
export type ProjectStatuses = z.infer<typeof ProjectStatuses>;

/** The routes of the statuses of projects. */
export const statusContract = defineContract({
  listStatuses: {
    method: 'GET',
    path: '/api/{orgId}/statuses/list',
    access: 'viewer',
    summary: 'The statuses of the issues of each project, in their order and with their categories.',
    params,
    output: z.object({ data: z.array(ProjectStatuses) }),
  },
  setStatuses: {
    method: 'POST',
    path: '/api/{orgId}/statuses/set',
    access: ORG_RIGHTS.setStatuses,
    summary:
      'Sets the order and the categories of the statuses of a project, or takes them away with null. Measures of its issues are worked out anew afterwards.',
    params,
    input: z.strictObject({
      projectUuid: z.uuid(),
      statuses: z
        .array(z.strictObject({ name: StatusName, category: StatusCategory }))
        .min(1)
        .max(200)
        .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'Each status stands once.')
        .nullable(),
    }),
    output: z.object({ data: z.object({ projectUuid: z.string() }) }),
    errors: ['invalid_input', 'read_only'],
  },
});
