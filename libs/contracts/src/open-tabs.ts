import { z } from 'zod';
// By its public name, so that a page has one copy of it.
import { defineContract, OrgId } from '@cairn/contracts';

/** A workspace tab as it is kept between visits (W§3). */
export const OpenTab = z.strictObject({
  id: z.string().regex(/^[\w-]{1,64}$/),
  current_title: z.string().max(300),
  /** An address of this Cairn. */
  current_url: z
    .string()
    .max(20_000)
    .regex(/^\/[^/\\]/, 'must be an address of this Cairn'),
  /** The title came with the link that opened the tab. */
  named: z.boolean().optional(),
  /** The kind of the entity that it shows, whose icon it has. */
  kind: z.string().max(60).optional(),
});
export type OpenTab = z.infer<typeof OpenTab>;

/** How many tabs are kept of a user in an org. */
export const MOST_OPEN_TABS = 100;

/** The tabs of a user in an org, in their order; the revision grows with each change. */
export const OpenTabs = z.strictObject({
  revision: z.int().min(0),
  tabs: z.array(OpenTab).max(MOST_OPEN_TABS),
});
export type OpenTabs = z.infer<typeof OpenTabs>;

const params = z.object({ orgId: OrgId });
const output = z.object({ data: OpenTabs });

/** The workspace tabs of the user, which their devices share. */
export const openTabsContract = defineContract({
  readOpenTabs: {
    method: 'GET',
    path: '/api/{orgId}/open-tabs',
    access: 'viewer',
    summary: 'The open tabs of the user in the org, with their revision.',
    params,
    output,
  },
  saveOpenTabs: {
    method: 'POST',
    path: '/api/{orgId}/open-tabs',
    access: 'viewer',
    summary:
      'Keeps the open tabs of the user. It names the revision that it read, and is a conflict where another device saved since.',
    params,
    input: OpenTabs,
    output,
    errors: ['conflict'],
  },
});
