import { sql, type Kysely } from 'kysely';
import type { DatabaseEngine } from '../dialects.ts';

const REFUSED = 'the audit log is only added to';

async function refuseChanges(db: Kysely<unknown>, kind: DatabaseEngine['kind']): Promise<void> {
  if (kind === 'sqlite') {
    for (const change of ['update', 'delete']) {
      const trigger = `create trigger audit_log_no_${change} before ${change} on audit_log
        begin select raise(abort, '${REFUSED}'); end`;
      await sql.raw(trigger).execute(db);
    }
    return;
  }
  await sql
    .raw(
      `create function audit_log_is_kept() returns trigger language plpgsql
       as $$ begin raise exception '${REFUSED}'; end $$`,
    )
    .execute(db);
  await sql
    .raw(
      `create trigger audit_log_kept before update or delete or truncate on audit_log
       for each statement execute function audit_log_is_kept()`,
    )
    .execute(db);
}

/** Creates the audit log. The database itself refuses to change or delete an act. */
export function auditLog(kind: DatabaseEngine['kind']) {
  return async (db: Kysely<unknown>): Promise<void> => {
    await db.schema
      .createTable('audit_log')
      .addColumn('id', 'integer', (column) =>
        kind === 'sqlite'
          ? column.primaryKey().autoIncrement()
          : column.primaryKey().generatedAlwaysAsIdentity(),
      )
      .addColumn('org_id', 'text', (column) => column.notNull())
      .addColumn('at', 'text', (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('actor_id', 'text')
      .addColumn('actor', 'text')
      .addColumn('target_id', 'text')
      .addColumn('target', 'text')
      .addColumn('changes', 'text', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('audit_log_org_idx').on('audit_log').columns(['org_id', 'id']).execute();
    await refuseChanges(db, kind);
  };
}
