import type { internalContract, workspaceContract } from '@cairn/contracts';
import type { Handlers } from '@cairn/service-kit';
import type { OrgStore } from './store.ts';

/** The orgs of the session user, and those that the launcher makes for simulated data. */
export function orgRoutes(
  orgs: OrgStore,
): Pick<Handlers<typeof workspaceContract>, 'listOrgs'> &
  Pick<Handlers<typeof internalContract>, 'simulatedOrg'> {
  return {
    listOrgs: ({ caller }) => orgs.listOf(caller.userId),
    simulatedOrg: async ({ input: { userId, orgName, orgId } }) => ({
      orgId: await orgs.ensureSimulated(userId, orgName, orgId),
    }),
  };
}
