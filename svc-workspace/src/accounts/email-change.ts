import { AppError, type UserId } from '@cairn/contracts';
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { DatabaseEngine } from '../database/dialects.ts';
import type { Database } from '../database/tables.ts';
import { formerEmailLetter, newEmailLetter } from '../mail/letters.ts';
import type { Mailer } from '../mail/mailer.ts';
import { attempt, limitAttempts } from './attempts.ts';
import type { Auth } from './auth.ts';
import { createHashQueue } from './hash-queue.ts';
import { hasPassword, isPassword } from './users.ts';

const DAY_MS = 86_400_000;
/** What the links of other mails do not begin with. */
const PREFIX = 'change_';

/** The e-mail that somebody wants to sign in with. */
export interface PendingEmail {
  readonly email: string;
  readonly expiresAt: string;
}

interface Asked {
  readonly userId: UserId;
  readonly email: string;
  readonly password: string | undefined;
}

/** Changes of the e-mail that people sign in with. */
export interface EmailChanges {
  /** Throws where a user may not change to an e-mail: a wrong password, one that another account has, too many tries. */
  check(asked: Asked): Promise<void>;
  /** Makes a change that was checked, in a transaction; call the result once that is stored. */
  begin(trx: Database, userId: UserId, email: string): Promise<() => void>;
  /** Checks and makes a change. */
  change(asked: Asked): Promise<void>;
  pending(userId: string): Promise<PendingEmail | null>;
  resend(userId: string): Promise<void>;
  cancel(userId: string): Promise<void>;
  /** Makes the change whose link has this token; null for a token of another kind. */
  confirm(token: string): Promise<{ readonly userId: string } | null>;
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
const taken = () => new AppError('conflict', 'Another account has this e-mail.');
const deadLink = () =>
  new AppError('invalid_credentials', 'This link was used or is too old. Change your e-mail again.');

async function refuseTaken(db: Database, userId: string, email: string): Promise<void> {
  const found = await db.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst();
  if (found && found.id !== userId) throw taken();
}

const emailOf = async (db: Database, userId: string): Promise<string> =>
  (await db.selectFrom('user').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email;

/** Ends the link that would confirm another e-mail, as every new password does. */
export async function forgetEmailChange(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('email_changes').where('user_id', '=', userId).execute();
}

interface EmailDeps {
  readonly engine: DatabaseEngine;
  readonly publicUrl: string;
  readonly mailer: Mailer | undefined;
}

/** Runs a function that sets an e-mail; `conflict` where another request took it meanwhile. */
async function unlessTaken<T>(
  db: Database,
  userId: string,
  email: string,
  run: () => Promise<T>,
): Promise<T> {
  await refuseTaken(db, userId, email);
  try {
    return await run();
  } catch (error) {
    // The database keeps e-mails unique.
    await refuseTaken(db, userId, email);
    throw error;
  }
}

/** Stores and makes changes of e-mails. */
function changing({
  engine,
  publicUrl,
  mailer,
}: EmailDeps): Pick<EmailChanges, 'begin' | 'resend' | 'confirm'> {
  const { db, kind } = engine;
  const flag = (value: boolean) => (kind === 'postgres' ? value : Number(value));
  const setEmail = async (trx: Database, userId: string, email: string, isConfirmed: boolean) => {
    await sql`update ${sql.table('user')} set email = ${email},
      ${sql.ref('emailVerified')} = ${flag(isConfirmed)} where id = ${userId}`.execute(trx);
    await forgetEmailChange(trx, userId);
  };
  const keep = async (trx: Database, userId: string, email: string): Promise<string> => {
    const token = PREFIX + randomBytes(24).toString('base64url');
    const expires_at = new Date(Date.now() + DAY_MS).toISOString();
    const row = { user_id: userId, email, hash: hashOf(token), expires_at };
    await trx
      .insertInto('email_changes')
      .values(row)
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute();
    return `${new URL(publicUrl).origin}/sign-in?confirm=${token}`;
  };
  return {
    begin: async (trx, userId, email) => {
      if (!mailer) {
        await setEmail(trx, userId, email, false);
        return () => undefined;
      }
      const present = await emailOf(trx, userId);
      const url = await keep(trx, userId, email);
      return () => {
        void mailer.send(newEmailLetter(email, url));
        void mailer.send(formerEmailLetter(present, email, false));
      };
    },
    resend: async (userId) => {
      const found = await pendingOf(db, userId);
      if (!found || !mailer) throw new AppError('not_found', 'No change of your e-mail is waiting.');
      await mailer.send(newEmailLetter(found.email, await keep(db, userId, found.email)));
    },
    confirm: async (token) => {
      if (!token.startsWith(PREFIX)) return null;
      const row = await db
        .selectFrom('email_changes')
        .select(['user_id', 'email'])
        .where('hash', '=', hashOf(token))
        .where('expires_at', '>', new Date().toISOString())
        .executeTakeFirst();
      if (!row) throw deadLink();
      const present = await emailOf(db, row.user_id);
      await unlessTaken(db, row.user_id, row.email, () =>
        db.transaction().execute((trx) => setEmail(trx, row.user_id, row.email, true)),
      );
      void mailer?.send(formerEmailLetter(present, row.email, true));
      return { userId: row.user_id };
    },
  };
}

async function pendingOf(db: Database, userId: string): Promise<PendingEmail | null> {
  const row = await db
    .selectFrom('email_changes')
    .select(['email', 'expires_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', new Date().toISOString())
    .executeTakeFirst();
  return row ? { email: row.email, expiresAt: row.expires_at } : null;
}

/** Changes e-mails by the password. With mail the present one stays until the new one is confirmed. */
export function emailChanges(auth: Auth, deps: EmailDeps): EmailChanges {
  const { db } = deps.engine;
  const { begin, resend, confirm } = changing(deps);
  const hashing = createHashQueue({ running: 1, waiting: 16 });
  const wrong = {
    max: 10,
    seconds: 600,
    counts: 'failures in a row',
    denied: 'Too many failed attempts.',
  } as const;
  const guesses = limitAttempts(wrong);
  const changes = limitAttempts({ max: 10, seconds: 3_600, counts: 'all', denied: 'Too many changes.' });
  const checkPassword = async (userId: string, password: string | undefined) => {
    if (!(await hasPassword(auth, userId)))
      throw new AppError('invalid_credentials', 'Set a password first, under Settings, Logins.');
    if (await isPassword(auth, userId, password ?? '')) return;
    throw new AppError('invalid_credentials', 'The password is wrong.');
  };
  const check: EmailChanges['check'] = async ({ userId, email, password }) => {
    await attempt([[guesses, userId]], () => hashing(() => checkPassword(userId, password)));
    await attempt([[changes, userId]], () => refuseTaken(db, userId, email));
  };
  return {
    check,
    begin,
    change: async (asked) => {
      const { userId, email } = asked;
      if (email === (await emailOf(db, userId))) return;
      await check(asked);
      const store = () => db.transaction().execute((trx) => begin(trx, userId, email));
      (await unlessTaken(db, userId, email, store))();
    },
    pending: (userId) => pendingOf(db, userId),
    resend: (userId) => attempt([[changes, userId]], () => resend(userId)),
    cancel: (userId) => forgetEmailChange(db, userId),
    confirm,
  };
}
