export type AuthProblemCode = 'refused' | 'away' | 'too_often' | 'failed';

/** Why an account was not opened or closed. The sign-in page has this and none of the other services' errors. */
export class AuthProblem extends Error {
  readonly code: AuthProblemCode;

  constructor(code: AuthProblemCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'AuthProblem';
    this.code = code;
  }
}

async function post(path: string, body: object): Promise<void> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  };
  const answer = await fetch(`/api/auth/${path}`, init).catch((cause: unknown) => {
    throw new AuthProblem('away', 'Cairn cannot be reached. Check the connection and try again.', cause);
  });
  if (answer.ok) return;
  if (answer.status === 401) throw new AuthProblem('refused', 'Not accepted.');
  if (answer.status === 429) {
    throw new AuthProblem('too_often', 'Too many attempts. Wait a minute and try again.');
  }
  if (answer.status === 502 || answer.status === 503) {
    throw new AuthProblem('away', 'A part of Cairn is not running. Try again in a moment.');
  }
  throw new AuthProblem('failed', `Cairn could not do this (${answer.status}). Try again.`);
}

/** Signs in with e-mail and password; sets the session cookie. */
export async function signInWithPassword(email: string, password: string): Promise<void> {
  await post('sign-in/email', { email, password });
}

/** Signs in with the token of a one-time link; it works once. */
export async function signInWithToken(token: string): Promise<void> {
  await post('one-time', { token });
}

/** Ends the session. */
export async function endSession(): Promise<void> {
  await post('sign-out', {});
}
