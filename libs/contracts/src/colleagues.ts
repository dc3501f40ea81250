import { defineContract, OrgId, Role, UserId } from '@cairn/contracts';
import { z } from 'zod';

/** Somebody who belongs to the same org. */
export const Colleague = z.object({
  userId: UserId,
  name: z.string(),
  /** Null for viewers, whose accounts are for demonstration. */
  email: z.string().nullable(),
  role: Role,
  joinedAt: z.string(),
  /** Names their picture; null for initials. */
  picture: z.string().nullable(),
});
export type Colleague = z.infer<typeof Colleague>;

/** The people of an org, for everybody who belongs to it. */
export const colleagueContract = defineContract({
  listColleagues: {
    method: 'POST',
    path: '/api/{orgId}/users/colleagues',
    batched: true,
    access: 'viewer',
    summary: 'The people of the org by name, for its members. Viewers see no e-mail addresses.',
    params: z.object({ orgId: OrgId }),
    input: z.strictObject({}),
    output: z.object({ data: z.array(Colleague) }),
  },
});
