import {
  AppError,
  effectiveRole,
  passwordLinkDenial,
  type Caller,
  type memberContract,
  type UserId,
} from '@cairn/contracts';
import type { colleagueContract } from '@cairn/contracts/colleagues';
import type { Handlers } from '@cairn/service-kit';
import type { MemberStore } from './store.ts';

/** Throws for API tokens, so that a leaked one gives nobody a role. */
function refuseApiToken({ apiScope }: Pick<Caller, 'apiScope'>): void {
  if (apiScope === undefined) return;
  throw new AppError('forbidden', 'An API token does not change members. Do it in the browser.');
}

/** The people of an org. The store decides by the present roles, not by those of the token. */
export function memberRoutes(
  members: MemberStore,
  createPasswordLink: (userId: UserId) => Promise<{ url: string; expiresAt: string }>,
): Handlers<typeof memberContract> {
  return {
    listMembers: async ({ params }) => ({ data: await members.list(params.orgId) }),
    setMemberRole: async ({ params: { orgId }, caller, input }) => {
      refuseApiToken(caller);
      await members.change(orgId, caller.userId, input.user_id, input.role);
      return { data: await members.list(orgId) };
    },
    removeMember: async ({ params: { orgId }, caller, input }) => {
      refuseApiToken(caller);
      await members.change(orgId, caller.userId, input.user_id, 'removed');
      return { data: await members.list(orgId) };
    },
    createPasswordLink: async ({ params: { orgId }, caller, input }) => {
      if (passwordLinkDenial(caller)) {
        throw new AppError('forbidden', 'Only a superuser of this Cairn makes password links.');
      }
      const member = (await members.list(orgId)).find(({ userId }) => userId === input.user_id);
      if (!member) throw new AppError('not_found', 'This person is no member of the organization.');
      await members.recordPasswordLink(orgId, caller.userId, member);
      return { data: await createPasswordLink(input.user_id) };
    },
    leaveOrg: async ({ params: { orgId }, caller }) => {
      await members.change(orgId, caller.userId, caller.userId, 'removed');
      return { data: { id: orgId } };
    },
  };
}

/** The people of an org as its members see them. */
export function colleagueRoutes(members: MemberStore): Handlers<typeof colleagueContract> {
  return {
    listColleagues: async ({ params: { orgId }, caller }) => {
      const all = await members.list(orgId);
      const data = all.map(({ userId, name, email, role, superuser, joinedAt, picture }) => ({
        userId,
        name,
        email: caller.role === 'viewer' ? null : email,
        role: effectiveRole(role, superuser),
        joinedAt,
        picture,
      }));
      return { data };
    },
  };
}
