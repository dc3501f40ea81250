import type { Notification, OrgId, UserId } from '@cairn/contracts';
import { randomUUID } from 'node:crypto';
import type { Database } from './tables.ts';

/** A message for several people of an org. */
export interface Message extends Pick<Notification, 'type' | 'message' | 'metadata'> {
  /** What it is about; it takes the place of an earlier one of this kind about the same. */
  readonly about: string;
  readonly at: string;
}

/** How long a notification waits to be dismissed. */
export const NOTIFICATION_DAYS = 90;
const DAY_MS = 86_400_000;

/** Tells people of an org a message. Who has turned its kind off gets none; who is no member neither. */
export async function notify(
  db: Database,
  orgId: OrgId,
  people: readonly UserId[],
  message: Message,
): Promise<void> {
  if (people.length === 0) return;
  const { type: kind, about, message: text, metadata, at } = message;
  const wanting = await db
    .selectFrom('members')
    .select('members.user_id')
    .where('members.org_id', '=', orgId)
    .where('members.user_id', 'in', people)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('muted_kinds as muted')
            .select('muted.kind')
            .where('muted.kind', '=', kind)
            .whereRef('muted.org_id', '=', 'members.org_id')
            .whereRef('muted.user_id', '=', 'members.user_id'),
        ),
      ),
    )
    .execute();
  if (wanting.length === 0) return;
  const told = {
    org_id: orgId,
    kind,
    about,
    message: text,
    metadata: JSON.stringify(metadata),
    updated_at: at,
  };
  await db
    .insertInto('notifications')
    .values(wanting.map(({ user_id }) => ({ ...told, user_id, id: randomUUID(), dismissed_at: null })))
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'user_id', 'kind', 'about'])
        .doUpdateSet({ message: text, metadata: told.metadata, updated_at: at, dismissed_at: null }),
    )
    .execute();
  const old = new Date(new Date(at).getTime() - NOTIFICATION_DAYS * DAY_MS).toISOString();
  await db.deleteFrom('notifications').where('org_id', '=', orgId).where('updated_at', '<', old).execute();
}

/** Removes what people of an org were told about a thing. */
export async function withdraw(
  db: Database,
  orgId: OrgId,
  kind: Notification['type'],
  about: string,
): Promise<void> {
  const told = db.deleteFrom('notifications').where('org_id', '=', orgId).where('kind', '=', kind);
  await told.where('about', '=', about).execute();
}

/** Removes whatever anybody was told about a thing that is there no more, or no longer theirs to see. */
export async function forget(db: Database, about: string): Promise<void> {
  await db.deleteFrom('notifications').where('about', '=', about).execute();
}

/** The admins of an org; empty where there is no such org. */
export async function adminsOf(db: Database, orgId: OrgId): Promise<UserId[]> {
  const admins = db.selectFrom('members').select('user_id').where('org_id', '=', orgId);
  const rows = await admins.where('role', 'in', ['admin', 'super']).execute();
  return rows.map(({ user_id }) => user_id as UserId);
}

/** The people of an org, without one of them. */
export async function othersIn(db: Database, orgId: OrgId, userId: UserId): Promise<UserId[]> {
  const rows = await db
    .selectFrom('members')
    .select('user_id')
    .where('org_id', '=', orgId)
    .where('user_id', '!=', userId)
    .execute();
  return rows.map(({ user_id }) => user_id as UserId);
}
