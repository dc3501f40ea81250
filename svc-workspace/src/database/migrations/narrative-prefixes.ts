import type { Kysely } from 'kysely';

/** Creates the table of prompt instructions, which belong to the installation. */
export async function createNarrativePrefixes({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('narrative_prefixes')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('global_key', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('prefix', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute();
}
