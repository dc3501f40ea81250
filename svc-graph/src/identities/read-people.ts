import { UserId } from '@cairn/contracts';
import type { KnownPerson, PersonAccount, PersonDecision, PersonType } from '@cairn/contracts';
import { LINKED_LOGINS, UNDONE } from '../store/person-decisions.ts';
import type { Reader } from '../query/engine/reader.ts';

/** Each account with the person that it belongs to; of git, one row for each address. */
export const OWNED_ACCOUNTS = `SELECT coalesce(j."personUuid", l."personUuid") AS owner, i.integration,
    coalesce(i.emails[1], i.username, i."externalId") AS address, i.name, i.username,
    CASE WHEN i.integration <> 'git' THEN coalesce(j.method, 'source') WHEN p.email IS DISTINCT FROM i.emails[1] AND i.emails[1] IS NOT NULL
      THEN 'mailmap' ELSE coalesce(j.method, 'own') END AS method,
    CASE WHEN i.integration <> 'git' OR p.email = i.emails[1] OR i.emails[1] IS NULL THEN l."personUuid" END AS account
  FROM "IdentityLink" l JOIN "Identity" i ON i.uuid = l."identityUuid" JOIN "Person" p ON p.uuid = l."personUuid"
  LEFT JOIN "JoinedPerson" j ON j."accountUuid" = l."personUuid"`;

/** Those too whose tool tells one person for each account, and no identity beside. No e-mail of theirs is vouched for. */
export const ALL_ACCOUNTS = `${OWNED_ACCOUNTS} UNION ALL
  SELECT coalesce(j."personUuid", p.uuid), p.integration, coalesce(p.email, p."externalId"), p.name, NULL, coalesce(j.method, 'source'), p.uuid
  FROM "Person" p LEFT JOIN "JoinedPerson" j ON j."accountUuid" = p.uuid
  WHERE p.integration <> 'git' AND p.uuid NOT IN (SELECT "personUuid" FROM "IdentityLink")`;

const ACCOUNTS_OF = `SELECT owner::VARCHAR AS owner, integration, address, max(account::VARCHAR) AS uuid,
    list_sort(list_distinct(list(name) FILTER (name IS NOT NULL))) AS names, arg_max(method, account IS NOT NULL) AS method
  FROM (${ALL_ACCOUNTS}) WHERE owner IN (SELECT unnest(from_json($1::JSON, '["UUID"]')))
  GROUP BY ALL ORDER BY address, integration`;

const LOGINS_OF = `SELECT coalesce(j."personUuid", l.account)::VARCHAR AS owner, l.login FROM (${LINKED_LOGINS}) l
  LEFT JOIN "JoinedPerson" j ON j."accountUuid" = l.account ORDER BY l.login`;

interface PersonRow {
  readonly uuid: string;
  readonly name: string;
  readonly type: PersonType;
  readonly typeReason: string | null;
}

const PERSON = `uuid::VARCHAR AS uuid, name, CASE WHEN "accountType" IS NOT NULL THEN "accountType"
  WHEN "isBot" THEN 'bot' ELSE 'person' END AS type, "botReason" AS "typeReason"`;

/** The people with their accounts, in the order of the rows. */
async function withAccounts(reader: Reader, rows: readonly PersonRow[]): Promise<KnownPerson[]> {
  const accounts = await reader.rows<PersonAccount & { owner: string }>(ACCOUNTS_OF, [
    JSON.stringify(rows.map(({ uuid }) => uuid)),
  ]);
  const byOwner = new Map<string, PersonAccount[]>();
  for (const { owner, ...account } of accounts) byOwner.set(owner, [...(byOwner.get(owner) ?? []), account]);
  const logins = await reader.rows<{ owner: string; login: string }>(LOGINS_OF);
  return rows.map(({ uuid, name, type, typeReason }) => ({
    uuid,
    name,
    type,
    typeReason,
    accounts: byOwner.get(uuid) ?? [],
    logins: logins.filter(({ owner }) => owner === uuid).map(({ login }) => UserId.parse(login)),
  }));
}

/** The people with these uuids, by uuid. */
export async function readPeople(
  reader: Reader,
  uuids: readonly string[],
): Promise<Map<string, KnownPerson>> {
  const rows = await reader.rows<PersonRow>(
    `SELECT ${PERSON} FROM "Person" WHERE uuid IN (SELECT unnest(from_json($1::JSON, '["UUID"]')))`,
    [JSON.stringify(uuids)],
  );
  return new Map((await withAccounts(reader, rows)).map((person) => [person.uuid, person]));
}

export interface PeoplePage {
  readonly search: string;
  readonly type?: PersonType | undefined;
  readonly page: number;
  readonly pageSize: number;
}

/** A page of people by name; a search finds names, addresses and logins of any of their accounts. */
export async function listPeople(reader: Reader, { search, type, page, pageSize }: PeoplePage) {
  const rows = await reader.rows<PersonRow & { total: number }>(
    `WITH found AS (SELECT owner FROM (${ALL_ACCOUNTS})
       WHERE contains(lower(concat_ws(' ', address, name, username)), $1))
     SELECT *, (count(*) OVER ())::INTEGER AS total FROM (SELECT ${PERSON} FROM "Person" p WHERE NOT deleted
       AND ($1 = '' OR contains(lower(coalesce(name, '')), $1) OR uuid IN (FROM found)))
     WHERE $2 = '' OR type = $2 ORDER BY lower(name), uuid LIMIT $3::BIGINT OFFSET $4::BIGINT`,
    [search.trim().toLowerCase(), type ?? '', String(pageSize), String((page - 1) * pageSize)],
  );
  return {
    data: await withAccounts(reader, rows),
    meta: { page, pageSize, total: rows[0]?.total ?? 0 },
  };
}

/** A page of decisions, newest first. */
export async function listDecisions(
  reader: Reader,
  { page, pageSize }: Pick<PeoplePage, 'page' | 'pageSize'>,
): Promise<{ data: PersonDecision[]; meta: { page: number; pageSize: number; total: number } }> {
  const [counted] = await reader.rows<{ total: number }>(
    'SELECT count(*)::INTEGER AS total FROM "PersonDecision"',
  );
  const data = await reader.rows<PersonDecision>(
    `SELECT number::INTEGER AS number, kind, words, reason, "authorName" AS author,
       strftime("decidedAt", '%Y-%m-%dT%H:%M:%S.%gZ') AS "decidedAt",
       kind <> 'undo' AND number NOT IN (${UNDONE}) AS "canUndo"
     FROM "PersonDecision" ORDER BY number DESC LIMIT $1::BIGINT OFFSET $2::BIGINT`,
    [String(pageSize), String((page - 1) * pageSize)],
  );
  return { data, meta: { page, pageSize, total: counted?.total ?? 0 } };
}
