import type { Kysely } from 'kysely';

/** Stores which e-mail somebody wants to sign in with, until they confirm it. */
export async function createEmailChanges({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('email_changes')
    .addColumn('user_id', 'text', (column) =>
      column.primaryKey().notNull().references('user.id').onDelete('cascade'),
    )
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute();
}
