import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration } from 'oidc-provider';

/** A person with an account of the provider. */
export interface OidcPerson {
  readonly sub: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly name: string;
}

export const OIDC_CLIENT = { clientId: 'cairn', clientSecret: 'known to both sides' };
const SCOPES = 'openid email profile';

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

function configurationOf(people: Map<string, OidcPerson>, redirectUris: string[]): Configuration {
  return {
    clients: [
      {
        client_id: OIDC_CLIENT.clientId,
        client_secret: OIDC_CLIENT.clientSecret,
        redirect_uris: redirectUris,
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['of the tests'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/enter/${uid}` },
    pkce: { required: () => true },
    findAccount: (_, id) => {
      const person = people.get(id);
      return person && { accountId: id, claims: () => ({ ...person }) };
    },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: OIDC_CLIENT.clientId,
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope(SCOPES);
      await grant.save();
      return grant;
    },
  };
}

/** A real provider of OpenID Connect on this machine, where everybody agrees at once. */
export async function startOidcServer() {
  const people = new Map<string, OidcPerson>();
  let entering = '';
  let handle: Handler = () => undefined;
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  /** Lets clients lead back to these addresses. */
  const allow = (...redirectUris: string[]) => {
    const provider = new Provider(issuer, configurationOf(people, redirectUris));
    const answer = provider.callback();
    handle = (request, response) =>
      request.url?.startsWith('/enter/')
        ? provider.interactionFinished(request, response, { login: { accountId: entering } })
        : answer(request, response);
  };
  allow('http://127.0.0.1/none');
  /** Signs a person in there, and gives the address that it leads back to. */
  const agree = async (address: string, person: OidcPerson): Promise<URL> => {
    people.set(person.sub, person);
    entering = person.sub;
    const cookies = new Map<string, string>();
    let url = new URL(address);
    while (url.origin === issuer) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(url, { headers: { cookie }, redirect: 'manual' });
      for (const set of answer.headers.getSetCookie()) {
        const [name = '', value = ''] = (set.split(';')[0] ?? '').split(/=(.*)/s);
        cookies.set(name, value);
      }
      const to = answer.headers.get('location');
      if (to === null) throw new Error(`${url.href} answers ${answer.status}: ${await answer.text()}`);
      url = new URL(to, url);
    }
    return url;
  };
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { issuer, allow, agree, close };
}
