import { z } from 'zod';
import { OrgId, Role, UserId } from './identity.ts';
import { ORG_RIGHTS } from './org-access.ts';
import { defineContract } from './route.ts';

/** A person who belongs to an org. */
export const OrgMember = z.object({
  userId: UserId,
  name: z.string(),
  email: z.string(),
  /** The role that is stored; the superuser flag lifts it to `super`. */
  role: Role,
  superuser: z.boolean(),
  joinedAt: z.string(),
  /** Names their picture; null for initials. */
  picture: z.string().nullable(),
});
export type OrgMember = z.infer<typeof OrgMember>;

const params = z.object({ orgId: OrgId });
const output = z.object({ data: z.array(OrgMember) });
const access = ORG_RIGHTS.manageMembers;
const refusals = ['forbidden', 'not_found', 'conflict', 'read_only'] as const;

/** The people of an org. Each change answers everybody who belongs to it afterwards. */
export const memberContract = defineContract({
  listMembers: {
    method: 'GET',
    path: '/api/{orgId}/users/list-users',
    access,
    summary: 'The people of the org by name, with their roles.',
    params,
    output,
  },
  setMemberRole: {
    method: 'POST',
    path: '/api/{orgId}/users/set-role',
    access,
    summary: 'Gives a member another role, from their next request on. The last admin stays one.',
    params,
    input: z.strictObject({ user_id: UserId, role: Role }),
    output,
    errors: refusals,
    changesOrg: true,
  },
  removeMember: {
    method: 'POST',
    path: '/api/{orgId}/users/remove',
    access,
    summary:
      'Takes somebody out of the org, from their next request on. Older invitations do not let them in again.',
    params,
    input: z.strictObject({ user_id: UserId }),
    output,
    errors: refusals,
    changesOrg: true,
  },
  createPasswordLink: {
    method: 'POST',
    path: '/api/{orgId}/users/password-link',
    access,
    summary:
      'A link with which a member sets a new password, once, within a day; for superusers of this Cairn.',
    params,
    input: z.strictObject({ user_id: UserId }),
    output: z.object({ data: z.object({ url: z.string(), expiresAt: z.string() }) }),
    errors: ['forbidden', 'not_found', 'read_only'],
  },
  leaveOrg: {
    method: 'POST',
    path: '/api/{orgId}/users/leave',
    // Whom the org asks for a second factor may leave without one.
    access: 'session',
    summary: 'Takes the caller out of the org. The last admin stays.',
    params,
    output: z.object({ data: z.object({ id: OrgId }) }),
    errors: ['not_found', 'conflict'],
    changesUser: true,
  },
});
