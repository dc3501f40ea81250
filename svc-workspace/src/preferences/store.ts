import { AppError, UserId, type Me } from '@cairn/contracts';
import type { Database } from '../database/tables.ts';

interface Changes {
  readonly theme?: Me['preferences']['theme'] | undefined;
  readonly displayName?: string | undefined;
}

/** A user with their preferences. */
export type Account = Omit<Me, 'notifTimeout' | 'orgCreationProblem'>;

export interface PreferenceStore {
  read(userId: UserId): Promise<Account>;
  /** Changes the named preferences and leaves the rest. */
  update(userId: UserId, changes: Changes): Promise<Account>;
}

/** The preferences of a user, which hold in every org. */
export function preferenceStore(db: Database): PreferenceStore {
  const read = async (userId: UserId): Promise<Account> => {
    const row = await db
      .selectFrom('user')
      .leftJoin('preferences', 'preferences.user_id', 'user.id')
      .where('user.id', '=', userId)
      .select(['user.id', 'email', 'name', 'superuser', 'theme', 'display_name'])
      .executeTakeFirst();
    if (!row) throw new AppError('unauthenticated', 'This account is gone. Sign in again.');
    return {
      id: UserId.parse(row.id),
      email: row.email,
      superuser: Boolean(row.superuser),
      preferences: { theme: row.theme ?? 'system', displayName: row.display_name ?? row.name },
    };
  };
  return {
    read,
    update: async (userId, { theme, displayName }) => {
      const changes = {
        ...(theme === undefined ? {} : { theme }),
        ...(displayName === undefined ? {} : { display_name: displayName }),
      };
      if (Object.keys(changes).length > 0) {
        await db
          .insertInto('preferences')
          .values({ user_id: userId, theme: theme ?? 'system', display_name: displayName ?? null })
          .onConflict((conflict) => conflict.column('user_id').doUpdateSet(changes))
          .execute();
      }
      return read(userId);
    },
  };
}
