// By its public name, so that a page has one copy of it.
import { defineContract, ORG_RIGHTS, OrgId, UserId } from '@cairn/contracts';
import { z } from 'zod';

/** Every act of the audit log, with its words. Private things are left out, because only their owner may know of them. */
export const AUDIT_ACTIONS = {
  'org.created': 'Created the organization',
  'org.changed': 'Changed the organization',
  'member.joined': 'Joined',
  'member.role': 'Changed a role',
  'member.removed': 'Removed a person',
  'member.left': 'Left',
  'member.linked': 'Linked an account',
  'member.passwordLink': 'Made a password link',
  'owner.changed': 'Made an account the owner of this Cairn',
  'owner.opened': 'Opened the owner’s account by a command',
  'provider.changed': 'Changed a provider of sign-ins',
  'login.connected': 'Connected an account of another site',
  'login.disconnected': 'Disconnected an account of another site',
  'twoFactor.on': 'Switched two factors on',
  'twoFactor.off': 'Switched two factors off',
  'twoFactor.taken': 'Lost the second factor by a command on the machine',
  'twoFactor.codes': 'Made new recovery codes',
  'twoFactor.recovered': 'Signed in with a recovery code',
  'invitation.created': 'Invited',
  'invitation.switched': 'Turned invitations on or off',
  'source.added': 'Added a source',
  'source.removed': 'Removed a source',
  'source.paused': 'Paused a source',
  'source.resumed': 'Resumed a source',
  'source.changed': 'Changed a source',
  'source.disconnected': 'Disconnected a source',
  'source.scheduled': 'Changed when a source is read',
  'folder.allowed': 'Allowed a folder',
  'folder.forbidden': 'Forbade a folder',
  'host.allowed': 'Allowed a server of the inside',
  'host.forbidden': 'Forbade a server of the inside',
  'calendar.changed': 'Changed a working calendar',
  'statuses.changed': 'Changed the statuses of a project',
  'rules.changed': 'Changed the delivery rules',
  'categories.changed': 'Changed resource categories',
  'people.changed': 'Decided who is who',
  'teams.changed': 'Changed a team',
  'subscription.changed': 'Changed the subscription',
  'token.created': 'Made an API token',
  'token.revoked': 'Revoked an API token',
  'thing.created': 'Created a shared thing',
  'thing.changed': 'Changed a shared thing',
  'thing.shared': 'Changed who sees a thing',
  'thing.given': 'Gave a shared thing another owner',
  'thing.deleted': 'Deleted a shared thing',
  'thing.restored': 'Restored a shared thing',
} as const satisfies Readonly<Record<string, string>>;

export type AuditAction = keyof typeof AUDIT_ACTIONS;
export const AuditAction = z.enum(Object.keys(AUDIT_ACTIONS) as AuditAction[]);

/** One thing that an act changed. */
export const AuditChange = z.object({
  what: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
});
export type AuditChange = z.infer<typeof AuditChange>;

/** An act of the audit log: who did what, on what, when. It never changes. */
export const AuditEntry = z.object({
  id: z.int(),
  at: z.string(),
  action: AuditAction,
  /** The e-mail of the person at that time; null for what Cairn did itself. */
  actor: z.string().nullable(),
  actorId: UserId.nullable(),
  targetId: z.string().nullable(),
  target: z.string().nullable(),
  changes: z.array(AuditChange),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const filters = {
  action: AuditAction.optional(),
  /** A part of the e-mail of who did it. */
  actor: z.string().trim().max(254).optional(),
  since: z.iso.datetime({ offset: true }).optional(),
  until: z.iso.datetime({ offset: true }).optional(),
};

/** The most acts in one answer. */
export const AUDIT_PER_PAGE = 100;

const params = z.object({ orgId: OrgId });

/** The audit log of an org, for its admins. Nothing writes it but the acts themselves. */
export const auditContract = defineContract({
  listAudit: {
    method: 'POST',
    path: '/api/{orgId}/audit/list',
    access: ORG_RIGHTS.readAudit,
    summary:
      'The acts in an org, newest first. `next` is the `before` of the next page; null on the last one.',
    params,
    input: z.strictObject({
      ...filters,
      before: z.int().min(1).optional(),
      limit: z.int().min(1).max(AUDIT_PER_PAGE).default(AUDIT_PER_PAGE),
    }),
    output: z.object({ data: z.array(AuditEntry), next: z.int().nullable() }),
  },
  exportAudit: {
    method: 'GET',
    path: '/api/{orgId}/audit/csv',
    access: ORG_RIGHTS.readAudit,
    summary: 'All acts that fit the filters, as a csv file.',
    answer: 'file',
    params,
    query: z.strictObject(filters),
    output: z.string(),
  },
});
