export type AuthProblemCode = 'refused' | 'away' | 'too_often' | 'failed';

/** Why an account could not be opened or closed. The sign-in page knows no other service's errors. */
export class AuthProblem extends Error {
  readonly code: AuthProblemCode;

  constructor(code: AuthProblemCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'AuthProblem';
    this.code = code;
  }
}

const TOO_OFTEN = 'Too many attempts. Wait a minute and try again.';

interface Refusal {
  readonly code?: unknown;
  readonly message?: unknown;
}

/** What the service says of a refusal; nothing where it says nothing. */
async function refusalOf(answer: Response): Promise<Refusal> {
  const body = (await answer.json().catch(() => null)) as { error?: Refusal } | null;
  return body?.error ?? {};
}

async function messageOf(answer: Response): Promise<string | null> {
  const { message } = await refusalOf(answer);
  return typeof message === 'string' ? message : null;
}

const REFUSED = [400, 403, 404, 409];

async function problemOf(answer: Response): Promise<AuthProblem> {
  const { status } = answer;
  if (status === 401) return new AuthProblem('refused', (await messageOf(answer)) ?? 'Not accepted.');
  if (status === 429) return new AuthProblem('too_often', (await messageOf(answer)) ?? TOO_OFTEN);
  if (status === 502 || status === 503) {
    const { code, message } = await refusalOf(answer);
    // The other site is away, and Cairn is not.
    if (code === 'source_unavailable') return new AuthProblem('failed', String(message));
    return new AuthProblem('away', 'A part of Cairn is not running. Try again in a moment.');
  }
  const said = REFUSED.includes(status) ? await messageOf(answer) : null;
  return new AuthProblem('failed', said ?? `Cairn could not do this (${status}). Try again.`);
}

