import { deniedUnless, effectiveRole, type Actor, type Denial } from './access.ts';
import { atLeast, ROLES, type Role, type UserId } from './identity.ts';

/** The least role for each org right (W§6). Contracts, handlers and screens read it. */
export const ORG_RIGHTS = {
  changeOrg: 'admin',
  manageMembers: 'admin',
  manageInvitations: 'admin',
  manageIdentities: 'admin',
  manageSources: 'admin',
  setCalendars: 'admin',
  setStatuses: 'admin',
  setDeliveryRules: 'admin',
  readAudit: 'admin',
  setCategories: 'super',
  explainQueries: 'super',
} as const satisfies Readonly<Record<string, Role>>;

export type OrgRight = keyof typeof ORG_RIGHTS;

/** Denies an org right below its least role; a viewer is told that the role only reads. */
export function orgDenial(role: Role, right: OrgRight): Denial {
  if (role === 'viewer') return 'read_only';
  return deniedUnless(atLeast(role, ORG_RIGHTS[right]));
}

/** The properties that decide a change of a membership; the role is the stored one. */
export interface Membered {
  readonly userId: UserId;
  readonly role: Role;
  readonly superuser: boolean;
}

/** The outcome for a membership: another role, or removal. */
export type MemberChange = Role | 'removed';

/** Admins change members up to their own role, and give no higher one. Everybody but viewers may leave. */
export function memberDenial(actor: Actor, member: Membered, change: MemberChange): Denial {
  // Whoever was let in may go again, a viewer too.
  if (change === 'removed' && member.userId === actor.userId) return null;
  if (actor.role === 'viewer') return 'read_only';
  const present = effectiveRole(member.role, member.superuser);
  const reaches = [present, change].every((role) => role === 'removed' || atLeast(actor.role, role));
  return deniedUnless(orgDenial(actor.role, 'manageMembers') === null && reaches);
}

/** Lets superusers alone make a password link: its holder can sign in as the person in all of their orgs. */
export const passwordLinkDenial = ({ superuser }: Pick<Actor, 'superuser'>): Denial =>
  deniedUnless(superuser);

/** The roles that may be given to a member, or by an invitation where there is none yet. */
export function rolesFor(actor: Actor, member: Membered | null): Role[] {
  if (orgDenial(actor.role, 'manageInvitations') !== null) return [];
  if (member === null) return ROLES.filter((role) => atLeast(actor.role, role));
  return ROLES.filter((role) => memberDenial(actor, member, role) === null);
}

/** Whether an org would be left without an admin. The superuser flag does not count, because it may be taken away. */
export function leavesNoAdmin(
  members: readonly Pick<Membered, 'userId' | 'role'>[],
  userId: UserId,
  change: MemberChange,
): boolean {
  const after = members.map((member) => (member.userId === userId ? change : member.role));
  return !after.some((role) => role !== 'removed' && atLeast(role, 'admin'));
}

/** The message where an org would be left without an admin. */
export const LAST_ADMIN = 'An organization keeps at least one admin. Make somebody else an admin first.';

/** A person who wants to create an org. */
export interface OrgFounder {
  readonly superuser: boolean;
  /** The number of orgs that they have created. */
  readonly createdOrgs: number;
  /** Whether this installation gives trials. */
  readonly trials: boolean;
}

/** The reason why a person may not create an org; null when they may. A trial lets everybody create one (W§5). */
export function orgCreationProblem({ superuser, createdOrgs, trials }: OrgFounder): string | null {
  if (superuser) return null;
  if (!trials)
    return 'Only superusers of this Cairn create organizations. Ask one, or join one by invitation.';
  return createdOrgs > 0 ? 'You can only create one org during the trial period.' : null;
}
