import { sql, type Kysely } from 'kysely';
import type { DatabaseEngine } from '../dialects.ts';

/** Makes the tables of second factors, in the shape that better-auth asks for, and what an org demands of them. */
export const createSecondFactors =
  ({ flag, instant }: DatabaseEngine['columns']) =>
  async ({ schema }: Kysely<unknown>): Promise<void> => {
    await schema.alterTable('user').addColumn('twoFactorEnabled', flag).execute();
    await schema
      .createTable('twoFactor')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('secret', 'text', (column) => column.notNull())
      .addColumn('backupCodes', 'text', (column) => column.notNull())
      .addColumn('userId', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('verified', flag)
      .addColumn('failedVerificationCount', 'integer')
      .addColumn('lockedUntil', instant)
      .execute();
    await schema.createIndex('twoFactor_userId_idx').on('twoFactor').column('userId').execute();
    await schema
      .createTable('given_codes')
      .addColumn('user_id', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('code', 'text', (column) => column.notNull())
      .addColumn('given_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('given_codes_pk', ['user_id', 'code'])
      .execute();
    await schema
      .alterTable('orgs')
      .addColumn('two_factor', 'text', (column) =>
        column
          .notNull()
          .defaultTo('optional')
          .check(sql`two_factor in ('optional', 'required')`),
      )
      .execute();
  };
