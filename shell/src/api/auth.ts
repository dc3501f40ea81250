import { AppError, errorOf } from '@cairn/contracts';

async function post(path: string, body: object): Promise<void> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  };
  const answer = await fetch(`/api/auth/${path}`, init).catch((cause: unknown) => {
    throw new AppError('unavailable', 'Cairn cannot be reached. Check the connection and try again.', {
      cause,
    });
  });
  if (answer.ok) return;
  if (answer.status === 401) throw new AppError('invalid_credentials', 'Not accepted.');
  if (answer.status === 429)
    throw new AppError('rate_limited', 'Too many attempts. Wait a minute and try again.');
  throw errorOf(answer.status, await answer.json().catch(() => null));
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
