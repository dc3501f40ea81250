import { AppError, type Caller, type Org, type UserId, type workspaceContract } from '@cairn/contracts';
import type { internalContract } from '@cairn/contracts/internal';
import type { Handlers } from '@cairn/service-kit';
import type { Database } from '../database/tables.ts';
import type { OrgStore } from './store.ts';

interface OrgEmails {
  check(asked: { userId: UserId; email: string; password: string | undefined }): Promise<void>;
  begin(trx: Database, userId: UserId, email: string): Promise<() => void>;
}

interface OrgDeps {
  /** Whether people may try Cairn with an org of their own. */
  readonly trials: boolean;
  /** Adds what each org has subscribed to. */
  subscribed(orgs: readonly Org[], caller: Caller): Promise<Org[]>;
  readonly emails: OrgEmails;
  /** Whether this Cairn sends mail, so that a new e-mail waits until it is confirmed. */
  readonly mails: boolean;
}

/** Creates an org, together with a change of the e-mail where another one is named; or neither. */
async function createWithEmail(
  orgs: OrgStore,
  { trials, emails, mails }: OrgDeps,
  { userId, email: present }: { readonly userId: UserId; readonly email: string },
  input: { readonly name: string; readonly email: string; readonly password: string | undefined },
): Promise<Org> {
  const { name, email, password } = input;
  const problem = await orgs.creationProblem(userId, trials);
  if (problem !== null) throw new AppError('forbidden', problem);
  await emails.check({ userId, email, password });
  let tell = () => undefined as void;
  const signupEmail = mails ? present : email;
  const org = await orgs.create({ userId, email: signupEmail }, name, trials, async (trx) => {
    tell = await emails.begin(trx, userId, email);
  });
  tell();
  return org;
}

/** The orgs of the session user, their settings, and the orgs that the launcher creates for simulated data. */
export function orgRoutes(
  orgs: OrgStore,
  deps: OrgDeps,
): Pick<Handlers<typeof workspaceContract>, 'listOrgs' | 'createOrg' | 'updateOrg' | 'openSimulated'> &
  Pick<Handlers<typeof internalContract>, 'simulatedOrg'> {
  const { trials, subscribed } = deps;
  return {
    listOrgs: async ({ caller }) => {
      const all = await orgs.listOf(caller.userId);
      const seen = caller.apiScope === undefined ? all : all.filter(({ id }) => id === caller.orgId);
      return subscribed(seen, caller);
    },
    createOrg: async ({ caller, input: { name, email, password } }) => {
      const wanted = email?.toLowerCase() ?? caller.email;
      if (wanted === caller.email.toLowerCase())
        return { data: await orgs.create({ userId: caller.userId, email: caller.email }, name, trials) };
      return { data: await createWithEmail(orgs, deps, caller, { name, email: wanted, password }) };
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
