import {
  AppError,
  type Caller,
  type Org,
  type OrgActor,
  type OrgId,
  type Subscription,
  type workspaceContract,
} from '@cairn/contracts';
import type { Handlers, Logger } from '@cairn/service-kit';
import type { Billing } from './billing.ts';

/** Adds to each org what it has subscribed to. Without trials an installation has no subscriptions. */
export async function withSubscriptions(
  billing: Billing | null,
  orgs: readonly Org[],
  { superuser }: Pick<Caller, 'superuser'>,
  log: Pick<Logger, 'warn'>,
): Promise<Org[]> {
  if (!billing) return [...orgs];
  const known = await billing
    .of(orgs.map(({ id }) => id))
    .catch((err: unknown) => log.warn({ err }, 'the subscriptions of orgs cannot be read'));
  // What is not known locks nobody out (W§8).
  if (!known) return [...orgs];
  const subscribed = async ({ id, simulated }: Org): Promise<Subscription | null> => {
    const subscription = known.get(id) ?? null;
    // An org gets its trial when somebody first sees it; those of superusers and invented ones need none.
    if (subscription || superuser || simulated) return subscription;
    return billing.startTrial(id).catch((cause: unknown) => {
      throw new AppError('unavailable', 'Failed to create trial subscription', { cause });
    });
  };
  return Promise.all(orgs.map(async (org) => ({ ...org, subscription: await subscribed(org) })));
}

const NO_TRIALS = 'This Cairn gives no trials, so orgs have no subscriptions.';

/** Plan and status of orgs, which superusers of the installation keep; they need not be members. */
export function subscriptionRoutes(
  billing: Billing | null,
  actorIn: (orgId: OrgId, caller: Caller) => Promise<OrgActor | null>,
): Pick<Handlers<typeof workspaceContract>, 'setSubscription' | 'listSubscriptions'> {
  return {
    setSubscription: async ({ caller, input: { org_id: orgId, ...change } }) => {
      if (!caller.superuser) {
        if (!(await actorIn(orgId, caller))) throw noSuchOrg();
        throw new AppError('forbidden', 'Only a superuser of this Cairn changes subscriptions.');
      }
      if (!billing) throw new AppError('conflict', NO_TRIALS);
      const changed = await billing.change(orgId, caller.userId, change);
      if (!changed) throw noSuchOrg();
      return { data: changed };
    },
    listSubscriptions: async ({ caller, input }) => {
      if (!caller.superuser)
        throw new AppError('forbidden', 'Only a superuser of this Cairn sees its subscriptions.');
      if (!billing) throw new AppError('conflict', NO_TRIALS);
      return { data: await billing.list(input.search) };
    },
  };
}

const noSuchOrg = () => new AppError('not_found', 'There is no such org, or you are not a member of it.');
