import type { OrgId } from '@cairn/contracts';
import type { Database } from './tables.ts';

/** Holds an org until the transaction ends, so that changes of its people come one after the other; false where there is none. */
export async function lockOrg(trx: Database, orgId: OrgId): Promise<boolean> {
  // A write holds the row on both engines; only PostgreSQL could lock it in a select.
  const { numUpdatedRows } = await trx
    .updateTable('orgs')
    .set((update) => ({ name: update.ref('name') }))
    .where('id', '=', orgId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
