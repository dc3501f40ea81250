import { AppError, UserId } from '@cairn/contracts';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import type { Auth } from './auth.ts';
import { checkPassword, createAccount, isPassword, setPassword } from './users.ts';

interface OwnerAccount {
  readonly userId: UserId;
  readonly email: string;
}

/** The owner of this installation, and whether this start made them, knew them, or found them in an older installation. */
export interface KeptOwner extends OwnerAccount {
  readonly how: 'made' | 'kept' | 'bound';
}

interface WantedOwner {
  readonly email: string;
  readonly password?: string | undefined;
}

const accountOf = ({ id, email }: { id: string; email: string }): OwnerAccount => ({
  userId: UserId.parse(id),
  email,
});

/** The account that is kept as the owner; null where none is. */
export async function keptOwner(db: Database): Promise<OwnerAccount | null> {
  const row = await db
    .selectFrom('installation_owner')
    .innerJoin('user', 'user.id', 'installation_owner.user_id')
    .select(['user.id', 'user.email'])
    .executeTakeFirst();
  return row ? accountOf(row) : null;
}

/** The oldest superuser, whom only a start can have made; null where there is none. */
export async function oldestSuperuser(db: Database): Promise<OwnerAccount | null> {
  const all = await db
    .selectFrom('user')
    .select(['id', 'email', 'superuser'])
    .orderBy(sql.ref('createdAt'))
    .orderBy('id')
    .execute();
  const found = all.find(({ superuser }) => Boolean(superuser));
  return found ? accountOf(found) : null;
}

/** Keeps an account as the owner in the place of any other. */
export async function keepOwner(db: Database, userId: UserId): Promise<void> {
  const row = { place: 1, user_id: userId, since: new Date().toISOString() };
  await db
    .insertInto('installation_owner')
    .values(row)
    .onConflict((conflict) => conflict.column('place').doUpdateSet(row))
    .execute();
}

async function makeOwner(auth: Auth, db: Database, wanted: WantedOwner): Promise<KeptOwner> {
  const { internalAdapter } = await auth.$context;
  const { password } = wanted;
  const email = wanted.email.toLowerCase();
  if (password !== undefined) checkPassword(password, email);
  if (await internalAdapter.findUserByEmail(email)) {
    throw new AppError(
      'conflict',
      `Somebody has an account with ${email} already, and a start gives it no rights. Name another address with CAIRN_OWNER_EMAIL, or make that account the owner with npm run owner -- --email ${email}`,
    );
  }
  const userId = await createAccount(auth, { email, superuser: true, password });
  await keepOwner(db, userId);
  return { userId, email, how: 'made' };
}

async function replacePassword(auth: Auth, { userId, email }: OwnerAccount, password: string): Promise<void> {
  checkPassword(password, email);
  if (await isPassword(auth, userId, password)) return;
  const { internalAdapter } = await auth.$context;
  await setPassword(auth, userId, password);
  await internalAdapter.deleteUserSessions(userId);
}

/**
 * The owner of this installation, who is made once. A later call gives rights to nobody, whatever address it names;
 * its password is for the owner alone.
 */
export async function ensureOwner(auth: Auth, db: Database, wanted: WantedOwner): Promise<KeptOwner> {
  const kept = await keptOwner(db);
  const found = kept ?? (await oldestSuperuser(db));
  if (!found) return makeOwner(auth, db, wanted);
  if (!kept) await keepOwner(db, found.userId);
  if (wanted.password !== undefined) await replacePassword(auth, found, wanted.password);
  return { ...found, how: kept ? 'kept' : 'bound' };
}
