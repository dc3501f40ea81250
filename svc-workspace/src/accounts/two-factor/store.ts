import { AppError, OrgId, UserId } from '@cairn/contracts';
import type { AuditAction } from '@cairn/contracts/audit';
import type { Transaction } from 'kysely';
import { recordAct } from '../../database/record-act.ts';
import type { Database, Tables } from '../../database/tables.ts';

/** The tables of better-auth that a removed factor leaves. */
type FactorTables = {
  twoFactor: { userId: string };
  verification: { value: string };
  session: { userId: string };
};

export interface SecondFactorStore {
  /** Records in every org of a user what happened to their second factor. */
  record(userId: UserId, action: AuditAction): Promise<void>;
  /** Forgets the trusted devices of a user, and what else waits to be used by them. */
  forgetDevices(userId: UserId): Promise<void>;
  /** Whether a code is given for the first time within the minutes that it is valid for. */
  isFresh(userId: UserId, code: string): Promise<boolean>;
  /** Takes the second factor from an account and ends its sessions; `not_found` without one. */
  take(email: string): Promise<void>;
}

/** Longer than an app's code is valid for. */
const CODE_MS = 300_000;

async function recordIn(
  trx: Transaction<Tables>,
  userId: UserId,
  { actorId, action, at }: { actorId: UserId | null; action: AuditAction; at: string },
): Promise<void> {
  const orgs = await trx.selectFrom('members').select('org_id').where('user_id', '=', userId).execute();
  const user = await trx.selectFrom('user').select('email').where('id', '=', userId).executeTakeFirst();
  const target = { id: userId, name: user?.email ?? userId };
  for (const { org_id } of orgs)
    await recordAct(trx, { orgId: OrgId.parse(org_id), actorId, action, at, target });
}

/** Ends the second factor of an account with its recovery codes and trusted devices, if it has one. */
export async function forgetSecondFactor(trx: Transaction<Tables>, userId: string): Promise<void> {
  const tables = trx.withTables<FactorTables>();
  await tables.deleteFrom('twoFactor').where('userId', '=', userId).execute();
  await tables.deleteFrom('verification').where('value', '=', userId).execute();
  // SQLite binds no booleans.
  await trx.updateTable('user').set({ twoFactorEnabled: 0 }).where('id', '=', userId).execute();
}

async function takeFrom(trx: Transaction<Tables>, email: string, at: string): Promise<void> {
  const user = await trx
    .selectFrom('user')
    .select(['id', 'twoFactorEnabled'])
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst();
  if (!user) throw new AppError('not_found', `No account has the e-mail ${email}.`);
  if (!user.twoFactorEnabled) throw new AppError('not_found', `${email} signs in without a second factor.`);
  await forgetSecondFactor(trx, user.id);
  await trx.withTables<FactorTables>().deleteFrom('session').where('userId', '=', user.id).execute();
  await recordIn(trx, UserId.parse(user.id), { actorId: null, action: 'twoFactor.taken', at });
}

/** What Cairn keeps of second factors beside better-auth. */
export function secondFactorStore(db: Database, now: () => Date = () => new Date()): SecondFactorStore {
  return {
    record: (userId, action) =>
      db
        .transaction()
        .execute((trx) => recordIn(trx, userId, { actorId: userId, action, at: now().toISOString() })),
    forgetDevices: async (userId) => {
      await db.withTables<FactorTables>().deleteFrom('verification').where('value', '=', userId).execute();
    },
    isFresh: async (userId, code) => {
      const given_at = now().toISOString();
      const old = new Date(now().getTime() - CODE_MS).toISOString();
      await db.deleteFrom('given_codes').where('given_at', '<', old).execute();
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('given_codes')
        .values({ user_id: userId, code, given_at })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    },
    take: (email) => db.transaction().execute((trx) => takeFrom(trx, email, now().toISOString())),
  };
}
