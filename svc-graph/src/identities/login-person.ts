import type { Caller } from '@cairn/contracts';
import type { Reader } from '../query/engine/reader.ts';
import { LINKED_LOGINS } from '../store/person-decisions.ts';
import { OWNED_ACCOUNTS } from './read-people.ts';

/** The person of a login, and what tells so. */
export interface LoginPerson {
  readonly uuid: string;
  readonly name: string;
  readonly method: 'email' | 'decision';
}

/** An account of the decision, or one with the e-mail; the decision goes first. */
const FOUND = `SELECT coalesce(j."personUuid", l.account) AS uuid, 'decision' AS method FROM (${LINKED_LOGINS}) l
    LEFT JOIN "JoinedPerson" j ON j."accountUuid" = l.account WHERE l.login = $1
  UNION ALL SELECT owner, 'email' FROM (${OWNED_ACCOUNTS}) WHERE lower(address) = $2 AND $2 <> ''`;

/** The person that a login is: by an admin, else by its verified e-mail where one person alone has it. */
export async function personOfLogin(
  reader: Pick<Reader, 'rows'>,
  { userId, email, emailVerified }: Pick<Caller, 'userId' | 'email' | 'emailVerified'>,
): Promise<LoginPerson | null> {
  const found = await reader.rows<LoginPerson>(
    `SELECT DISTINCT p.uuid::VARCHAR AS uuid, p.name, f.method FROM (${FOUND}) f JOIN "Person" p ON p.uuid = f.uuid
     WHERE NOT p.deleted AND NOT coalesce(p."isBot", false)`,
    [userId, emailVerified === true ? email.toLowerCase() : ''],
  );
  const decided = found.find(({ method }) => method === 'decision');
  return decided ?? (found.length === 1 ? (found[0] ?? null) : null);
}
