import type { Caller, internalContract, Org, UserId, workspaceContract } from '@cairn/contracts';
import type { Handlers } from '@cairn/service-kit';
import type { OrgStore } from './store.ts';

interface OrgDeps {
  /** Whether people may try Cairn with an org of their own. */
  readonly trials: boolean;
  /** Adds what each org has subscribed to. */
  subscribed(orgs: readonly Org[], caller: Caller): Promise<Org[]>;
  /** Changes the e-mail of a user; `rate_limited` after too many changes. */
  changeEmail(userId: UserId, email: string): Promise<void>;
}

/** The orgs of the session user, their settings, and the orgs that the launcher creates for simulated data. */
export function orgRoutes(
  orgs: OrgStore,
  { trials, changeEmail, subscribed }: OrgDeps,
): Pick<Handlers<typeof workspaceContract>, 'listOrgs' | 'createOrg' | 'updateOrg' | 'openSimulated'> &
  Pick<Handlers<typeof internalContract>, 'simulatedOrg'> {
  return {
    listOrgs: async ({ caller }) => {
      const all = await orgs.listOf(caller.userId);
      const seen = caller.apiScope === undefined ? all : all.filter(({ id }) => id === caller.orgId);
      return subscribed(seen, caller);
    },
    createOrg: async ({ caller: { userId, email: present }, input: { name, email = present } }) => {
      if (email.toLowerCase() !== present.toLowerCase()) await changeEmail(userId, email);
      return { data: await orgs.create({ userId, email }, name, trials) };
    },
    updateOrg: async ({ params, caller, input }) => ({
      data: await orgs.update(params.orgId, caller.userId, input),
    }),
    openSimulated: async ({ caller }) => ({ data: await orgs.openSimulated(caller.userId) }),
    simulatedOrg: async ({ input: { userId, orgName, orgId } }) => ({
      orgId: await orgs.ensureSimulated(userId, orgName, orgId),
    }),
  };
}
