import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import { createRemoteJWKSet, decodeJwt } from 'jose';
import { readJson, type DiscoveredIssuer } from './issuer.ts';

/** A provider of OpenID Connect that somebody signs in at now. */
export interface OidcSite {
  readonly id: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly issuer: DiscoveredIssuer & { readonly algorithms: string[] };
  /** Empty where every e-mail may sign in. */
  readonly domains: readonly string[];
  /** Called once for each account that is made by it. */
  admit(userId: string): Promise<void>;
}

type Claims = Record<string, unknown>;

/** Who an ID token is about. Its signature, issuer, audience, age and nonce are verified before. */
async function claimsOf(
  site: OidcSite,
  tokens: { idToken?: string; accessToken?: string },
): Promise<Claims | null> {
  // Without an ID token nothing is signed.
  if (!tokens.idToken) return null;
  const claims: Claims = decodeJwt(tokens.idToken);
  const { userinfo_endpoint: more } = site.issuer;
  if (claims['email'] || !more || !tokens.accessToken) return claims;
  const told = (await readJson(more, { authorization: `Bearer ${tokens.accessToken}` })) as Claims;
  return told['sub'] === claims['sub'] ? { ...told, ...claims } : null;
}

const textOf = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : undefined);

/** The user that better-auth makes of claims. */
function profileOf(claims: Claims) {
  const email = textOf(claims['email']);
  const name = textOf(claims['name']) ?? textOf(claims['preferred_username']) ?? email?.split('@')[0] ?? '';
  const emailVerified = claims['email_verified'] === true || claims['email_verified'] === 'true';
  return { ...claims, id: String(claims['sub']), email, name, emailVerified, image: undefined };
}

/** OpenID Connect by better-auth, with PKCE and nonce. What it fetches was discovered and checked before. */
export function oidcSignIn(site: OidcSite | undefined, isSignUpClosed: boolean) {
  if (!site) return genericOAuth({ config: [] });
  const { issuer } = site;
  const methods = issuer.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const plugin = genericOAuth({
    config: [
      {
        providerId: site.id,
        clientId: site.clientId,
        clientSecret: site.clientSecret,
        authorizationUrl: issuer.authorization_endpoint,
        tokenUrl: issuer.token_endpoint,
        authentication: methods.includes('client_secret_basic') ? 'basic' : 'post',
        scopes: ['openid', 'email', 'profile'],
        pkce: true,
        disableImplicitSignUp: true,
        disableSignUp: isSignUpClosed,
        accountSubject: ({ profile }) => String(profile['sub'] ?? ''),
        getUserInfo: async (tokens) => {
          const claims = await claimsOf(site, tokens);
          return claims && profileOf(claims);
        },
      },
    ],
  });
  return {
    ...plugin,
    init: async (context: Parameters<typeof plugin.init>[0]) => {
      const made = await plugin.init(context);
      for (const provider of made.context.socialProviders) {
        if (provider.id !== site.id) continue;
        provider.issuer = issuer.issuer;
        provider.requiresIdTokenNonce = true;
        provider.idToken = {
          jwks: createRemoteJWKSet(new URL(issuer.jwks_uri)),
          issuer: issuer.issuer,
          audience: site.clientId,
          algorithms: issuer.algorithms,
        };
      }
      return made;
    },
  };
}

/** Why somebody may not sign in by a provider, as a code of the sign-in page; undefined when they may. */
export function oidcRefusal(
  { domains }: Pick<OidcSite, 'domains'>,
  { email, emailVerified }: { readonly email?: unknown; readonly emailVerified?: unknown },
): { readonly error: string } | undefined {
  if (domains.length === 0) return undefined;
  const at = typeof email === 'string' ? email.toLowerCase().split('@').at(-1) : undefined;
  if (at === undefined || !domains.includes(at)) return { error: 'domain_not_allowed' };
  // Otherwise anybody could tell the provider an address of the domain.
  return emailVerified === true ? undefined : { error: 'email_not_verified' };
}
