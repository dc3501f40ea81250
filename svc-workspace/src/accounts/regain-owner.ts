import { AppError, UserId, type OrgId } from '@cairn/contracts';
import { sql, type Transaction } from 'kysely';
import type { DatabaseEngine } from '../database/dialects.ts';
import { recordAct } from '../database/record-act.ts';
import type { Tables } from '../database/tables.ts';
import type { Auth } from './auth.ts';
import { forgetSecondFactor } from './two-factor/store.ts';
import { forgetEmailChange } from './email-change.ts';
import { keepOwner, keptOwner, oldestSuperuser } from './owner.ts';
import { createAccount } from './users.ts';

interface Regained {
  readonly userId: UserId;
  readonly email: string;
  /** The e-mail of the owner until now; null where they stay. */
  readonly former: string | null;
}

interface HandOver {
  readonly to: { readonly userId: UserId; readonly email: string };
  readonly former: { readonly userId: UserId; readonly email: string } | null;
  readonly orgId: OrgId | undefined;
}

/** Ends every way into an account. Somebody else may have made it under this address, or learned its password. */
async function shutAccount(trx: Transaction<Tables>, userId: UserId, isNew: boolean): Promise<void> {
  for (const table of ['account', 'session'])
    await sql`delete from ${sql.table(table)} where ${sql.ref('userId')} = ${userId}`.execute(trx);
  await forgetEmailChange(trx, userId);
  await forgetSecondFactor(trx, userId);
  if (isNew) await trx.deleteFrom('api_tokens').where('user_id', '=', userId).execute();
}

/** The orgs in which the new owner takes the place of the former one. */
async function orgsOf(trx: Transaction<Tables>, { former, orgId }: HandOver): Promise<string[]> {
  const own = former
    ? await trx
        .selectFrom('members')
        .select('org_id')
        .where('user_id', '=', former.userId)
        .where('role', '=', 'super')
        .execute()
    : [];
  const named = orgId
    ? await trx.selectFrom('orgs').select('id as org_id').where('id', '=', orgId).execute()
    : [];
  return [...new Set([...named, ...own].map(({ org_id }) => org_id))];
}

async function enter(trx: Transaction<Tables>, org_id: string, { to, former }: HandOver): Promise<void> {
  const at = new Date().toISOString();
  const row = { org_id, user_id: to.userId, role: 'super' as const, created_at: at };
  await trx
    .insertInto('members')
    .values(row)
    .onConflict((conflict) => conflict.columns(['org_id', 'user_id']).doUpdateSet({ role: 'super' }))
    .execute();
  const stays = former?.userId === to.userId;
  await recordAct(trx, {
    orgId: org_id as OrgId,
    actorId: null,
    action: stays ? 'owner.opened' : 'owner.changed',
    at,
    target: { id: to.userId, name: to.email },
    changes: stays ? [] : [{ what: 'owner', from: former?.email ?? null, to: to.email }],
  });
}

async function handOver({ db, kind }: DatabaseEngine, change: HandOver): Promise<void> {
  const { to, former } = change;
  const yes = kind === 'postgres' ? true : 1;
  const isNew = former?.userId !== to.userId;
  await db.transaction().execute(async (trx) => {
    await shutAccount(trx, to.userId, isNew);
    const owner = trx.updateTable('user').where('id', '=', to.userId);
    await owner.set({ superuser: yes }).execute();
    await sql`update ${sql.table('user')} set ${sql.ref('emailVerified')} = ${yes} where id = ${to.userId}`.execute(
      trx,
    );
    if (isNew && former) {
      const before = trx.updateTable('user').where('id', '=', former.userId);
      await before.set({ superuser: null }).execute();
    }
    await keepOwner(trx, to.userId);
    for (const orgId of await orgsOf(trx, change)) await enter(trx, orgId, change);
  });
}

/**
 * Opens the owner's account again, or makes the account of an e-mail the owner, in the place of the former one. Every
 * way into that account ends, so that a sign-in link is the only one; orgs record it.
 */
export async function regainOwner(
  auth: Auth,
  engine: DatabaseEngine,
  { email, orgId }: { readonly email?: string | undefined; readonly orgId?: OrgId | undefined },
): Promise<Regained> {
  const former = (await keptOwner(engine.db)) ?? (await oldestSuperuser(engine.db));
  const to = email === undefined ? former : await accountWith(auth, email.toLowerCase());
  if (!to)
    throw new AppError('not_found', 'This Cairn has no owner yet. Start it, or name one with --email.');
  await handOver(engine, { to, former, orgId });
  return { ...to, former: former && former.userId !== to.userId ? former.email : null };
}

async function accountWith(auth: Auth, email: string): Promise<HandOver['to']> {
  const { internalAdapter } = await auth.$context;
  const found = await internalAdapter.findUserByEmail(email);
  const userId = found ? UserId.parse(found.user.id) : await createAccount(auth, { email, superuser: false });
  return { userId, email };
}
