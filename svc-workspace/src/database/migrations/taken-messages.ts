import type { Kysely } from 'kysely';

/** Stores which messages of svc-graph were taken, since each may come again. */
export async function createTakenMessages({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('taken_messages')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('taken_at', 'text', (column) => column.notNull())
    .execute();
}
