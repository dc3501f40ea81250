import { AppError, scopedRole, TOKEN_SECONDS, UserId, type Caller, type OrgId } from '@cairn/contracts';
import type { internalContract } from '@cairn/contracts/internal';
import type { Handlers } from '@cairn/service-kit';

interface Membership extends Required<Pick<Caller, 'role' | 'firstDay' | 'personMeasures' | 'simulated'>> {
  /** The first day that the user has chosen for themselves; scripts keep that of the org. */
  readonly ownFirstDay: Required<Caller>['firstDay'] | null;
}

/** What issuing a token needs to know, at the moment it is asked. */
export interface Identities {
  userOfSession(cookie: string): Promise<{ readonly caller: Caller; readonly cookies: string[] } | null>;
  /** Whose API token this is; null when it is none, or has ended. */
  bearerOf(apiToken: string): Promise<(Caller & { readonly orgId: OrgId }) | null>;
  membershipOf(orgId: OrgId, userId: UserId): Promise<Membership | null>;
  firstDayOf(orgId: OrgId): Promise<Membership['firstDay'] | null>;
  sign(caller: Caller, exp: number): Promise<string>;
}

const SERVICE = { userId: UserId.parse('service'), email: 'service@cairn.invalid', superuser: false };
/** Who Cairn itself is in an org. */
export const serviceClaims = (orgId: OrgId): Caller => ({ ...SERVICE, orgId, role: 'admin' });

const noOrg = () => new AppError('not_found', 'There is no such org, or you are not a member of it.');

/** Issues short-lived tokens: who, in which org, with which role, and the settings of the org that queries depend on. */
export function tokenRoutes(
  identities: Identities,
): Pick<Handlers<typeof internalContract>, 'exchangeSession' | 'serviceToken'> {
  const issue = async (caller: Caller) => {
    const exp = Math.floor(Date.now() / 1_000) + TOKEN_SECONDS;
    return { token: await identities.sign(caller, exp), expiresAt: new Date(exp * 1_000).toISOString() };
  };
  const exchangeApiToken = async (apiToken: string, orgId: OrgId | undefined) => {
    const caller = await identities.bearerOf(apiToken);
    if (!caller) throw new AppError('unauthenticated', 'This API token was revoked or has expired.');
    if (orgId !== undefined && orgId !== caller.orgId) throw noOrg();
    const membership = await identities.membershipOf(caller.orgId, caller.userId);
    if (membership === null) throw noOrg();
    const { ownFirstDay: _, ...claims } = membership;
    const role = scopedRole(claims.role, caller.apiScope);
    const token = await issue({ ...caller, ...claims, role });
    return { ...token, userId: caller.userId, role, cookies: [] };
  };
  return {
    exchangeSession: async ({ input: { cookie, apiToken, orgId } }) => {
      if (apiToken !== undefined) return exchangeApiToken(apiToken, orgId);
      const found = await identities.userOfSession(cookie);
      if (!found) throw new AppError('unauthenticated', 'Sign in to go on.');
      const { caller, cookies } = found;
      const { userId } = caller;
      if (orgId === undefined) return { ...(await issue(caller)), userId, cookies };
      const membership = await identities.membershipOf(orgId, userId);
      if (membership === null) throw noOrg();
      const { ownFirstDay, ...claims } = membership;
      const firstDay = ownFirstDay ?? claims.firstDay;
      const token = await issue({ ...caller, orgId, ...claims, firstDay });
      return { ...token, userId, role: claims.role, cookies };
    },
    serviceToken: async ({ input: { orgId } }) => {
      const firstDay = await identities.firstDayOf(orgId);
      if (firstDay === null) throw noOrg();
      return issue({ ...SERVICE, orgId, role: 'admin', firstDay });
    },
  };
}
