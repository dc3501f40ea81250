import { FirstDay } from '@cairn/query';
import { z } from 'zod';

export const OrgId = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9_-]+$/)
  .brand<'OrgId'>();
export const UserId = z.string().min(1).max(64).brand<'UserId'>();
export const EntityUuid = z.uuid().brand<'EntityUuid'>();
export type OrgId = z.infer<typeof OrgId>;
export type UserId = z.infer<typeof UserId>;
export type EntityUuid = z.infer<typeof EntityUuid>;

/** The roles from least to most; each may do what those before it may. */
export const ROLES = ['viewer', 'user', 'admin', 'super'] as const;
export const Role = z.enum(ROLES);
export type Role = z.infer<typeof Role>;

/** The words for a role on screens (W§6). */
export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  viewer: 'Viewer',
  user: 'User',
  admin: 'Org admin',
  super: 'Super admin',
};

/** Whether a role may do what `least` may. */
export function atLeast(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}

/** The highest role that an API token acts with; one that pushes calls the routes for that, and no others. */
export const ApiScope = z.enum(['viewer', 'user', 'admin', 'push']);
export type ApiScope = z.infer<typeof ApiScope>;

/** The highest role with which a scope acts. Whoever pushes changes the data of all, as admins do. */
export function highestRole(scope: ApiScope): Role {
  return scope === 'push' ? 'admin' : scope;
}

/** The role with which an API token acts: that of its owner, up to its scope. */
export function scopedRole(role: Role, scope: ApiScope | undefined): Role {
  return scope === undefined || atLeast(highestRole(scope), role) ? role : highestRole(scope);
}

/** Who sees the measures of one person: everybody, or the person, the leads of their teams and admins (ruling 11). */
export const PersonMeasures = z.enum(['everybody', 'limited']);
export type PersonMeasures = z.infer<typeof PersonMeasures>;

/** A service's knowledge of the caller: the claims of the short-lived token. */
export const Caller = z.object({
  userId: UserId,
  email: z.string(),
  superuser: z.boolean().default(false),
  /** Whether they have shown that the e-mail is theirs; only then does it link them to a person. */
  emailVerified: z.boolean().optional(),
  orgId: OrgId.optional(),
  role: Role.optional(),
  /** The scope of an API token, which acts for its owner in one org alone; absent in a session. */
  apiScope: ApiScope.optional(),
  /** The day that weeks begin with in the org of the token; Monday by default. */
  firstDay: FirstDay.optional(),
  /** Whether all data of the org of the token is invented. */
  simulated: z.boolean().optional(),
  /** Who sees the measures of one person in the org of the token; everybody by default. */
  personMeasures: PersonMeasures.optional(),
});
export type Caller = z.infer<typeof Caller>;

export const TOKEN_ISSUER = 'cairn';
export const TOKEN_AUDIENCE = 'cairn-services';
export const TOKEN_SECONDS = 120;
