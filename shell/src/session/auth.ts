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

/** The service's message, which may say how long to wait. */
async function refusalOf(answer: Response): Promise<string> {
  const body = (await answer.json().catch(() => null)) as { error?: { message?: unknown } } | null;
  const message = body?.error?.message;
  return typeof message === 'string' ? message : TOO_OFTEN;
}

async function post(path: string, body: object): Promise<unknown> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  };
  const answer = await fetch(`/api/auth/${path}`, init).catch((cause: unknown) => {
    throw new AuthProblem('away', 'Cairn cannot be reached. Check the connection and try again.', cause);
  });
  if (answer.ok) return answer.json().catch(() => null);
  if (answer.status === 401) throw new AuthProblem('refused', 'Not accepted.');
  if (answer.status === 429) throw new AuthProblem('too_often', await refusalOf(answer));
  if (answer.status === 502 || answer.status === 503) {
    throw new AuthProblem('away', 'A part of Cairn is not running. Try again in a moment.');
  }
  throw new AuthProblem('failed', `Cairn could not do this (${answer.status}). Try again.`);
}

/** Signs in with e-mail and password; sets the session cookie. */
export async function signInWithPassword(email: string, password: string): Promise<void> {
  await post('sign-in/email', { email, password });
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

/** Signs in with the token of a one-time link; it works once. */
export async function signInWithToken(token: string): Promise<void> {
  await post('one-time', { token });
}

/** Ends the session. */
export async function endSession(): Promise<void> {
  await post('sign-out', {});
}
