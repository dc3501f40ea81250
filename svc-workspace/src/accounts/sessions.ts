import { UserId, type Caller } from '@cairn/contracts';
import type { Auth } from './auth.ts';

/** Who a session cookie belongs to; null when it is none of ours, ended or revoked. */
export async function userOfSession(auth: Auth, cookie: string): Promise<Caller | null> {
  const session = await auth.api.getSession({ headers: new Headers({ cookie }) });
  if (!session) return null;
  const { id, email, superuser } = session.user;
  return { userId: UserId.parse(id), email, superuser: Boolean(superuser) };
}

/** Signs claims with the newest key; `exp` is in seconds since the epoch. */
export async function signClaims(auth: Auth, caller: Caller, exp: number): Promise<string> {
  const { token } = await auth.api.signJWT({ body: { payload: { ...caller, sub: caller.userId, exp } } });
  return token;
}

/** Signs once, so that a secret which does not open the keys of this database is found at the start. */
export async function canSign(auth: Auth): Promise<boolean> {
  return auth.api.signJWT({ body: { payload: { sub: 'nobody', exp: 0 } } }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Error && /decrypt private key/.test(error.message)) return false;
      throw error;
    },
  );
}
