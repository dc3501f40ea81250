import type { OrgId, UserId } from '@cairn/contracts';
import type { internalContract } from '@cairn/contracts/internal';
import type { Handlers } from '@cairn/service-kit';
import type { DatabaseEngine } from '../database/dialects.ts';
import type { Auth } from './auth.ts';
import { ensureOwner } from './owner.ts';
import { regainOwner } from './regain-owner.ts';
import { createSignInToken } from './sign-in-tokens.ts';
import { hasPassword } from './users.ts';

interface BootstrapDeps {
  readonly engine: DatabaseEngine;
  readonly publicUrl: string;
  ensureOrg(
    owner: { userId: UserId; email: string; isNew: boolean },
    name: string,
    orgId?: OrgId,
  ): Promise<OrgId>;
}

/** Makes the owner and org of a fresh installation, once, and gives the owner to whoever runs the machine. */
export function bootstrapRoutes(
  auth: Auth,
  { engine, publicUrl, ensureOrg }: BootstrapDeps,
): Pick<Handlers<typeof internalContract>, 'bootstrap' | 'regainOwner'> {
  return {
    bootstrap: async ({ input }) => {
      const { userId, email, how } = await ensureOwner(auth, engine.db, input);
      const orgId = await ensureOrg({ userId, email, isNew: how === 'made' }, input.orgName, input.orgId);
      const signInToken = await createSignInToken(auth, userId);
      const known = await hasPassword(auth, userId);
      return { orgId, userId, signInToken, hasPassword: known, owner: { email, how } };
    },
    regainOwner: async ({ input }) => {
      const { userId, email, former } = await regainOwner(auth, engine, input);
      const token = await createSignInToken(auth, userId);
      return {
        email,
        former,
        url: `${new URL(publicUrl).origin}/sign-in?token=${encodeURIComponent(token)}`,
      };
    },
  };
}
