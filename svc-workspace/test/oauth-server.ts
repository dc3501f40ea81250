import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import type { AddressInfo } from 'node:net';

/** A person with an account of the other site. */
export interface SitePerson {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly verified: boolean;
}

const PATHS = {
  'github.com': '',
  'api.github.com': '',
  'accounts.google.com': '',
  'oauth2.googleapis.com': '/google',
} as const;
const isSite = (host: string): host is keyof typeof PATHS => Object.hasOwn(PATHS, host);

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function siteApp(secretOf: Record<string, string>, personOf: Map<string, SitePerson>): Hono {
  const app = new Hono();
  const personBy = (token: string | undefined) => personOf.get(token?.replace('Bearer ', '') ?? '');
  /** Trades a code once, for whoever knows the secret. */
  const trade = (form: Record<string, unknown>): SitePerson | null => {
    const code = String(form['code']);
    const person = personOf.get(code);
    if (!person || secretOf[String(form['client_id'])] !== form['client_secret']) return null;
    personOf.delete(code);
    return person;
  };
  app.post('/login/oauth/access_token', async (c) => {
    const person = trade(await c.req.parseBody());
    if (!person) return c.json({ error: 'bad_verification_code' });
    personOf.set(`token-${person.id}`, person);
    return c.json({ access_token: `token-${person.id}`, token_type: 'bearer', scope: 'user:email' });
  });
  app.get('/user', (c) => {
    const person = personBy(c.req.header('authorization'));
    return person ? c.json({ ...person, login: person.name, email: null }) : c.json({}, 401);
  });
  app.get('/user/emails', (c) => {
    const person = personBy(c.req.header('authorization'));
    return c.json(person ? [{ email: person.email, verified: person.verified, primary: true }] : []);
  });
  app.post('/google/token', async (c) => {
    const form = await c.req.parseBody();
    const person = trade(form);
    if (!person) return c.json({ error: 'invalid_grant' }, 400);
    const { id, name, email, verified } = person;
    const claims = { sub: String(id), name, email, email_verified: verified, aud: form['client_id'] };
    return c.json({
      access_token: 'a',
      token_type: 'Bearer',
      id_token: `${part({ alg: 'none' })}.${part(claims)}.x`,
    });
  });
  return app;
}

/** Starts a server that answers for GitHub and Google; `fetch` leads requests for them to it. */
export async function startOAuthServer(secretOf: Record<string, string>) {
  const codes = new Map<string, SitePerson>();
  const server = createAdaptorServer({ fetch: siteApp(secretOf, codes).fetch });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const real = globalThis.fetch;
  let count = 0;
  return {
    fetch: (input: string | URL | Request, init?: RequestInit) => {
      const url = new URL(input instanceof Request ? input.url : input);
      if (!isSite(url.hostname)) return real(input, init);
      return real(`${origin}${PATHS[url.hostname]}${url.pathname}${url.search}`, init);
    },
    /** Agrees, at the site, to sign in as a person; the search of the address that the site leads back to. */
    agree: (url: string, person: SitePerson): string => {
      count += 1;
      codes.set(`code-${count}`, person);
      const state = new URL(url).searchParams.get('state') ?? '';
      return `?${new URLSearchParams({ code: `code-${count}`, state }).toString()}`;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
