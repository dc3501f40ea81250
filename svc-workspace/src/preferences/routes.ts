import type { Me, workspaceContract } from '@cairn/contracts';
import type { Handlers } from '@cairn/service-kit';
import type { Account, PreferenceStore } from './store.ts';

/** Seconds that messages stay where nothing else is configured. */
export const DEFAULT_NOTIF_TIMEOUT = 6;

/** The session user, what they have set, and what the server has set for everybody. */
export function preferenceRoutes(
  preferences: PreferenceStore,
  notifTimeout = DEFAULT_NOTIF_TIMEOUT,
): Pick<Handlers<typeof workspaceContract>, 'me' | 'updatePreferences'> {
  const answer = (account: Account): { data: Me } => ({ data: { ...account, notifTimeout } });
  return {
    me: async ({ caller }) => answer(await preferences.read(caller.userId)),
    updatePreferences: async ({ caller, input }) => answer(await preferences.update(caller.userId, input)),
  };
}
