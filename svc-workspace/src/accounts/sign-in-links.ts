import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Auth } from './auth.ts';

const MINUTES = 15;
const identifierOf = (token: string) => `sign-in-link:${token}`;

/** The endpoint that trades the token of a sign-in link for a session, once. */
export function signInLinks() {
  return {
    id: 'sign-in-links',
    endpoints: {
      signInOneTime: createAuthEndpoint(
        '/one-time',
        { method: 'POST', body: z.object({ token: z.string() }) },
        async (c) => {
          const { internalAdapter } = c.context;
          const link = await internalAdapter.consumeVerificationValue(identifierOf(c.body.token));
          const user =
            link && link.expiresAt > new Date() ? await internalAdapter.findUserById(link.value) : null;
          const session = user && (await internalAdapter.createSession(user.id));
          if (!session) {
            throw new APIError('UNAUTHORIZED', { code: 'INVALID_SIGN_IN_LINK', message: 'used or old' });
          }
          await setSessionCookie(c, { session, user });
          return c.json({ user: { id: user.id, email: user.email, name: user.name } });
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}

/** The e-mail of the account of a sign-in link; null when the link was used or is too old. Does not use the link up. */
export async function accountOfLink(auth: Auth, token: string): Promise<string | null> {
  const { internalAdapter } = await auth.$context;
  const link = await internalAdapter.findVerificationValue(identifierOf(token));
  if (!link || link.expiresAt <= new Date()) return null;
  return (await internalAdapter.findUserById(link.value))?.email ?? null;
}

/** A token that signs this user in once within the next 15 minutes; only its hash is kept. */
export async function createSignInToken(auth: Auth, userId: string): Promise<string> {
  const { internalAdapter } = await auth.$context;
  const token = randomBytes(24).toString('base64url');
  const expiresAt = new Date(Date.now() + MINUTES * 60_000);
  await internalAdapter.createVerificationValue({
    identifier: identifierOf(token),
    value: userId,
    expiresAt,
  });
  return token;
}
