import { z } from 'zod';
import { EntityUuid, OrgId } from './identity.ts';
import { READ_ERRORS } from './read-errors.ts';
import { defineContract } from './route.ts';

/** The most entities of one question. */
export const MOST_NAMES = 500;

/** What an entity is called, with what tells it apart from others of that name. */
export const EntityPreview = z.object({ kind: z.string(), name: z.string(), hint: z.string().nullable() });
export type EntityPreview = z.infer<typeof EntityPreview>;

/** The route of svc-graph that tells svc-workspace what entities are called. */
export const entityNameContract = defineContract({
  nameEntities: {
    method: 'POST',
    path: '/api/{orgId}/entity-names',
    access: 'viewer',
    summary:
      'What entities are called, by uuid. A former uuid names the present entity, a joined account its person; what is gone is left out.',
    params: z.object({ orgId: OrgId }),
    input: z.strictObject({ uuids: z.array(EntityUuid).min(1).max(MOST_NAMES) }),
    output: z.object({ data: z.array(EntityPreview.extend({ uuid: z.string() })) }),
    errors: READ_ERRORS,
  },
});
