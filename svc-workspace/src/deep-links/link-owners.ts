import type { LinkCounts, UserId } from '@cairn/contracts';
import { sql, type NotNull } from 'kysely';
import type { Database } from '../database/tables.ts';
import type { ListContext, Visible } from './visible-links.ts';
import { foldedTag } from './words.ts';

const people = (db: Database) =>
  db
    .selectFrom('user')
    .leftJoin('preferences', 'preferences.user_id', 'user.id')
    .select(['user.id', 'user.name', 'preferences.display_name']);

/** The ids of the owners in an org that have one of these names, written as tags are; null without names. */
export async function ownersNamed(
  db: Database,
  { orgId }: Pick<ListContext, 'orgId'>,
  names: readonly string[],
): Promise<readonly string[] | null> {
  if (names.length === 0) return null;
  const wanted = new Set(names.map(foldedTag));
  const owners = db
    .selectFrom('deep_links')
    .select('user_id')
    .distinct()
    .where('holder', 'in', [orgId, ''])
    .where('user_id', 'is not', null)
    .$narrowType<{ user_id: NotNull }>();
  const rows = await people(db).where('user.id', 'in', owners).execute();
  return rows.flatMap(({ id, name, display_name }) =>
    wanted.has(foldedTag(display_name ?? name)) ? [id] : [],
  );
}

/** Keeps what these people own; null keeps everything. */
export function withOwnerNames(rows: Visible, owners: readonly string[] | null): Visible {
  if (owners === null) return rows;
  return owners.length > 0 ? rows.where('link.user_id', 'in', owners) : rows.where(sql<boolean>`1 = 0`);
}

/** Owners with the names that people gave themselves. */
export async function named(
  db: Database,
  owners: readonly { readonly id: UserId; readonly count: number }[],
): Promise<LinkCounts['owners']> {
  if (owners.length === 0) return [];
  const ids = owners.map(({ id }) => id);
  const rows = await people(db).where('user.id', 'in', ids).execute();
  const names = new Map(rows.map(({ id, name, display_name }) => [id, display_name ?? name]));
  return owners.map(({ id, count }) => ({ id, name: names.get(id) ?? '', count }));
}
