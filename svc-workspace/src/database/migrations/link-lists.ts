import { sql, type Kysely } from 'kysely';
import type { DatabaseEngine } from '../dialects.ts';

type Kind = DatabaseEngine['kind'];

/** Adds for whom and for what a saved thing is, and the indexes from which lists are counted without reading states. */
export function addLinkLists(kind: Kind) {
  return async ({ schema }: Kysely<unknown>): Promise<void> => {
    for (const name of ['target_role', 'use_case'])
      await schema
        .alterTable('deep_links')
        .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
        .execute();
    // One value for the org and for what belongs to all orgs, so that an index serves both.
    await schema
      .alterTable('deep_links')
      .addColumn('holder', 'text', (column) => {
        const generated = column.generatedAlwaysAs(sql`coalesce(org_id, '')`);
        return kind === 'postgres' ? generated.stored() : generated;
      })
      .execute();
    await schema
      .createIndex('deep_links_list_idx')
      .on('deep_links')
      .columns(['holder', 'scope', 'user_id', 'type', 'updated_at', 'id'])
      .execute();
    await schema
      .createIndex('deep_links_usage_idx')
      .on('deep_links')
      .columns(['org_id', 'user_id', 'size'])
      .execute();
    await createLinkWords(schema, 'link_tags', 'tag');
    await createLinkWords(schema, 'link_kinds', 'kind');
  };
}

/** A table of one word of a saved thing a row. */
async function createLinkWords(
  schema: Kysely<unknown>['schema'],
  table: string,
  word: string,
): Promise<void> {
  await schema
    .createTable(table)
    .addColumn('link_id', 'text', (column) =>
      column.notNull().references('deep_links.id').onDelete('cascade'),
    )
    .addColumn(word, 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint(`${table}_pk`, ['link_id', word])
    .execute();
  await schema.createIndex(`${table}_idx`).on(table).columns([word, 'link_id']).execute();
}

/** Creates the table of small pictures of saved things. */
export async function createLinkThumbnails({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('link_thumbnails')
    .addColumn('link_id', 'text', (column) =>
      column.primaryKey().notNull().references('deep_links.id').onDelete('cascade'),
    )
    .addColumn('image', 'text', (column) => column.notNull())
    .execute();
}
