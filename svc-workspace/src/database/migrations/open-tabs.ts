import type { Kysely } from 'kysely';
import { personal } from './personal.ts';

/** Stores the workspace tabs of each person in each org, so that their devices share them. */
export async function createOpenTabs({ schema }: Kysely<unknown>): Promise<void> {
  await personal(schema, 'open_tabs')
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('tabs', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('open_tabs_pk', ['org_id', 'user_id'])
    .execute();
}
