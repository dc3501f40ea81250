import { AppError, SignInProvider, type SiteId } from '@cairn/contracts';
import { createHash } from 'node:crypto';
import type { Auth } from '../auth.ts';
import { discover } from './issuer.ts';
import type { OidcSite } from './plugin.ts';
import type { KeptProvider, OidcStore } from './store.ts';

/** The accounts as each site signs in to them. */
export interface SiteAuths {
  /** For a site; `forbidden` where it is not offered, `source_unavailable` where it does not answer. */
  of(site: SiteId): Promise<Auth>;
  /** Whether whoever signs in first by this site may do so without an invitation. */
  invites(site: SiteId): Promise<boolean>;
}

interface SiteDeps {
  /** For the sites of the environment, and everything else. */
  readonly auth: Auth;
  readonly offered: readonly SignInProvider[];
  readonly store: OidcStore;
  /** Makes the accounts anew, for one provider of OpenID Connect. */
  create(site: OidcSite): Auth;
}

/** An issuer may change its endpoints, so it is asked again after this. */
const KEPT_MS = 600_000;

/** Makes better-auth once for each provider and change, because its plugin takes its providers when it starts. */
export function siteAuths({ auth, offered, store, create }: SiteDeps, now = Date.now): SiteAuths {
  const made = new Map<
    string,
    { readonly auth: Promise<Auth>; readonly version: string; readonly at: number }
  >();
  const make = async ({ id, issuer, clientId, domains }: KeptProvider): Promise<Auth> => {
    const [found, clientSecret] = [await discover(issuer), await store.secretOf(id)];
    return create({
      id,
      clientId,
      clientSecret,
      issuer: found,
      domains,
      admit: (userId) => store.admit(id, userId as Parameters<OidcStore['admit']>[1]),
    });
  };
  const enabled = async (site: string): Promise<KeptProvider> => {
    const provider = await store.findEnabled(site);
    if (!provider) throw new AppError('forbidden', 'Accounts of this site do not sign in here.');
    return provider;
  };
  return {
    of: async (site) => {
      const ours = SignInProvider.safeParse(site).data;
      if (ours && offered.includes(ours)) return auth;
      const provider = await enabled(site);
      const version = createHash('sha256').update(JSON.stringify(provider)).digest('hex');
      const known = made.get(site);
      if (known?.version === version && Math.abs(now() - known.at) < KEPT_MS) return known.auth;
      const fresh = { auth: make(provider), version, at: now() };
      made.set(site, fresh);
      fresh.auth.catch(() => made.get(site) === fresh && made.delete(site));
      return fresh.auth;
    },
    invites: async (site) => {
      const provider = SignInProvider.safeParse(site).success ? null : await store.findEnabled(site);
      return provider !== null && provider.orgId !== null;
    },
  };
}
