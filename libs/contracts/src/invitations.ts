import { z } from 'zod';
import { OrgId, Role } from './identity.ts';
import { defineContract } from './route.ts';

/** The days for which an invitation may let people in. */
export const INVITATION_DAYS = { least: 1, usual: 7, most: 30 } as const;

/** The code of an invitation, as people type it. */
export const InviteCode = z.string().trim().min(1, 'Please enter the invite code').max(200);

/** An invitation into an org, which the spec calls a login link. */
export const Invitation = z.object({
  id: z.string(),
  invite_code: z.string(),
  /** The address to send to invited people; it opens the sign-in page. */
  url: z.string(),
  /** The role of members who join by it. */
  role: Role,
  /** The email address of the one account that it lets in, once; null where it lets in all who have it. */
  email: z.string().nullable(),
  enabled: z.boolean(),
  /** The number of people who joined by it. */
  uses: z.int(),
  createdBy: z.string().nullable(),
  createdAt: z.string(),
  expiresAt: z.string(),
});
export type Invitation = z.infer<typeof Invitation>;

/** The org to which an invitation leads, for holders of its code. */
export const InvitationTarget = z.object({
  orgName: z.string(),
  role: Role,
  email: z.string().nullable(),
  expiresAt: z.string(),
});
export type InvitationTarget = z.infer<typeof InvitationTarget>;

const org = { org_id: OrgId };
const list = z.object({ data: z.array(Invitation) });
const refusals = ['not_found', 'forbidden', 'read_only'] as const;

/** Invitations, and joining by them. Each change answers all invitations of the org. */
export const invitationContract = defineContract({
  listInvitations: {
    method: 'POST',
    path: '/api/login-links/get-links',
    access: 'session',
    summary: 'The invitations of an org, newest first; those that expired a month ago are left out.',
    input: z.strictObject(org),
    output: list,
    errors: refusals,
  },
  createInvitation: {
    method: 'POST',
    path: '/api/login-links/create-link',
    access: 'session',
    summary:
      'Makes an invitation with a role that the caller may give. With an e-mail it lets in that account alone.',
    input: z.strictObject({
      ...org,
      role: Role,
      email: z.email('must be an e-mail address').max(254).optional(),
      days: z.int().min(INVITATION_DAYS.least).max(INVITATION_DAYS.most).default(INVITATION_DAYS.usual),
    }),
    /** `mailed`: the link went to the invited address. */
    output: list.extend({ mailed: z.boolean() }),
    errors: [...refusals, 'quota_exceeded'],
  },
  toggleInvitations: {
    method: 'POST',
    path: '/api/login-links/toggle-links',
    access: 'session',
    summary: 'Turns one invitation on or off, or all of the org.',
    input: z.strictObject({ ...org, id: z.string().min(1).max(64).optional(), enabled: z.boolean() }),
    output: list,
    errors: refusals,
  },
  readInvitation: {
    method: 'POST',
    path: '/api/login-links/target-links',
    access: 'public',
    summary: 'Where an invitation leads. It is not used up.',
    input: z.strictObject({ invite_code: InviteCode }),
    output: z.object({ data: InvitationTarget }),
    errors: ['not_found', 'rate_limited'],
  },
  joinOrg: {
    method: 'POST',
    path: '/api/user/join-org',
    access: 'session',
    summary: 'Joins the org of an invitation with its role. Who is a member already stays as they are.',
    input: z.strictObject({ invite_code: InviteCode }),
    output: z.object({ data: z.object({ id: OrgId }) }),
    errors: ['not_found', 'forbidden', 'rate_limited'],
  },
});
