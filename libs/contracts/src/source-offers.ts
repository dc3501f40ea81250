import { z } from 'zod';
import { OrgId } from './identity.ts';
import { ORG_RIGHTS } from './org-access.ts';
import { defineContract } from './route.ts';

/** A source that the org could add, since what it has names it. */
export const SourceOffer = z.object({
  /** The source that names it, such as a clone whose remote is on GitHub. */
  sourceId: z.string(),
  name: z.string(),
  type: z.string(),
  /** What can be filled in by that. */
  settings: z.record(z.string(), z.string()),
});
export type SourceOffer = z.infer<typeof SourceOffer>;

/** The route of sources that the org could add. */
export const sourceOfferContract = defineContract({
  listOffers: {
    method: 'POST',
    path: '/api/{orgId}/sources/list-offers',
    access: ORG_RIGHTS.manageSources,
    summary: 'Sources that the org could add, with what its repositories tell of their settings.',
    params: z.object({ orgId: OrgId }),
    input: z.strictObject({}),
    output: z.object({ data: z.array(SourceOffer) }),
  },
});
