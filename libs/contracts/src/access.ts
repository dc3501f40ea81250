import type { OrgChoices } from './org-choices.ts';
import type { ErrorCode } from './errors.ts';
import { atLeast, scopedRole, type ApiScope, type OrgId, type Role, type UserId } from './identity.ts';
import type { Scope } from './deep-links.ts';
import type { SavedTypeRules } from './saved-types/saved-type.ts';

/** A member of the org in which they act, with their effective role there. */
export interface Actor {
  readonly userId: UserId;
  readonly orgId: OrgId;
  readonly role: Role;
  /** The flag of the login. It alone gives rights over global things. */
  readonly superuser: boolean;
}

/** A member, with the settings of their org about rights. */
export type OrgActor = Actor & OrgChoices;

/** A member who acts by an API token: up to its scope, and never with the rights of a superuser. */
export function scopedActor(actor: OrgActor, scope: ApiScope | undefined): OrgActor {
  if (scope === undefined) return actor;
  return { ...actor, role: scopedRole(actor.role, scope), superuser: false };
}

/** The properties that access to a thing depends on; without user and org it is global (W§6). */
export interface Owned {
  readonly scope: Scope;
  readonly userId: UserId | null;
  readonly orgId: OrgId | null;
}

/** The reason for which an action is denied; null when it is allowed. */
export type Denial = Extract<ErrorCode, 'read_only' | 'forbidden'> | null;

/** The message to viewers, before and after they try to change something (W§6). */
export const READ_ONLY_MESSAGE = 'Access is restricted for ready-only demo accounts';

/** What a control says that a denial disables; undefined where the action is allowed. */
export function denialWords(denial: Denial, forbidden: string): string | undefined {
  if (denial === null) return undefined;
  return denial === 'read_only' ? READ_ONLY_MESSAGE : forbidden;
}

/** Null where an action is allowed, else `forbidden`. */
export const deniedUnless = (allowed: boolean): Denial => (allowed ? null : 'forbidden');

/** The effective role: the superuser flag of a login lifts a membership to `super`. */
export function effectiveRole(role: Role, superuser: boolean): Role {
  return superuser ? 'super' : role;
}

/** Whether a saved thing exists for this person: global, shared with the org, or one's own. */
export function canSee(actor: Actor, thing: Owned): boolean {
  if (thing.scope === 'global') return true;
  return thing.orgId === actor.orgId && (thing.scope === 'org' || thing.userId === actor.userId);
}

/** Denies creating below the least role, which the type or the org names. Viewers create nothing. */
export function createDenial(
  { role, boardCreator }: Pick<OrgActor, 'role' | 'boardCreator'>,
  { creator }: Pick<SavedTypeRules, 'creator'>,
): Denial {
  if (role === 'viewer') return 'read_only';
  return deniedUnless(atLeast(role, creator === 'boardCreator' ? boardCreator : creator));
}

/** The rules of a type about sharing its things. */
export type SharingRules = Pick<SavedTypeRules, 'sharer'>;

/** Lets owners change their own things, org admins those shared with the org, superusers global ones. */
export function editDenial(actor: Actor, thing: Owned, { sharer }: SharingRules = {}): Denial {
  if (actor.role === 'viewer') return 'read_only';
  if (!canSee(actor, thing)) return 'forbidden';
  if (thing.scope === 'global') return deniedUnless(actor.superuser);
  const isOwn = thing.userId === actor.userId && (thing.scope === 'private' || sharer === undefined);
  return deniedUnless(isOwn || (thing.scope === 'org' && atLeast(actor.role, sharer ?? 'admin')));
}

/** Leaves global to superusers. Nobody makes another owner's thing private, which would take it from everybody else. */
export function scopeDenial(
  actor: Actor,
  thing: Owned | null,
  scope: Scope,
  { sharer = 'user' }: SharingRules = {},
): Denial {
  if (actor.role === 'viewer') return 'read_only';
  if (scope === 'global' || thing?.scope === 'global') return deniedUnless(actor.superuser);
  if (scope === 'org') return deniedUnless(atLeast(actor.role, sharer));
  const others = thing !== null && thing.userId !== null && thing.userId !== actor.userId;
  return deniedUnless(!others);
}

/** Lets whoever may change a thing of the org give it to another member. A private thing is shared before it is given. */
export function ownerDenial(
  actor: Actor,
  thing: Owned,
  next: Pick<Actor, 'role'> | null,
  rules: SharingRules = {},
): Denial {
  const denial = editDenial(actor, thing, rules);
  if (denial) return denial;
  return deniedUnless(thing.scope === 'org' && next !== null && next.role !== 'viewer');
}

/** The scopes a person may choose for a thing, for the visibility control. */
export function scopesFor(actor: Actor, thing: Owned | null, rules: SharingRules = {}): Scope[] {
  const all: Scope[] = ['private', 'org', 'global'];
  return all.filter((scope) => scopeDenial(actor, thing, scope, rules) === null);
}
