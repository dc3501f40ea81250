import { AppError, Preferences, UserId, type Me, type PreferenceChanges } from '@cairn/contracts';
import type { Database } from '../database/tables.ts';

/** A user with their preferences. */
export type Account = Omit<Me, 'notifTimeout' | 'help' | 'orgCreationProblem'>;

export interface PreferenceStore {
  read(userId: UserId): Promise<Account>;
  /** Changes the named preferences and leaves the rest. */
  update(userId: UserId, changes: PreferenceChanges): Promise<Account>;
}

/** The column of each preference. */
const COLUMNS = {
  theme: 'theme',
  displayName: 'display_name',
  timezone: 'timezone',
  firstDay: 'first_day',
  dateFormat: 'date_format',
  timeFormat: 'time_format',
  numberFormat: 'number_format',
  period: 'period',
  picture: 'picture',
} as const satisfies Record<keyof Preferences, string>;
type Preference = keyof typeof COLUMNS;

const NAMES = Object.keys(COLUMNS) as Preference[];

/** The preferences of a row. What was never chosen is left to the schema. */
function preferencesOf(row: Readonly<Record<string, unknown>>, name: string): Preferences {
  const chosen = NAMES.map((each) => [each, row[COLUMNS[each]] ?? undefined]);
  return Preferences.parse({
    theme: 'system',
    ...Object.fromEntries(chosen.filter(([, value]) => value)),
    displayName: row['display_name'] ?? name,
  });
}

/** The preferences of a user, which hold in every org. */
export function preferenceStore(db: Database): PreferenceStore {
  const read = async (userId: UserId): Promise<Account> => {
    const row = await db
      .selectFrom('user')
      .leftJoin('preferences', 'preferences.user_id', 'user.id')
      .where('user.id', '=', userId)
      .select(['user.id', 'email', 'name', 'superuser', ...Object.values(COLUMNS)])
      .executeTakeFirst();
    if (!row) throw new AppError('unauthenticated', 'This account is gone. Sign in again.');
    return {
      id: UserId.parse(row.id),
      email: row.email,
      superuser: Boolean(row.superuser),
      preferences: preferencesOf(row, row.name),
    };
  };
  return {
    read,
    update: async (userId, changes) => {
      const named = NAMES.filter(
        (name) => name in changes && changes[name as keyof PreferenceChanges] !== undefined,
      );
      const columns = Object.fromEntries(
        named.map((name) => [COLUMNS[name], changes[name as keyof PreferenceChanges]]),
      );
      if (named.length > 0) {
        await db
          .insertInto('preferences')
          .values({ user_id: userId, theme: 'system', ...columns })
          .onConflict((conflict) => conflict.column('user_id').doUpdateSet(columns))
          .execute();
      }
      return read(userId);
    },
  };
}
