import { Notification, NotificationKind, type OrgId, type UserId } from '@cairn/contracts';
import type { Database } from '../database/tables.ts';

export type WantedKinds = Record<NotificationKind, boolean>;

export interface NotificationStore {
  page(orgId: OrgId, userId: UserId, page: { offset: number; limit: number }): Promise<Notification[]>;
  count(orgId: OrgId, userId: UserId): Promise<number>;
  /** Takes a notification off the list; false where none with this id waits for the user. */
  dismiss(orgId: OrgId, userId: UserId, id: string): Promise<boolean>;
  /** Brings a dismissed notification back; false where the user dismissed none with this id. */
  restore(orgId: OrgId, userId: UserId, id: string): Promise<boolean>;
  wanted(orgId: OrgId, userId: UserId): Promise<WantedKinds>;
  setWanted(orgId: OrgId, userId: UserId, kinds: Partial<WantedKinds>): Promise<void>;
}

/** Notifications of people in orgs. `notify` of the database folder makes them. */
export function notificationStore(db: Database): NotificationStore {
  const of = (orgId: OrgId, userId: UserId) =>
    db
      .selectFrom('notifications')
      .where('org_id', '=', orgId)
      .where('user_id', '=', userId)
      .where('dismissed_at', 'is', null);
  const setDismissed = async (orgId: OrgId, userId: UserId, id: string, at: string | null) => {
    const { numUpdatedRows } = await db
      .updateTable('notifications')
      .set({ dismissed_at: at })
      .where('org_id', '=', orgId)
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .where('dismissed_at', at === null ? 'is not' : 'is', null)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  };
  return {
    page: async (orgId, userId, { offset, limit }) => {
      const rows = await of(orgId, userId)
        .selectAll()
        .orderBy('updated_at', 'desc')
        .orderBy('id')
        .offset(offset)
        .limit(limit)
        .execute();
      return rows.map(({ id, kind, message, metadata, updated_at }) =>
        Notification.parse({
          id,
          type: kind,
          message,
          metadata: JSON.parse(metadata),
          updatedAt: updated_at,
        }),
      );
    },
    count: async (orgId, userId) => {
      const { total } = await of(orgId, userId)
        .select(({ fn }) => fn.countAll().as('total'))
        .executeTakeFirstOrThrow();
      return Number(total);
    },
    dismiss: (orgId, userId, id) => setDismissed(orgId, userId, id, new Date().toISOString()),
    restore: (orgId, userId, id) => setDismissed(orgId, userId, id, null),
    ...settingStore(db),
  };
}

function settingStore(db: Database): Pick<NotificationStore, 'wanted' | 'setWanted'> {
  return {
    wanted: async (orgId, userId) => {
      const muted = db.selectFrom('muted_kinds').select('kind').where('org_id', '=', orgId);
      const rows = await muted.where('user_id', '=', userId).execute();
      const off = new Set(rows.map(({ kind }) => kind));
      return Object.fromEntries(
        NotificationKind.options.map((kind) => [kind, !off.has(kind)]),
      ) as WantedKinds;
    },
    setWanted: (orgId, userId, kinds) =>
      db.transaction().execute(async (trx) => {
        for (const kind of NotificationKind.options) {
          if (kinds[kind] === undefined) continue;
          const row = { org_id: orgId, user_id: userId, kind };
          if (!kinds[kind]) {
            await trx
              .insertInto('muted_kinds')
              .values(row)
              .onConflict((conflict) => conflict.doNothing())
              .execute();
            continue;
          }
          const muted = trx
            .deleteFrom('muted_kinds')
            .where('org_id', '=', orgId)
            .where('user_id', '=', userId);
          await muted.where('kind', '=', kind).execute();
        }
      }),
  };
}
