import type { OrgId, UserId } from '@cairn/contracts';
import { OpenTabs } from '@cairn/contracts/open-tabs';
import type { Database } from '../database/tables.ts';

export interface OpenTabStore {
  /** The tabs of a user in an org; none at revision 0 before the first are saved. */
  read(orgId: OrgId, userId: UserId): Promise<OpenTabs>;
  /** Replaces the tabs of a revision; null where another device saved since. */
  save(orgId: OrgId, userId: UserId, open: OpenTabs): Promise<OpenTabs | null>;
}

/** The workspace tabs of people in orgs. */
export function openTabStore(db: Database): OpenTabStore {
  return {
    read: async (orgId, userId) => {
      const row = await db
        .selectFrom('open_tabs')
        .select(['revision', 'tabs'])
        .where('org_id', '=', orgId)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return OpenTabs.parse(row ? { ...row, tabs: JSON.parse(row.tabs) } : { revision: 0, tabs: [] });
    },
    save: async (org_id, user_id, { revision, tabs }) => {
      const next = { revision: revision + 1, tabs: JSON.stringify(tabs) };
      const first = db
        .insertInto('open_tabs')
        .values({ org_id, user_id, ...next })
        .onConflict((conflict) => conflict.doNothing());
      const later = db
        .updateTable('open_tabs')
        .set(next)
        .where('org_id', '=', org_id)
        .where('user_id', '=', user_id)
        .where('revision', '=', revision);
      const saved =
        revision === 0
          ? (await first.executeTakeFirst()).numInsertedOrUpdatedRows
          : (await later.executeTakeFirst()).numUpdatedRows;
      return saved === 1n ? { revision: next.revision, tabs } : null;
    },
  };
}
