import { sql, type Kysely } from 'kysely';

/** Stores the clock that people choose. */
export async function addTimeFormat({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('preferences').addColumn('time_format', 'text').execute();
}

/** Stores what people choose beside theme and name, and their pictures. */
export async function addPreferences({ schema }: Kysely<unknown>): Promise<void> {
  for (const name of ['timezone', 'date_format', 'number_format', 'period', 'picture'])
    await schema.alterTable('preferences').addColumn(name, 'text').execute();
  await schema
    .alterTable('preferences')
    .addColumn('first_day', 'integer', (column) => column.check(sql`first_day between 1 and 7`))
    .execute();
  await schema
    .createTable('pictures')
    .addColumn('user_id', 'text', (column) =>
      column.primaryKey().notNull().references('user.id').onDelete('cascade'),
    )
    .addColumn('png', 'text', (column) => column.notNull())
    .execute();
}
