import type { Kysely } from 'kysely';
import { personal } from './personal.ts';

/** Stores when each person was last in each org, so that Home can say what changed since. */
export async function createVisits({ schema }: Kysely<unknown>): Promise<void> {
  await personal(schema, 'visits')
    .addColumn('seen_at', 'text', (column) => column.notNull())
    .addColumn('previous_at', 'text')
    .addPrimaryKeyConstraint('visits_pk', ['org_id', 'user_id'])
    .execute();
}
