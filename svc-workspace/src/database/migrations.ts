import { sql, type Kysely, type Migration } from 'kysely';
import type { DatabaseEngine } from './dialects.ts';
import { createPersonalTables } from './migrations/personal.ts';
import { createSubscriptions } from './migrations/subscriptions.ts';
import { createDeletedLinks, indexDeletions } from './migrations/deleted-links.ts';
import { createDeletedSpaces } from './migrations/deleted-spaces.ts';
import { addDismissedAt } from './migrations/dismissed-notifications.ts';
import { createNarrativePrefixes } from './migrations/narrative-prefixes.ts';
import { createLinkChanges } from './migrations/link-changes.ts';
import { addLinkLists, createLinkThumbnails } from './migrations/link-lists.ts';
import { createLinkQuestions } from './migrations/link-questions.ts';
import { createLinkSearch } from './migrations/link-search.ts';
import { auditLog } from './migrations/audit-log.ts';
import { addPreferences, addTimeFormat } from './migrations/preferences.ts';
import { createOpenTabs } from './migrations/open-tabs.ts';
import { createVisits } from './migrations/visits.ts';
import { createEmailChanges } from './migrations/email-changes.ts';
import { createInstallationOwner } from './migrations/installation-owner.ts';
import { createOidcProviders } from './migrations/oidc-providers.ts';
import { createSecondFactors } from './migrations/second-factors.ts';
import { createTakenMessages } from './migrations/taken-messages.ts';
import { doubtEmails } from './migrations/doubt-emails.ts';

type Columns = DatabaseEngine['columns'];
type Schema = Kysely<unknown>['schema'];

