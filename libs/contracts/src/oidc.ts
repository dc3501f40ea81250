// By its public name, so that a page has one copy of it.
import { defineContract, OrgId, shownName, SiteId } from '@cairn/contracts';
import { z } from 'zod';

/** The roles that a provider may give to newcomers. */
export const NEWCOMER_ROLES = ['viewer', 'user', 'admin'] as const;

const HTTPS = /^https:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/;
/** For tests, and for a provider on the same machine. */
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?(\/[^\s?#]*)?$/;

/** Why an address cannot be that of an issuer; null when it can. */
export function issuerProblem(text: string): string | null {
  if (HTTPS.test(text) || LOOPBACK.test(text)) return null;
  return 'must begin with https:// and have no password, query or fragment';
}

const issuer = z
  .string()
  .trim()
  .max(500)
  .superRefine((text, context) => {
    const message = issuerProblem(text);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

const domain = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^([a-z0-9-]+\.)+[a-z0-9-]{2,}$/, 'must be a domain such as example.com');

const settings = {
  name: shownName(60),
  issuer,
  clientId: z.string().trim().min(1, 'is required').max(500),
  /** The domains of e-mails that may sign in; every one where there is none. */
  domains: z.array(domain).max(50),
  /** The org that newcomers join; null where they join none. */
  orgId: OrgId.nullable(),
  /** Their role in it. */
  role: z.enum(NEWCOMER_ROLES),
  enabled: z.boolean(),
};

/** A provider of OpenID Connect whose accounts sign in here. Its secret is never returned. */
export const OidcProvider = z.object({
  id: z.string(),
  ...settings,
  /** What the provider has to know as the address that it leads back to. */
  redirectUri: z.string(),
});
export type OidcProvider = z.infer<typeof OidcProvider>;

/** What a superuser says of a provider. Without an id it is a new one, which needs a secret. */
export const OidcProviderChange = z.strictObject({
  id: z.string().min(1).max(40).optional(),
  ...settings,
  clientSecret: z.string().trim().min(1).max(2_000).optional(),
});
export type OidcProviderChange = z.infer<typeof OidcProviderChange>;

const all = z.object({ data: z.array(OidcProvider) });

/** Providers of OpenID Connect, for superusers of the installation alone. Each change answers all of them. */
export const oidcContract = defineContract({
  listOidcProviders: {
    method: 'GET',
    path: '/api/settings/oidc/list',
    access: 'session',
    summary: 'The providers of OpenID Connect.',
    output: all,
    errors: ['forbidden'],
  },
  saveOidcProvider: {
    method: 'POST',
    path: '/api/settings/oidc/save',
    access: 'session',
    summary: 'Adds or changes a provider. An enabled one is asked what it is first.',
    input: OidcProviderChange,
    output: all,
    errors: ['forbidden', 'not_found', 'source_unavailable'],
  },
  removeOidcProvider: {
    method: 'POST',
    path: '/api/settings/oidc/remove',
    access: 'session',
    summary: 'Removes a provider. Its accounts stay, and sign in another way.',
    input: z.strictObject({ id: z.string().min(1).max(40) }),
    output: all,
    errors: ['forbidden', 'not_found'],
  },
});

/** An account of another site, as the user sees it among their logins. */
export const SiteConnection = z.object({ site: SiteId, name: z.string(), connected: z.boolean() });
export type SiteConnection = z.infer<typeof SiteConnection>;

const connections = z.object({ data: z.array(SiteConnection) });

/** The accounts of other sites that sign in to the account of a session. Only that session connects one. */
export const connectionContract = defineContract({
  listConnections: {
    method: 'GET',
    path: '/api/auth/connections',
    access: 'public',
    summary: 'The sites whose accounts sign in here, and whether the user has connected one.',
    output: connections,
    errors: ['unauthenticated'],
  },
  connectSite: {
    method: 'POST',
    path: '/api/auth/connections/connect',
    access: 'public',
    summary: 'The address of a site at which the user connects their account. It leads back to `to`.',
    input: z.strictObject({ site: SiteId, to: z.string().max(2_000) }),
    output: z.object({ url: z.string() }),
    errors: ['unauthenticated', 'forbidden', 'bad_origin', 'source_unavailable'],
  },
  disconnectSite: {
    method: 'POST',
    path: '/api/auth/connections/remove',
    access: 'public',
    summary: 'Ends that an account of a site signs in here; refused for the last way to sign in.',
    input: z.strictObject({ site: SiteId }),
    output: connections,
    errors: ['unauthenticated', 'not_found', 'conflict'],
  },
});
