import type { Kysely } from 'kysely';

type Schema = Kysely<unknown>['schema'];

/** Begins a table of rows that belong to one person in one org, and go with either. */
export const personal = (schema: Schema, name: string) =>
  schema
    .createTable(name)
    .addColumn('org_id', 'text', (column) => column.notNull().references('orgs.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'));

/** Creates what an org keeps for each of its people: checklist, recent activity, notifications, what they follow. */
export async function createPersonalTables({ schema }: Kysely<unknown>): Promise<void> {
  await personal(schema, 'onboarding_tasks')
    .addColumn('task', 'text', (column) => column.notNull())
    .addColumn('completed_at', 'text')
    .addColumn('dismissed_at', 'text')
    .addPrimaryKeyConstraint('onboarding_tasks_pk', ['org_id', 'user_id', 'task'])
    .execute();
  await personal(schema, 'recent_activity')
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('thing_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('recent_activity_pk', ['org_id', 'user_id', 'type', 'thing_id'])
    .execute();
  await personal(schema, 'notifications')
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('about', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('metadata', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('notifications_pk', ['org_id', 'user_id', 'kind', 'about'])
    .execute();
  await personal(schema, 'muted_kinds')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('muted_kinds_pk', ['org_id', 'user_id', 'kind'])
    .execute();
  await personal(schema, 'followed')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('thing_id', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('followed_pk', ['org_id', 'user_id', 'kind', 'thing_id'])
    .execute();
  await schema.createIndex('followed_thing_idx').on('followed').columns(['org_id', 'thing_id']).execute();
}
