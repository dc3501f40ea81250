import { sql, type Kysely } from 'kysely';
import { z } from 'zod';

type FormerTables = {
  deleted_spaces: {
    id: string;
    org_id: string;
    deleted_by: string;
    deleted_at: string;
    content: string;
    pins: string;
  };
  deleted_links: Record<string, unknown>;
};

const SpaceContent = z.object({
  name: z.string(),
  description: z.string(),
  group: z.string(),
  scope: z.string(),
  state: z.string(),
});

const TEXTS = ['type', 'scope', 'name', 'description', 'tags', 'state', 'target_role', 'use_case'] as const;

/** Creates the table of saved things that can be restored for a while, and moves the deleted spaces there. */
export async function createDeletedLinks(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  const table = schema
    .createTable('deleted_links')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('deleted_in', 'text', (column) => column.notNull().references('orgs.id').onDelete('cascade'))
    .addColumn('deleted_by', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('deleted_at', 'text', (column) => column.notNull())
    .addColumn('org_id', 'text')
    .addColumn('user_id', 'text')
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('size', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('thumbnail', 'text')
    .addColumn('marks', 'text', (column) => column.notNull());
  await TEXTS.reduce(
    (made, name) => made.addColumn(name, 'text', (column) => column.notNull()),
    table,
  ).execute();
  await schema
    .createIndex('deleted_links_idx')
    .on('deleted_links')
    .columns(['deleted_in', 'deleted_by', 'deleted_at'])
    .execute();
  await moveSpaces(db.withTables<FormerTables>());
  await schema.dropTable('deleted_spaces').execute();
}

/** Finds what was deleted in an org, whoever did. */
export async function indexDeletions({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createIndex('deleted_links_in_idx')
    .on('deleted_links')
    .columns(['deleted_in', 'deleted_at'])
    .execute();
}

async function moveSpaces(db: Kysely<FormerTables>): Promise<void> {
  for (const space of await db.selectFrom('deleted_spaces').selectAll().execute()) {
    const { group, scope, ...texts } = SpaceContent.parse(JSON.parse(space.content));
    const isGlobal = scope === 'global';
    const people = z.array(z.string()).parse(JSON.parse(space.pins));
    const bookmarks = people.map((user_id) => ({ user_id, created_at: space.deleted_at }));
    const { id, org_id, deleted_by, deleted_at } = space;
    await db
      .insertInto('deleted_links')
      .values({
        ...texts,
        id,
        scope,
        type: 'space-v1',
        deleted_in: org_id,
        deleted_by,
        deleted_at,
        tags: group,
        target_role: '',
        use_case: '',
        version: 1,
        org_id: isGlobal ? null : org_id,
        user_id: isGlobal ? null : deleted_by,
        size: texts.state.length + texts.description.length,
        created_at: deleted_at,
        updated_at: deleted_at,
        thumbnail: sql`null`,
        marks: JSON.stringify({ bookmarks, hits: [], changes: [] }),
      })
      .execute();
  }
}