/** The tables of better-auth, in the shape that its own generator asks for; a test compares the two. */
async function createAuthTables(schema: Schema, { instant, flag }: Columns): Promise<void> {
  await schema
    .createTable('user')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('emailVerified', flag, (column) => column.notNull())
    .addColumn('image', 'text')
    .addColumn('superuser', flag)
    .addColumn('createdAt', instant, (column) => column.notNull())
    .addColumn('updatedAt', instant, (column) => column.notNull())
    .execute();
  await schema
    .createTable('session')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('expiresAt', instant, (column) => column.notNull())
    .addColumn('token', 'text', (column) => column.notNull().unique())
    .addColumn('createdAt', instant, (column) => column.notNull())
    .addColumn('updatedAt', instant, (column) => column.notNull())
    .addColumn('ipAddress', 'text')
    .addColumn('userAgent', 'text')
    .addColumn('userId', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
    .execute();
  await schema
    .createTable('account')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('accountId', 'text', (column) => column.notNull())
    .addColumn('providerId', 'text', (column) => column.notNull())
    .addColumn('userId', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('accessToken', 'text')
    .addColumn('refreshToken', 'text')
    .addColumn('idToken', 'text')
    .addColumn('accessTokenExpiresAt', instant)
    .addColumn('refreshTokenExpiresAt', instant)
    .addColumn('scope', 'text')
    .addColumn('password', 'text')
    .addColumn('createdAt', instant, (column) => column.notNull())
    .addColumn('updatedAt', instant, (column) => column.notNull())
    .execute();
}

async function createKeyTables(schema: Schema, { instant }: Columns): Promise<void> {
  await schema
    .createTable('verification')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('identifier', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('expiresAt', instant, (column) => column.notNull())
    .addColumn('createdAt', instant, (column) => column.notNull())
    .addColumn('updatedAt', instant, (column) => column.notNull())
    .execute();
  await schema
    .createTable('jwks')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('publicKey', 'text', (column) => column.notNull())
    .addColumn('privateKey', 'text', (column) => column.notNull())
    .addColumn('createdAt', instant, (column) => column.notNull())
    .addColumn('expiresAt', instant)
    .addColumn('alg', 'text')
    .addColumn('crv', 'text')
    .execute();
  await schema.createIndex('session_userId_idx').on('session').column('userId').execute();
  await schema.createIndex('account_userId_idx').on('account').column('userId').execute();
  await schema.createIndex('verification_identifier_idx').on('verification').column('identifier').execute();
}

async function createOrgTables(schema: Schema): Promise<void> {
  await schema
    .createTable('orgs')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('signup_email', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('members')
    .addColumn('org_id', 'text', (column) => column.notNull().references('orgs.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('role', 'text', (column) =>
      column.notNull().check(sql`role in ('viewer', 'user', 'admin', 'super')`),
    )
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('members_pk', ['org_id', 'user_id'])
    .execute();
  await schema.createIndex('members_user_idx').on('members').column('user_id').execute();
  await schema
    .createTable('preferences')
    .addColumn('user_id', 'text', (column) =>
      column.primaryKey().notNull().references('user.id').onDelete('cascade'),
    )
    .addColumn('theme', 'text', (column) => column.notNull().defaultTo('system'))
    .addColumn('display_name', 'text')
    .execute();
}

async function createSavedTables(schema: Schema): Promise<void> {
  await schema
    .createTable('deep_links')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('org_id', 'text', (column) => column.references('orgs.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.references('user.id').onDelete('cascade'))
    .addColumn('scope', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('tags', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addCheckConstraint(
      'deep_links_owner',
      sql`(scope = 'global' and org_id is null and user_id is null)
        or (scope in ('private', 'org') and org_id is not null and user_id is not null)`,
    )
    .execute();
  await schema.createIndex('deep_links_org_idx').on('deep_links').columns(['org_id', 'type']).execute();
  for (const [table, at] of [
    ['bookmarks', 'created_at'],
    ['hits', 'last_at'],
  ] as const) {
    const base = schema
      .createTable(table)
      .addColumn('user_id', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('link_id', 'text', (column) =>
        column.notNull().references('deep_links.id').onDelete('cascade'),
      )
      .addColumn(at, 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint(`${table}_pk`, ['link_id', 'user_id']);
    await (
      table === 'hits' ? base.addColumn('hits', 'integer', (column) => column.notNull()) : base
    ).execute();
  }
  await schema
    .createTable('explore_states')
    .addColumn('org_id', 'text', (column) => column.notNull().references('orgs.id').onDelete('cascade'))
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('explore_states_pk', ['org_id', 'key'])
    .execute();
}

/** Stores the brief and size of saved things, so that lists and quotas do not read their states. */
async function addBriefsAndSizes(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema.alterTable('deep_links').addColumn('brief', 'text').execute();
  for (const table of ['deep_links', 'explore_states'])
    await schema
      .alterTable(table)
      .addColumn('size', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  await schema.alterTable('explore_states').addColumn('user_id', 'text').execute();
  await sql`update deep_links set size = length(state)`.execute(db);
  await sql`update explore_states set size = length(text)`.execute(db);
}

const ROLES = sql`role in ('viewer', 'user', 'admin', 'super')`;

async function createInvitations({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('invitations')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('org_id', 'text', (column) => column.notNull().references('orgs.id').onDelete('cascade'))
    .addColumn('role', 'text', (column) => column.notNull().check(ROLES))
    .addColumn('email', 'text')
    .addColumn('enabled', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('uses', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('created_by', 'text', (column) => column.references('user.id').onDelete('set null'))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute();
  await schema.createIndex('invitations_org_idx').on('invitations').column('org_id').execute();
  await schema
    .createTable('former_members')
    .addColumn('org_id', 'text', (column) => column.notNull().references('orgs.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('removed_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('former_members_pk', ['org_id', 'user_id'])
    .execute();
}

/** Stores who created an org, found by sign-up e-mail for older orgs, and which role may create boards in it. */
async function addFounders(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('orgs')
    .addColumn('created_by', 'text', (column) => column.references('user.id').onDelete('set null'))
    .execute();
  await db.schema
    .alterTable('orgs')
    .addColumn('board_creator', 'text', (column) =>
      column
        .notNull()
        .defaultTo('admin')
        .check(sql`board_creator in ('user', 'admin')`),
    )
    .execute();
  await sql`update orgs set created_by = (select id from "user" where "user".email = orgs.signup_email)`.execute(
    db,
  );
}

async function createApiTokens({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('api_tokens')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('org_id', 'text', (column) => column.notNull().references('orgs.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('scope', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('last_used_at', 'text')
    .execute();
  await schema.createIndex('api_tokens_user_idx').on('api_tokens').column('user_id').execute();
}

/** Counts the e-mails of accounts as confirmed, since nobody could confirm one before, and asking now would shut people out. */
const confirmEmails =
  ({ flag }: Columns) =>
  async (db: Kysely<unknown>): Promise<void> => {
    await sql`update "user" set "emailVerified" = ${flag === 'boolean' ? sql`true` : sql`1`}`.execute(db);
  };

/** Stores who sees the measures of one person; everybody did before. */
async function addPersonMeasures({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('orgs')
    .addColumn('person_measures', 'text', (column) =>
      column
        .notNull()
        .defaultTo('everybody')
        .check(sql`person_measures in ('everybody', 'limited')`),
    )
    .execute();
}

async function addSimulated({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('orgs')
    .addColumn('simulated', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}

async function addFirstDay({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('orgs')
    .addColumn('first_day', 'integer', (column) =>
      column
        .notNull()
        .defaultTo(1)
        .check(sql`first_day between 1 and 7`),
    )
    .execute();
}

/** Every migration there is, in order; a published one never changes. */
export function migrationsFor({
  kind,
  columns,
}: Pick<DatabaseEngine, 'kind' | 'columns'>): Record<string, Migration> {
  return {
    '0001-accounts': {
      up: async ({ schema }) => {
        await createAuthTables(schema, columns);
        await createKeyTables(schema, columns);
      },
    },
    '0002-workspace': {
      up: async ({ schema }) => {
        await createOrgTables(schema);
        await createSavedTables(schema);
      },
    },
    '0003-simulated-orgs': { up: addSimulated },
    '0004-first-day': { up: addFirstDay },
    '0005-briefs-and-sizes': { up: addBriefsAndSizes },
    '0006-people': {
      up: async (db) => {
        await addFounders(db);
        await createInvitations(db);
      },
    },
    '0007-api-tokens': { up: createApiTokens },
    '0008-audit-log': { up: auditLog(kind) },
    '0009-confirmed-emails': { up: confirmEmails(columns) },
    '0010-personal': { up: createPersonalTables },
    '0011-subscriptions': { up: createSubscriptions },
    '0012-link-changes': { up: createLinkChanges },
    '0013-narrative-prefixes': { up: createNarrativePrefixes },
    '0020-person-measures': { up: addPersonMeasures },
    '0021-deleted-spaces': { up: createDeletedSpaces },
    '0026-link-lists': { up: addLinkLists(kind) },
    '0027-link-search': { up: createLinkSearch(kind) },
    '0028-link-thumbnails': { up: createLinkThumbnails },
    '0030-doubted-emails': { up: doubtEmails(columns) },
    '0031-preferences': { up: addPreferences },
    '0032-taken-messages': { up: createTakenMessages },
    '0033-deleted-links': { up: createDeletedLinks },
    '0040-open-tabs': { up: createOpenTabs },
    '0041-visits': { up: createVisits },
    '0045-time-format': { up: addTimeFormat },
    '0046-deletions': { up: indexDeletions },
    '0054-dismissed-notifications': { up: addDismissedAt },
    '0055-link-questions': { up: createLinkQuestions },
    '0060-second-factors': { up: createSecondFactors(columns) },
    '0061-installation-owner': { up: createInstallationOwner },
    '0062-email-changes': { up: createEmailChanges },
    '0063-oidc-providers': { up: createOidcProviders },
  };
}
