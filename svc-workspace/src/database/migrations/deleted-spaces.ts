import type { Kysely } from 'kysely';

/** Creates the table of spaces that can be restored for a while, each for the person who deleted it. */
export async function createDeletedSpaces({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('deleted_spaces')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('org_id', 'text', (column) => column.notNull().references('orgs.id').onDelete('cascade'))
    .addColumn('deleted_by', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('deleted_at', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('pins', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('deleted_spaces_idx')
    .on('deleted_spaces')
    .columns(['org_id', 'deleted_by', 'deleted_at'])
    .execute();
}
