import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';

/** How the token of a sign-in link is kept. */
export const identifySignInLink = (token: string) => `sign-in-link:${token}`;

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
          const link = await internalAdapter.consumeVerificationValue(identifySignInLink(c.body.token));
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