async function ask(path: string, body?: object): Promise<unknown> {
  const init = {
    method: body ? 'POST' : 'GET',
    headers: { accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  };
  const answer = await fetch(`/api/${path}`, init).catch((cause: unknown) => {
    throw new AuthProblem('away', 'Cairn cannot be reached. Check the connection and try again.', cause);
  });
  if (answer.ok) return answer.json().catch(() => null);
  throw await problemOf(answer);
}

const post = (path: string, body: object) => ask(`auth/${path}`, body);

/** How a sign-in ended: in a session, or in the question for a second factor. */
export type SignInEnd = 'session' | 'factor';

const endOf = (answer: unknown): SignInEnd =>
  typeof answer === 'object' && answer !== null && 'secondFactor' in answer ? 'factor' : 'session';

/** Signs in with e-mail and password; sets the session cookie, unless a second factor is asked for. */
export async function signInWithPassword(email: string, password: string): Promise<SignInEnd> {
  return endOf(await post('sign-in/email', { email, password }));
}

/** Ends a sign-in that waits for a code of an app or a recovery code, and sets the session cookie. */
export async function giveSecondFactor(code: string, trust: boolean): Promise<void> {
  await post('two-factor/verify', { code, trust });
}

/** The account of a one-time link, and the one that is already signed in here. */
export interface SignInLink {
  readonly email: string;
  readonly signedInAs: string | null;
}

/** Reads the account of a one-time link without using the link. */
export async function readSignInLink(token: string): Promise<SignInLink> {
  const { email, signedInAs } = ((await post('one-time/account', { token })) ?? {}) as Partial<SignInLink>;
  if (typeof email !== 'string')
    throw new AuthProblem('failed', 'Cairn could not read this link. Try again.');
  return { email, signedInAs: signedInAs ?? null };
}

/** Signs in with the token of a one-time link, unless a second factor is asked for; it works once. */
export async function signInWithToken(token: string): Promise<SignInEnd> {
  return endOf(await post('one-time', { token }));
}

/** Ends the session. */
export async function endSession(): Promise<void> {
  await post('sign-out', {});
}

/** What the sign-in page offers in this installation. */
export interface SignInOptions {
  readonly signUp: 'open' | 'invitation' | 'closed';
  /** Whether this Cairn sends mail. */
  readonly mail: boolean;
  /** The sites whose accounts sign in here. */
  readonly sites: readonly SignInSite[];
}

/** Another site whose accounts sign in here, such as `github`. */
export interface SignInSite {
  readonly id: string;
  readonly name: string;
}

const SITE_NAMES: Readonly<Record<string, string>> = { github: 'GitHub', google: 'Google' };

interface OfferedSignIn extends Omit<SignInOptions, 'sites'> {
  readonly providers: readonly string[];
  readonly oidc: readonly SignInSite[];
}

/** Reads what the sign-in page offers; only signing in where that cannot be read. */
export async function readSignInOptions(): Promise<SignInOptions> {
  const {
    signUp = 'closed',
    mail = false,
    providers = [],
    oidc = [],
  } = ((await ask('auth/options').catch(() => null)) ?? {}) as Partial<OfferedSignIn>;
  return { signUp, mail, sites: [...providers.map((id) => ({ id, name: SITE_NAMES[id] ?? id })), ...oidc] };
}

/** Where an invitation leads. */
export interface InvitedTo {
  readonly orgName: string;
  readonly role: string;
  readonly email: string | null;
}

/** Reads where an invitation leads, without using it. */
export async function readInvitation(invite_code: string): Promise<InvitedTo> {
  const answer = (await ask('login-links/target-links', { invite_code })) as { data?: InvitedTo } | null;
  if (!answer?.data) throw new AuthProblem('failed', 'Cairn could not read this invitation. Try again.');
  return answer.data;
}

/** The e-mail of who is signed in here; null where nobody is. */
export async function signedInEmail(): Promise<string | null> {
  const answer = await ask('user/me').catch((error: unknown) => {
    if (error instanceof AuthProblem && error.code === 'refused') return null;
    throw error;
  });
  return (answer as { data?: { email?: string } } | null)?.data?.email ?? null;
}

/** Joins the org of an invitation and gives its id. */
export async function joinByInvitation(invite_code: string): Promise<string> {
  const answer = (await ask('user/join-org', { invite_code })) as { data?: { id?: string } } | null;
  return answer?.data?.id ?? '';
}

export interface NewAccount {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly invite_code?: string;
}

/** A new account: the org that it joined, and whether its e-mail must be confirmed before it is signed in. */
export interface SignedUp {
  readonly orgId: string | null;
  readonly confirm: boolean;
}

/** Makes an account, and signs in with it unless its e-mail must be confirmed first. */
export async function signUp(account: NewAccount): Promise<SignedUp> {
  const { orgId, confirm } = ((await post('sign-up/email', account)) ?? {}) as Partial<SignedUp>;
  return { orgId: orgId ?? null, confirm: confirm ?? false };
}

/** The address of another site at which to sign in; it leads back to `to`, or to an invitation. */
export async function startProviderSignIn(
  provider: string,
  back: { readonly to?: string; readonly invite_code?: string },
): Promise<string> {
  const answer = (await post('sign-in/provider', { provider, ...back })) as { url?: string } | null;
  if (!answer?.url) throw new AuthProblem('failed', 'Cairn could not begin to sign in. Try again.');
  return answer.url;
}

/** Asks for a password link by mail. */
export async function askForPasswordLink(email: string): Promise<void> {
  await post('forgot-password', { email });
}

/** Confirms the e-mail of an account, and how that ended; null where it signs nobody in. */
export async function confirmEmail(token: string): Promise<SignInEnd | null> {
  const answer = ((await post('confirm-email', { token })) ?? {}) as { signedIn?: boolean };
  return endOf(answer) === 'factor' ? 'factor' : answer.signedIn ? 'session' : null;
}

/** Sets the password of the account of a password link; it works once. */
export async function resetPassword(token: string, next: string): Promise<void> {
  await post('reset-password', { token, next });
}
