import type { UserId } from '@cairn/contracts';
import type { Database } from '../database/tables.ts';

/** The parts of a saved thing that a change may touch, in words. */
export type ChangedPart = 'name' | 'description' | 'tags' | 'visibility' | 'content';

/** One change of a saved thing. */
export interface LinkChange {
  readonly by: string;
  readonly at: string;
  readonly what: readonly ChangedPart[];
}

/** Changes are kept for conflicts, which tell of the newest ones. */
const KEPT = 50;

interface NewChange {
  readonly id: string;
  /** The version that the change made. */
  readonly version: number;
  readonly userId: UserId;
  readonly at: string;
  readonly what: readonly ChangedPart[];
}

/** Stores a change, and forgets the oldest. */
export async function keepChange(db: Database, { id, version, userId, at, what }: NewChange): Promise<void> {
  const row = { link_id: id, version, user_id: userId, at, what: what.join() };
  await db.insertInto('link_changes').values(row).execute();
  const old = db.deleteFrom('link_changes').where('link_id', '=', id);
  await old.where('version', '<=', version - KEPT).execute();
}

/** The changes after a version, newest first. */
export async function changesSince(db: Database, id: string, version: number): Promise<LinkChange[]> {
  const rows = await db
    .selectFrom('link_changes as change')
    .leftJoin('user', 'user.id', 'change.user_id')
    .leftJoin('preferences', 'preferences.user_id', 'change.user_id')
    .select(['change.at', 'change.what', 'user.name', 'preferences.display_name'])
    .where('change.link_id', '=', id)
    .where('change.version', '>', version)
    .orderBy('change.version', 'desc')
    .execute();
  return rows.map(({ at, what, name, display_name }) => ({
    by: display_name ?? name ?? 'Somebody',
    at,
    what: what.split(',').filter(Boolean) as ChangedPart[],
  }));
}

const listed = (words: readonly string[]) =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** Who changed what, in a sentence: `Ada and Bob changed the name and the content since you opened this.` */
export function conflictWords(changes: readonly LinkChange[]): string {
  if (changes.length === 0) return 'Somebody has changed this since you opened it.';
  const people = [...new Set(changes.map(({ by }) => by))];
  const parts = [...new Set(changes.flatMap(({ what }) => what))].map((part) => `the ${part}`);
  return `${listed(people)} changed ${listed(parts) || 'this'} since you opened it.`;
}
