import { AppError, atLeast, OrgId, UserId } from '@cairn/contracts';
import type { Transaction } from 'kysely';
import { recordAct } from '../database/record-act.ts';
import type { Database, Tables } from '../database/tables.ts';
import { keptOwner } from './owner.ts';

/** The table of better-auth that holds the ways in which users sign in. */
type AccountTable = {
  account: { userId: string; providerId: string };
};

/** Moves the roles of one user to another; in an org of both, the higher role counts. */
async function moveMemberships(db: Transaction<Tables>, from: string, to: string): Promise<void> {
  const members = (userId: string) => db.selectFrom('members').selectAll().where('user_id', '=', userId);
  const [theirs, own] = [await members(from).execute(), await members(to).execute()];
  for (const membership of theirs) {
    const known = own.find(({ org_id }) => org_id === membership.org_id);
    const role = known && atLeast(known.role, membership.role) ? known.role : membership.role;
    await db
      .insertInto('members')
      .values({ ...membership, user_id: to, role })
      .onConflict((conflict) => conflict.columns(['org_id', 'user_id']).doUpdateSet({ role }))
      .execute();
    await recordLinking(db, OrgId.parse(membership.org_id), { from, to });
  }
}

/** Records in an org that one of its people now acts by another account. */
async function recordLinking(
  db: Transaction<Tables>,
  orgId: OrgId,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const old = await db.selectFrom('user').select('email').where('id', '=', from).executeTakeFirst();
  await recordAct(db, {
    orgId,
    actorId: UserId.parse(to),
    action: 'member.linked',
    at: new Date().toISOString(),
    target: { id: from, name: old?.email ?? from },
  });
}

/** Moves what one user stores in orgs to another. */
async function moveThings(db: Database, from: string, to: string): Promise<void> {
  for (const table of ['deep_links', 'explore_states'] as const) {
    await db.updateTable(table).set({ user_id: to }).where('user_id', '=', from).execute();
  }
  for (const table of ['orgs', 'invitations'] as const) {
    await db.updateTable(table).set({ created_by: to }).where('created_by', '=', from).execute();
  }
  await db.updateTable('deleted_links').set({ user_id: to }).where('user_id', '=', from).execute();
  await db.updateTable('deleted_links').set({ deleted_by: to }).where('deleted_by', '=', from).execute();
  const bookmarks = await db.selectFrom('bookmarks').selectAll().where('user_id', '=', from).execute();
  for (const bookmark of bookmarks) {
    await db
      .insertInto('bookmarks')
      .values({ ...bookmark, user_id: to })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  const removals = await db.selectFrom('former_members').selectAll().where('user_id', '=', from).execute();
  for (const removal of removals) {
    await db
      .insertInto('former_members')
      .values({ ...removal, user_id: to })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Moves everything of a user to another and deletes the user, in one transaction. `forbidden` for a superuser. */
export async function mergeUsers(db: Database, from: string, to: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const user = await trx.selectFrom('user').select('superuser').where('id', '=', from).executeTakeFirst();
    if (user?.superuser || (await keptOwner(trx))?.userId === from) {
      throw new AppError('forbidden', 'The account of a superuser cannot become part of another one.');
    }
    await moveMemberships(trx, from, to);
    await moveThings(trx, from, to);
    await trx
      .withTables<AccountTable>()
      .updateTable('account')
      .set({ userId: to })
      .where('userId', '=', from)
      .where('providerId', '!=', 'credential')
      .execute();
    await trx.deleteFrom('user').where('id', '=', from).execute();
  });
}
