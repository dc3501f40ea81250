import type { internalContract, workspaceContract } from '@cairn/contracts';
import type { Handlers } from '@cairn/service-kit';
import type { OrgStore } from './store.ts';

/** The orgs of the session user, what holds in each, and those that the launcher makes for simulated data. */
export function orgRoutes(
  orgs: OrgStore,
): Pick<Handlers<typeof workspaceContract>, 'listOrgs' | 'updateOrg'> &
  Pick<Handlers<typeof internalContract>, 'simulatedOrg'> {
  return {
    listOrgs: ({ caller }) => orgs.listOf(caller.userId),
    updateOrg: async ({ params, caller, input }) => ({
      data: await orgs.update(params.orgId, caller.userId, input),
    }),
    simulatedOrg: async ({ input: { userId, orgName, orgId } }) => ({
      orgId: await orgs.ensureSimulated(userId, orgName, orgId),
    }),
  };
}
