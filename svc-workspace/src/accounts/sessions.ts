import { UserId, type Caller } from '@cairn/contracts';
import { isAPIError } from 'better-auth/api';
import type { Auth } from './auth.ts';

/** Sessions end this long after somebody signed in, however often they are used. */
const MOST_MS = 90 * 86_400_000;

interface SessionTimes {
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** When a session ends if it is not used again. */
export function endOf({ createdAt, expiresAt }: SessionTimes): Date {
  return new Date(Math.min(expiresAt.getTime(), createdAt.getTime() + MOST_MS));
}

/** Whether a session may still be used. */
export const isLive = (session: SessionTimes): boolean => endOf(session) > new Date();

/**
 * The session of a cookie; null when it is unknown, ended or revoked. `cookies` are for the browser: they make its cookie
 * last as long as the session, which each day of use prolongs.
 */
export async function sessionOf(auth: Auth, cookie: string) {
  const asked = { headers: new Headers({ cookie }), returnHeaders: true } as const;
  const { headers, response } = await auth.api.getSession(asked).catch((error: unknown) => {
    if (!isAPIError(error) || error.statusCode < 500) throw error;
    // A session that cannot be prolonged, because the disk is full, still serves for reading.
    return auth.api.getSession({ ...asked, query: { disableRefresh: true } });
  });
  if (!response) return null;
  const { session, user } = response;
  if (isLive(session)) return { session, user, cookies: headers.getSetCookie() };
  const { internalAdapter } = await auth.$context;
  await internalAdapter.deleteSession(session.token);
  return null;
}

/** Ends the session of a cookie, if there is one. */
export async function endSession(auth: Auth, cookie: string): Promise<void> {
  const found = await sessionOf(auth, cookie);
  if (!found) return;
  const { internalAdapter } = await auth.$context;
  await internalAdapter.deleteSession(found.session.token);
}

/** The user of a session cookie, with cookies for the browser; null when there is no session. */
export async function userOfSession(
  auth: Auth,
  cookie: string,
): Promise<{ readonly caller: Caller; readonly cookies: string[] } | null> {
  const found = await sessionOf(auth, cookie);
  if (!found) return null;
  const { id, email, emailVerified, superuser } = found.user;
  const caller = {
    userId: UserId.parse(id),
    email,
    emailVerified: Boolean(emailVerified),
    superuser: Boolean(superuser),
  };
  return { caller, cookies: found.cookies };
}

/** Signs claims with the newest key; `exp` is in seconds since the epoch. */
export async function signClaims(auth: Auth, caller: Caller, exp: number): Promise<string> {
  const { token } = await auth.api.signJWT({ body: { payload: { ...caller, sub: caller.userId, exp } } });
  return token;
}

/** Whether the secret decrypts the keys of this database; signs once, so that a wrong secret shows at the start. */
export async function canSign(auth: Auth): Promise<boolean> {
  return auth.api.signJWT({ body: { payload: { sub: 'nobody', exp: 0 } } }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Error && /decrypt private key/.test(error.message)) return false;
      throw error;
    },
  );
}
