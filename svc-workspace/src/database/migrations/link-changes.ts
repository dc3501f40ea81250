import type { Kysely } from 'kysely';

/** Creates the table of who changed what of a saved thing, so that a conflict can tell. */
export async function createLinkChanges({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('link_changes')
    .addColumn('link_id', 'text', (column) =>
      column.notNull().references('deep_links.id').onDelete('cascade'),
    )
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.references('user.id').onDelete('set null'))
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('what', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('link_changes_pk', ['link_id', 'version'])
    .execute();
}
