import type { Kysely } from 'kysely';

/** Makes the table of the providers of OpenID Connect; their secrets are encrypted. */
export async function createOidcProviders({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('oidc_providers')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('issuer', 'text', (column) => column.notNull())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('client_secret', 'text', (column) => column.notNull())
    .addColumn('domains', 'text', (column) => column.notNull())
    .addColumn('org_id', 'text', (column) => column.references('orgs.id').onDelete('set null'))
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('enabled', 'integer', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute();
}
