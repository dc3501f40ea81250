import { execFile } from 'node:child_process';
import { homedir } from 'node:os';
import { basename, dirname } from 'node:path';
import { promisify } from 'node:util';
import { PASSWORD_LENGTH } from '@cairn/contracts';
import { easyPassword } from '@cairn/contracts/passwords';
import { z } from 'zod';
import { readInstallation, remember } from './data-dir.ts';
import { StartError } from './exit.ts';

const run = promisify(execFile);

const Bootstrapped = z.object({
  orgId: z.string(),
  userId: z.string(),
  signInToken: z.string(),
  hasPassword: z.boolean(),
  owner: z.object({ email: z.string(), how: z.enum(['made', 'kept', 'bound']) }),
});
const SimulatedOrg = z.object({ orgId: z.string() });
const ServiceToken = z.object({ token: z.string() });

/** The address in this person's own git settings; that of a repository may be anybody's. */
const addressInGit = (): Promise<string> =>
  run('git', ['config', '--global', 'user.email'], { cwd: homedir() }).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );

/** The e-mail of an owner who is to be made: from the environment, else from git's global settings, else a local one. */
export async function ownerEmail(): Promise<string> {
  const asked = process.env['CAIRN_OWNER_EMAIL'];
  if (asked && !z.email().safeParse(asked).success) {
    throw new StartError('config', `CAIRN_OWNER_EMAIL is not an e-mail address: ${asked}`);
  }
  if (asked) return asked;
  const configured = await addressInGit();
  return z.email().safeParse(configured).success ? configured : 'owner@cairn.local';
}

/** Throws StartError when the owner's password in the environment breaks the password rules. */
export function checkOwnerPassword(email: string, password = process.env['CAIRN_OWNER_PASSWORD']): void {
  if (!password) return;
  const { least, most } = PASSWORD_LENGTH;
  if (password.length < least || password.length > most) {
    throw new StartError('config', `CAIRN_OWNER_PASSWORD needs ${least} to ${most} characters.`);
  }
  const problem = easyPassword(password, email);
  if (problem !== null) throw new StartError('config', `CAIRN_OWNER_PASSWORD: ${problem}`);
}

/**
 * Tells the owner how to sign in. A link opens the account to everyone who reads the output, so an owner with
 * a password gets none.
 */
export function howToSignIn(
  url: string,
  { signInToken, hasPassword }: { signInToken: string; hasPassword: boolean },
): string {
  if (hasPassword)
    return 'Sign in with your password. CAIRN_OWNER_PASSWORD sets a new one at the next start.';
  return `Sign in (works once, for 15 minutes): ${url}/sign-in?token=${encodeURIComponent(signInToken)}`;
}

/** What a start says of the owner; null where there is nothing new. */
export function ownerNews(
  { email, how }: z.infer<typeof Bootstrapped>['owner'],
  asked = process.env['CAIRN_OWNER_EMAIL'],
): string | null {
  if (how === 'bound')
    return `From now on ${email} is kept as the owner by account. No later start gives rights to anybody else.`;
  if (how === 'made') return `The owner is ${email}.`;
  if (!asked || asked.toLowerCase() === email.toLowerCase()) return null;
  return `CAIRN_OWNER_EMAIL changes nothing: the owner is ${email}. npm run owner -- --email ${asked} would change it.`;
}

/** The remote of a bare repository, whose folder often says no more than `repo`; null for another. */
async function remoteOfBare(repo: string): Promise<string | null> {
  const ask = async (...words: string[]) => (await run('git', ['-C', repo, ...words])).stdout.trim();
  try {
    const isBare = (await ask('rev-parse', '--is-bare-repository')) === 'true' && basename(repo) !== '.git';
    return isBare ? (await ask('config', 'remote.origin.url')) || null : null;
  } catch {
    // Neither a repository nor a remote: the folder names it.
    return null;
  }
}

/** What an org of these repositories is called: by their names, without what git adds to folders. */
export async function orgNameOf(repos: readonly string[]): Promise<string> {
  const remotes = await Promise.all(repos.map(remoteOfBare));
  const nameOf = (repo: string) =>
    basename(repo) === '.git' ? basename(dirname(repo)) : basename(repo, '.git');
  const places = repos.map((repo, at) => remotes[at]?.replace(/\/+$/, '').replace(/^.*:/, '') ?? repo);
  const names = [...new Set(places.map(nameOf))];
  const [first = 'Cairn', second] = names;
  if (names.length > 2) return `${first} and ${String(names.length - 1)} more`;
  return second === undefined ? first : `${first} and ${second}`;
}

/** Creates the installation's org and owner where there is none, and a one-time sign-in token of the owner. */
export async function bootstrap(
  at: { workspaceUrl: string; secret: string; data: string },
  repos: readonly [string, ...string[]],
): Promise<z.infer<typeof Bootstrapped>> {
  const password = process.env['CAIRN_OWNER_PASSWORD'];
  const { orgId } = await readInstallation(at.data);
  const body = {
    email: await ownerEmail(),
    orgName: await orgNameOf(repos),
    ...(password ? { password } : {}),
    ...(orgId ? { orgId } : {}),
  };
  const made = Bootstrapped.parse(await internal(at.workspaceUrl, at.secret, 'bootstrap', body));
  if (made.orgId !== orgId) await remember(at.data, { orgId: made.orgId });
  return made;
}

/** Creates an org for simulated data if it is missing, with the user as a member. */
export async function simulatedOrg(
  workspaceUrl: string,
  secret: string,
  org: { userId: string; orgName: string; orgId?: string | undefined },
): Promise<string> {
  return SimulatedOrg.parse(await internal(workspaceUrl, secret, 'simulated-org', org)).orgId;
}

/** Fetches a token with which the launcher may add sources to an org. */
export async function serviceToken(workspaceUrl: string, secret: string, orgId: string): Promise<string> {
  return ServiceToken.parse(await internal(workspaceUrl, secret, 'service-token', { orgId })).token;
}

/** Calls a route of svc-workspace that only the machine may call; throws StartError with the words of a refusal. */
export async function internal(url: string, secret: string, name: string, body: object): Promise<unknown> {
  const answer = await fetch(`${url}/internal/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-cairn-internal': secret },
    body: JSON.stringify(body),
  });
  const result: unknown = await answer.json().catch(() => null);
  if (answer.ok) return result;
  const message =
    (result as { error?: { message?: string } } | null)?.error?.message ?? `status ${answer.status}`;
  throw new StartError('config', `svc-workspace refused ${name}: ${message}`);
}
