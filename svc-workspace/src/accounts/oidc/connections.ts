import { AppError, UserId, type SignInProvider } from '@cairn/contracts';
import type { AuditAction } from '@cairn/contracts/audit';
import type { connectionContract } from '@cairn/contracts/oidc';
import type { Handlers } from '@cairn/service-kit';
import type { Auth } from '../auth.ts';
import { currentOf } from '../login.ts';
import type { SiteAuths } from './site-auths.ts';
import type { OidcStore } from './store.ts';

interface Call {
  readonly request: Request;
  readonly headers: Headers;
}

interface ConnectionDeps {
  readonly offered: readonly SignInProvider[];
  readonly store: OidcStore;
  readonly sites: SiteAuths;
  /** Asks the accounts of a site as the user of a call. */
  relayTo(auth: Auth): (path: string, call: Call, body: unknown) => Promise<unknown>;
  /** Records in every org of a user what they did with their logins. */
  record(userId: UserId, action: AuditAction): Promise<void>;
  /** An address of this installation without its origin. */
  ownPath(to: string): string;
}

const NAMES: Readonly<Record<SignInProvider, string>> = { github: 'GitHub', google: 'Google' };

/** The accounts of other sites among the logins of a user. Their own session alone connects one. */
export function connectionRoutes(auth: Auth, deps: ConnectionDeps): Handlers<typeof connectionContract> {
  const { offered, store, sites, relayTo, ownPath, record } = deps;
  const accountsOf = async (userId: string) => (await auth.$context).internalAdapter.findAccounts(userId);
  const all = async (userId: string) => {
    const connected = new Set((await accountsOf(userId)).map(({ providerId }) => providerId));
    const theirs = (await store.list()).filter(({ id, enabled }) => enabled || connected.has(id));
    const known = [
      ...offered.map((site) => ({ site, name: NAMES[site] })),
      ...theirs.map(({ id, name }) => ({ site: id, name })),
    ];
    return { data: known.map((each) => ({ ...each, connected: connected.has(each.site) })) };
  };
  return {
    listConnections: async (call) => all((await currentOf(auth, call)).userId),
    connectSite: async (call) => {
      await currentOf(auth, call);
      const { site, to } = call.input;
      const back = ownPath(to);
      const answer = await relayTo(await sites.of(site))('/link-social', call, {
        provider: site,
        callbackURL: back,
        errorCallbackURL: back,
        disableRedirect: true,
      });
      return { url: (answer as { url: string }).url };
    },
    disconnectSite: async (call) => {
      const { userId } = await currentOf(auth, call);
      const accounts = await accountsOf(userId);
      const ended = accounts.filter(({ providerId }) => providerId === call.input.site);
      if (ended.length === 0) throw new AppError('not_found', 'No account of this site is connected.');
      const left = accounts.filter((each) => !ended.includes(each));
      if (!left.some(({ providerId, password }) => providerId !== 'credential' || password))
        throw new AppError('conflict', 'It is your only way to sign in. Set a password first.');
      const { internalAdapter } = await auth.$context;
      for (const { id } of ended) await internalAdapter.deleteAccount(id);
      await record(UserId.parse(userId), 'login.disconnected');
      return all(userId);
    },
  };
}
