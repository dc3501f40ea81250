import type { memberContract } from '@cairn/contracts';
import type { Handlers } from '@cairn/service-kit';
import type { MemberStore } from './store.ts';

/** The people of an org. The store decides by the roles of the moment, not by those of the token. */
export function memberRoutes(members: MemberStore): Handlers<typeof memberContract> {
  return {
    listMembers: async ({ params }) => ({ data: await members.list(params.orgId) }),
    setMemberRole: async ({ params: { orgId }, caller, input }) => {
      await members.change(orgId, caller.userId, input.user_id, input.role);
      return { data: await members.list(orgId) };
    },
    removeMember: async ({ params: { orgId }, caller, input }) => {
      await members.change(orgId, caller.userId, input.user_id, 'removed');
      return { data: await members.list(orgId) };
    },
    leaveOrg: async ({ params: { orgId }, caller }) => {
      await members.change(orgId, caller.userId, caller.userId, 'removed');
      return { data: { id: orgId } };
    },
  };
}
