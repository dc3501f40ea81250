import { sql, type Kysely } from 'kysely';
import type { DatabaseEngine } from '../dialects.ts';

interface OldAccount {
  readonly id: string;
  readonly createdAt: string | Date;
}

/**
 * Takes back that e-mails of old accounts are confirmed: 0009 counted them so, and somebody may have used the
 * address of another person. Those of superusers stay, since the operator gave them.
 */
export const doubtEmails =
  ({ flag }: Pick<DatabaseEngine['columns'], 'flag'>) =>
  async (db: Kysely<unknown>): Promise<void> => {
    const counted = await sql<{ timestamp: string }>`select timestamp from kysely_migration
      where name = '0009-confirmed-emails'`.execute(db);
    const before = new Date(counted.rows[0]?.timestamp ?? Date.now());
    const isPlain = flag === 'boolean' ? sql`superuser is not true` : sql`coalesce(superuser, 0) = 0`;
    const { rows } = await sql<OldAccount>`select id, "createdAt" from "user" where ${isPlain}`.execute(db);
    const no = flag === 'boolean' ? sql`false` : sql`0`;
    for (const { id, createdAt } of rows) {
      if (new Date(createdAt) >= before) continue;
      await sql`update "user" set "emailVerified" = ${no} where id = ${id}`.execute(db);
    }
  };
