import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { limitAttempts, slowAttempts, type AttemptLimit } from './attempts.ts';
import type { DeviceCookies } from './device-cookie.ts';

const FAILED = 'Too many failed attempts.';

/** The limits on guessing the password of an account, for one request. */
export type GuessLimits = (request: Request, email: string) => Promise<[AttemptLimit, string][]>;

interface GuessDeps {
  readonly db: Database;
  readonly devices: DeviceCookies;
  addressOf(request: Request): string;
}

/** Whether a session of this account began at this address. */
async function isKnown(db: Database, email: string, address: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table('session')}
    inner join ${sql.table('user')} on ${sql.ref('user.id')} = ${sql.ref('session.userId')}
    where ${sql.ref('user.email')} = ${email} and ${sql.ref('session.ipAddress')} = ${address} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/**
 * Guesses are counted for each account at each place: a device that signed in to it before, else an address. Unknown
 * places share one allowance of the account, which lets fewer and fewer in, and one of their address. So nobody guesses
 * from many addresses, and nobody locks out who signed in before.
 */
export function guessLimits({ db, devices, addressOf }: GuessDeps): GuessLimits {
  const perPlace = limitAttempts({ max: 10, seconds: 600, counts: 'failures in a row', denied: FAILED });
  const perAccount = slowAttempts({
    free: 20,
    firstWait: 15,
    longestWait: 900,
    forgotten: 86_400,
    denied: FAILED,
    // Whoever wants an account forgotten has to guess at so many others first.
    capacity: 100_000,
  });
  const perAddress = limitAttempts({ max: 1_000, seconds: 600, counts: 'failures', denied: FAILED });
  return async (request, given) => {
    const [email, address] = [given.toLowerCase(), addressOf(request)];
    const device = devices.read(request, email);
    if (device !== null) return [[perPlace, `device ${device} ${email}`]];
    const place: [AttemptLimit, string] = [perPlace, `address ${address} ${email}`];
    if (await isKnown(db, email, address)) return [place];
    return [place, [perAccount, email], [perAddress, address]];
  };
}
