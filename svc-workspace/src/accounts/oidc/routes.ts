import { AppError, type Caller } from '@cairn/contracts';
import type { oidcContract } from '@cairn/contracts/oidc';
import type { Handlers } from '@cairn/service-kit';
import { discover } from './issuer.ts';
import type { OidcStore } from './store.ts';

function requireSuperuser({ superuser }: Pick<Caller, 'superuser'>): void {
  if (!superuser) throw new AppError('forbidden', 'Only superusers of this Cairn set who signs people in.');
}

/** The providers of OpenID Connect, which hold for the whole installation. */
export function oidcRoutes(store: OidcStore, publicUrl: string): Handlers<typeof oidcContract> {
  const { origin } = new URL(publicUrl);
  const all = async () => {
    const kept = await store.list();
    return {
      data: kept.map(({ updatedAt: _updatedAt, ...provider }) => ({
        ...provider,
        redirectUri: `${origin}/api/auth/callback/${provider.id}`,
      })),
    };
  };
  return {
    listOidcProviders: ({ caller }) => {
      requireSuperuser(caller);
      return all();
    },
    saveOidcProvider: async ({ caller, input }) => {
      requireSuperuser(caller);
      if (input.enabled) await discover(input.issuer);
      await store.save(caller.userId, input);
      return all();
    },
    removeOidcProvider: async ({ caller, input }) => {
      requireSuperuser(caller);
      await store.remove(caller.userId, input.id);
      return all();
    },
  };
}
