import type { OrgId } from '@cairn/contracts';
import type { Database } from './tables.ts';

/** Locks an org until the transaction ends, so that changes of its people are serial; false where there is no such org. */
export async function lockOrg(trx: Database, orgId: OrgId): Promise<boolean> {
  // A write locks the row on both engines; only PostgreSQL could lock it in a select.
  const { numUpdatedRows } = await trx
    .updateTable('orgs')
    .set((update) => ({ name: update.ref('name') }))
    .where('id', '=', orgId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
