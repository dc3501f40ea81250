import { AppError } from '@cairn/contracts';
import { z } from 'zod';
import type { AppInstall } from '../connector.ts';
import { type GithubApp, githubApp } from './app.ts';
import { hostAddress, restAddress } from './settings.ts';
import { isSignedBy } from './webhook.ts';

const PAGE = 100;
/** A person who sees more installations of one App than this has to connect with a token. */
const MOST_PAGES = 20;

const refused = () =>
  new AppError(
    'forbidden',
    'GitHub does not show you that installation. Install the App yourself, then try again.',
  );
const unavailable = (cause?: unknown) =>
  new AppError('source_unavailable', 'GitHub did not confirm the installation. Try again in a moment.', {
    retryAfter: 60,
    cause,
  });

function needApp(): GithubApp {
  const app = githubApp();
  if (!app) throw new AppError('invalid_input', 'This Cairn has no GitHub App. Connect with a token.');
  return app;
}

const UserToken = z.object({ access_token: z.string().min(1) });

/** What the person who installed the App may ask as; GitHub gives it for a code once. */
async function userToken(app: GithubApp, code: string, ask: typeof fetch): Promise<string> {
  const answer = await ask(`${hostAddress(app.host)}/login/oauth/access_token`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json', 'user-agent': 'cairn' },
    body: JSON.stringify({ client_id: app.clientId, client_secret: app.clientSecret, code }),
  });
  if (answer.status >= 500) throw unavailable();
  const told = UserToken.safeParse(await answer.json().catch(() => undefined));
  if (!told.success) throw refused();
  return told.data.access_token;
}

const Installations = z.object({
  installations: z.array(
    z.object({
      id: z.union([z.string(), z.number()]).transform(String),
      account: z.object({ login: z.string() }).nullish(),
    }),
  ),
});

/** Whose installation it is; throws unless GitHub shows it to the person. */
async function findOwner(app: GithubApp, token: string, id: string, ask: typeof fetch): Promise<string> {
  for (let page = 1; page <= MOST_PAGES; page++) {
    const address = `${restAddress(app.host)}/user/installations?per_page=${String(PAGE)}&page=${String(page)}`;
    const headers = { accept: 'application/vnd.github+json', 'user-agent': 'cairn' };
    const answer = await ask(address, { headers: { ...headers, authorization: `Bearer ${token}` } });
    if (answer.status >= 500) throw unavailable();
    if (!answer.ok) throw refused();
    const told = Installations.safeParse(await answer.json().catch(() => undefined));
    if (!told.success) throw unavailable(told.error);
    const { installations } = told.data;
    const owner = installations.find((each) => each.id === id)?.account?.login;
    if (owner !== undefined) return owner;
    if (installations.length < PAGE) break;
  }
  throw refused();
}

const Named = z.object({
  installation: z.object({ id: z.union([z.string(), z.number()]).transform(String) }),
});

/** The App on GitHub that an admin installs in the place of a token. */
export const githubInstall: AppInstall = {
  label: 'Install the GitHub App',
  setting: 'installation',
  isThere: () => githubApp() !== undefined,
  address: (state) => {
    const { host, slug } = needApp();
    const apps = host === 'github.com' ? 'apps' : 'github-apps';
    const query = new URLSearchParams({ state }).toString();
    return `${hostAddress(host)}/${apps}/${slug}/installations/new?${query}`;
  },
  prove: async ({ code, installationId, fetch }) => {
    const app = needApp();
    const token = await userToken(app, code, fetch);
    const owner = await findOwner(app, token, installationId, fetch);
    return { host: app.host, owner, installation: installationId };
  },
  isSigned: (message) => isSignedBy(message, needApp().webhookSecret),
  installationIn: (payload) => Named.safeParse(payload).data?.installation.id,
};
