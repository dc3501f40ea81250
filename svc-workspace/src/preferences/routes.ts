import type { HelpLinks, Me, UserId, workspaceContract } from '@cairn/contracts';
import type { Handlers } from '@cairn/service-kit';
import type { Account, PreferenceStore } from './store.ts';

/** Seconds that messages stay where nothing else is configured. */
export const DEFAULT_NOTIF_TIMEOUT = 6;

interface PreferenceDeps {
  readonly notifTimeout?: number | undefined;
  readonly help?: HelpLinks | undefined;
  /** Why a user may not create an org; null when they may. */
  orgCreationProblem(userId: UserId): Promise<string | null>;
  changeEmail(asked: { userId: UserId; email: string; password: string | undefined }): Promise<void>;
}

/** The session user, their preferences, and the server's settings for everybody. */
export function preferenceRoutes(
  preferences: PreferenceStore,
  { notifTimeout = DEFAULT_NOTIF_TIMEOUT, help = {}, orgCreationProblem, changeEmail }: PreferenceDeps,
): Pick<Handlers<typeof workspaceContract>, 'me' | 'updatePreferences' | 'updateEmail'> {
  const answer = async (account: Account): Promise<{ data: Me }> => ({
    data: { ...account, orgCreationProblem: await orgCreationProblem(account.id), notifTimeout, help },
  });
  return {
    me: async ({ caller }) => answer(await preferences.read(caller.userId)),
    updatePreferences: async ({ caller, input }) => answer(await preferences.update(caller.userId, input)),
    updateEmail: async ({ caller: { userId }, input: { email, password } }) => {
      await changeEmail({ userId, email: email.toLowerCase(), password });
      return answer(await preferences.read(userId));
    },
  };
}
