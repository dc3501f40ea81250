import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { AppError } from '@cairn/contracts';
import { SignJWT } from 'jose';
import { z } from 'zod';
import { ToolLimit } from '../tool-limit.ts';
import { restAddress } from './settings.ts';

const AppEnv = z.object({
  CAIRN_GITHUB_APP_ID: z.string().regex(/^\d+$/),
  CAIRN_GITHUB_APP_PRIVATE_KEY_FILE: z.string().min(1),
  CAIRN_GITHUB_APP_CLIENT_ID: z.string().min(1),
  CAIRN_GITHUB_APP_CLIENT_SECRET: z.string().min(1),
  CAIRN_GITHUB_APP_SLUG: z.string().regex(/^[\w-]+$/),
  CAIRN_GITHUB_APP_WEBHOOK_SECRET: z.string().min(1),
  /** Where the App lives; an Enterprise host has Apps of its own. */
  CAIRN_GITHUB_APP_HOST: z.string().min(1).default('github.com'),
});

/** The App of this installation of Cairn. */
export interface GithubApp {
  readonly id: string;
  readonly keyFile: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly slug: string;
  readonly webhookSecret: string;
  readonly host: string;
}

/** The App that the environment names; undefined unless it names all of it. */
export function githubApp(env: NodeJS.ProcessEnv = process.env): GithubApp | undefined {
  const { data } = AppEnv.safeParse(env);
  return (
    data && {
      id: data.CAIRN_GITHUB_APP_ID,
      keyFile: data.CAIRN_GITHUB_APP_PRIVATE_KEY_FILE,
      clientId: data.CAIRN_GITHUB_APP_CLIENT_ID,
      clientSecret: data.CAIRN_GITHUB_APP_CLIENT_SECRET,
      slug: data.CAIRN_GITHUB_APP_SLUG,
      webhookSecret: data.CAIRN_GITHUB_APP_WEBHOOK_SECRET,
      host: data.CAIRN_GITHUB_APP_HOST,
    }
  );
}

/** GitHub takes proofs of ten minutes; a clock that is a minute ahead does no harm. */
const PROOF_SECONDS = 540;
const SKEW_SECONDS = 60;
/** An installation token lasts an hour, and is renewed before its last minutes. */
const RENEW_MS = 5 * 60_000;

const unavailable = (words: string, more: { retryAfter?: number; cause?: unknown } = {}) =>
  new AppError('source_unavailable', words, more);

/** What shows GitHub that the App asks. */
async function appProof({ id, keyFile }: GithubApp): Promise<string> {
  const now = Math.floor(Date.now() / 1_000);
  try {
    const key = createPrivateKey(readFileSync(keyFile, 'utf8'));
    const claims = new SignJWT({}).setProtectedHeader({ alg: 'RS256' }).setIssuer(id);
    return await claims
      .setIssuedAt(now - SKEW_SECONDS)
      .setExpirationTime(now + PROOF_SECONDS)
      .sign(key);
  } catch (cause) {
    // The cause may hold the key, so it is told to nobody.
    const reason = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
    throw unavailable(`The private key of the GitHub App cannot be used${reason}.`);
  }
}

const HEADERS = { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' };
const Granted = z.object({ token: z.string().min(1), expires_at: z.iso.datetime({ offset: true }) });

function refusal({ status, headers }: Response): AppError {
  const wait = Number(headers.get('retry-after'));
  if (status === 429 || (status === 403 && wait > 0)) return new ToolLimit('GitHub', wait > 0 ? wait : 60);
  if (status >= 500)
    return unavailable(`GitHub answered with an error (${String(status)}).`, { retryAfter: 60 });
  if (status === 401)
    return unavailable('GitHub does not accept the App: its id or private key is another one by now.');
  return unavailable(
    'The GitHub App is no longer installed there, or was suspended. Install it again, then sync.',
  );
}

/**
 * A fetch that asks as an installation of the App. Its token is made when it is needed, renewed before it ends, and kept
 * in memory alone.
 */
export function fetchAsInstallation(ask: typeof fetch, app: GithubApp, installation: string): typeof fetch {
  let granted: { readonly token: string; readonly until: number } | undefined;
  const grant = async (signal: AbortSignal | null | undefined) => {
    const address = `${restAddress(app.host)}/app/installations/${installation}/access_tokens`;
    const authorization = `Bearer ${await appProof(app)}`;
    const headers = { ...HEADERS, authorization, 'user-agent': 'cairn' };
    const answer = await ask(address, { method: 'POST', headers, ...(signal ? { signal } : {}) });
    if (!answer.ok) throw refusal(answer);
    const told = Granted.safeParse(await answer.json().catch(() => undefined));
    if (!told.success)
      throw unavailable('GitHub answered in a form that this Cairn does not know.', { retryAfter: 60 });
    return { token: told.data.token, until: Date.parse(told.data.expires_at) - RENEW_MS };
  };
  return async (input, init) => {
    if (!granted || granted.until <= Date.now()) granted = await grant(init?.signal);
    const headers = new Headers(init?.headers);
    headers.set('authorization', `Bearer ${granted.token}`);
    return ask(input, { ...init, headers });
  };
}

/** How GitHub is asked for a source: with its token, or as the installation that it names. */
export function fetchFor(
  ask: typeof fetch,
  { installation }: { readonly installation?: string | undefined },
): typeof fetch {
  if (installation === undefined) return ask;
  const app = githubApp();
  if (!app)
    throw unavailable(
      'This Cairn has no GitHub App any more. Give the source a token, or set CAIRN_GITHUB_APP_ID and what belongs to it.',
    );
  return fetchAsInstallation(ask, app, installation);
}
