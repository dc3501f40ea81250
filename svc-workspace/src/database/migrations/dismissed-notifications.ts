import type { Kysely } from 'kysely';

/** Keeps dismissed notifications for a while, so that whoever dismissed one can bring it back. */
export async function addDismissedAt({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('notifications').addColumn('dismissed_at', 'text').execute();
}
