import { AppError } from '@cairn/contracts';
import { issuerProblem } from '@cairn/contracts/oidc';
import { z } from 'zod';

/** What an issuer says of itself, as far as Cairn asks. */
const Discovered = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
  id_token_signing_alg_values_supported: z.array(z.string()),
});
export type DiscoveredIssuer = z.infer<typeof Discovered>;

/** Signatures that somebody with the public key cannot make. */
const SIGNED = /^(RS|PS|ES)(256|384|512)$|^EdDSA$/;
const LIMIT_MS = 10_000;

const refuse = (why: string, cause?: unknown): never => {
  throw new AppError('source_unavailable', `The provider cannot be used: ${why}`, { cause });
};

/** Reads JSON from an address, and follows no redirect to another. */
export async function readJson(url: string, headers: Record<string, string> = {}): Promise<unknown> {
  const answer = await fetch(url, {
    headers: { accept: 'application/json', ...headers },
    redirect: 'error',
    signal: AbortSignal.timeout(LIMIT_MS),
  }).catch((error: unknown) => refuse('it does not answer, or leads elsewhere.', error));
  if (!answer.ok) return refuse(`it answers ${answer.status}.`);
  return answer.json().catch((error: unknown) => refuse('its answer is not JSON.', error));
}

/** Asks an issuer what it is, and checks that everything Cairn fetches is at the issuer itself. */
export async function discover(
  issuer: string,
): Promise<DiscoveredIssuer & { readonly algorithms: string[] }> {
  const problem = issuerProblem(issuer);
  if (problem !== null || !URL.canParse(issuer)) return refuse(`its address ${problem ?? 'is none'}.`);
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const read = Discovered.safeParse(await readJson(address));
  if (!read.success) return refuse('it does not say what OpenID Connect asks for.', read.error);
  const found = read.data;
  if (found.issuer !== issuer) return refuse(`it calls itself ${found.issuer}, not ${issuer}.`);
  const { origin } = new URL(issuer);
  const fetched = [found.token_endpoint, found.jwks_uri, found.userinfo_endpoint ?? issuer];
  const elsewhere = fetched.find((url) => new URL(url).origin !== origin);
  if (elsewhere !== undefined)
    return refuse(`it leads to ${new URL(elsewhere).host}, which is not the issuer.`);
  const { authorization_endpoint: page } = found;
  if (new URL(page).origin !== origin && !page.startsWith('https://'))
    return refuse('its sign-in page is not at an https address.');
  const algorithms = found.id_token_signing_alg_values_supported.filter((name) => SIGNED.test(name));
  if (algorithms.length === 0) return refuse('it signs nothing that Cairn can verify.');
  return { ...found, algorithms };
}
