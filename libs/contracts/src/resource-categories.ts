import { z } from 'zod';
import { OrgId } from './identity.ts';
import { ORG_RIGHTS } from './org-access.ts';
import { defineContract } from './route.ts';
import { shownName } from './shown-text.ts';

/** A repository or a project, with the category that its org gave it. */
const CategorisedResource = z.object({
  uuid: z.string(),
  kind: z.enum(['Repository', 'Project']),
  name: z.string(),
  category: z.string().nullable(),
});
export type CategorisedResource = z.infer<typeof CategorisedResource>;

const params = z.object({ orgId: OrgId });
const output = z.object({ data: z.array(CategorisedResource) });

/** The categories of an org's resources (ruling 23). Queries ask for them as `Repository.category` and `Project.category`. */
export const resourceCategoryContract = defineContract({
  listResourceCategories: {
    method: 'GET',
    path: '/api/{orgId}/resource-categories/list',
    access: 'viewer',
    summary: 'The repositories and projects of an org with their categories, by name.',
    params,
    output,
  },
  setResourceCategory: {
    method: 'POST',
    path: '/api/{orgId}/resource-categories/set',
    access: ORG_RIGHTS.setCategories,
    summary: 'Gives a category to repositories and projects, or takes it away with null.',
    params,
    input: z.strictObject({
      uuids: z.array(z.uuid()).min(1).max(500),
      category: shownName(100).nullable(),
    }),
    output,
    errors: ['not_found', 'read_only'],
  },
});
