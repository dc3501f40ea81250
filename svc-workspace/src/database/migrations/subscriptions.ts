import { sql, type Kysely } from 'kysely';

/** Creates the table of what orgs have subscribed to. */
export async function createSubscriptions({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('subscriptions')
    .addColumn('org_id', 'text', (column) =>
      column.primaryKey().notNull().references('orgs.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) =>
      column.notNull().check(sql`status in ('active', 'trialing', 'canceled', 'expired', 'pending')`),
    )
    .addColumn('start_date', 'text', (column) => column.notNull())
    .addColumn('end_date', 'text')
    .addColumn('trial_end_date', 'text')
    .addColumn('period_start', 'text', (column) => column.notNull())
    .addColumn('period_end', 'text', (column) => column.notNull())
    .addColumn('cancel_at_period_end', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
