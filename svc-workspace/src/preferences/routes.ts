import type { workspaceContract } from '@cairn/contracts';
import type { Handlers } from '@cairn/service-kit';
import type { PreferenceStore } from './store.ts';

/** The session user and what they have set. */
export function preferenceRoutes(
  preferences: PreferenceStore,
): Pick<Handlers<typeof workspaceContract>, 'me' | 'updatePreferences'> {
  return {
    me: async ({ caller }) => ({ data: await preferences.read(caller.userId) }),
    updatePreferences: async ({ caller, input }) => ({
      data: await preferences.update(caller.userId, input),
    }),
  };
}
