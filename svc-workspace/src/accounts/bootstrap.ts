import type { internalContract, OrgId, UserId } from '@cairn/contracts';
import type { Handlers } from '@cairn/service-kit';
import type { Auth } from './auth.ts';
import { createSignInToken } from './sign-in-links.ts';
import { ensureOwner, hasPassword } from './users.ts';

type EnsureOrg = (owner: { userId: UserId; email: string }, name: string, orgId?: OrgId) => Promise<OrgId>;

/** Creates the owner and org of a fresh installation; after an interrupted call, the next one continues. */
export function bootstrapRoutes(
  auth: Auth,
  ensureOrg: EnsureOrg,
): Pick<Handlers<typeof internalContract>, 'bootstrap'> {
  return {
    bootstrap: async ({ input }) => {
      const userId = await ensureOwner(auth, input);
      const orgId = await ensureOrg({ userId, email: input.email }, input.orgName, input.orgId);
      const signInToken = await createSignInToken(auth, userId);
      return { orgId, userId, signInToken, hasPassword: await hasPassword(auth, userId) };
    },
  };
}
