import { sql, type Kysely } from 'kysely';

/** Stores who owns this installation by the id of the account, so that no address stands for it. */
export async function createInstallationOwner({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('installation_owner')
    .addColumn('place', 'integer', (column) =>
      column
        .primaryKey()
        .notNull()
        .check(sql`place = 1`),
    )
    .addColumn('user_id', 'text', (column) => column.notNull().references('user.id'))
    .addColumn('since', 'text', (column) => column.notNull())
    .execute();
}
