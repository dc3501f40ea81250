import { ASSIGNED, CLASSIFIED } from '../../store/person-decisions.ts';
import { createTemp, deleteFrom, dropTemp, insertInto, update } from '../../store/statement.ts';
import { NAMED } from './name-people.ts';
import type { Statement } from '../../store/statement.ts';

/**
 * Joins the accounts of one human into one person: by mailmaps, by no-reply addresses of forges, by addresses that tools
 * have verified, and by what admins decided. Commits keep their signers, so a join ends as soon as its reason is gone.
 */

const JOINED = 'joined_people';
const ACCOUNTS = 'accounts_of_people';
const CO_AUTHORS = 'co_authors';

const LOGIN = String.raw`'^(?:[0-9]+[-+])?([^@+]+)@users\.noreply\.(github|gitlab)\.com$'`;

/** Each person as they sign, with the login of a no-reply address. */
const SIGNERS = `SELECT p.uuid, p.email,
    nullif(regexp_extract(p.email, ${LOGIN}, 2) || ' ' || regexp_extract(p.email, ${LOGIN}, 1), ' ') AS login
  FROM "Person" p WHERE p.integration = 'git' AND p.uuid IN (SELECT "personUuid" FROM "IdentityLink")`;

/**
 * The person of an address by the mailmaps of the org, where they all agree. Where a mailmap maps an address under
 * one name and leaves it under another, that address is not joined.
 */
const MAPPED = `SELECT p.uuid AS was, any_value(l."personUuid") FILTER (l.method = 'mailmap') AS now
  FROM "Person" p JOIN "Identity" i ON i.emails[1] = p.email JOIN "IdentityLink" l ON l."identityUuid" = i.uuid
  WHERE p.integration = 'git'
  GROUP BY 1 HAVING count(DISTINCT l."personUuid") FILTER (l.method = 'mailmap') = 1 AND now <> p.uuid
    AND NOT coalesce(list_has_any(list(l.author) FILTER (l.method = 'mailmap'), list(l.author) FILTER (l.method = 'email')), false)`;

/** The accounts of one login, from both forms of its no-reply address; the one with the number stands for all. */
const SAME_LOGIN = `SELECT uuid AS was, first(uuid ORDER BY regexp_matches(email, '^[0-9]+[-+]') DESC, email) OVER (PARTITION BY login) AS now
  FROM (SELECT * FROM signers WHERE login IS NOT NULL AND uuid NOT IN (SELECT was FROM mapped))`;

/** Who signs with an address that tells all that is known of them. */
const signedAlone = (person: string) => `${person}."externalId" = 'email:' || ${person}.email`;

/** The account of each verified address: that of the first tool, and of none where one tool has given it to two. */
const VERIFIED = `SELECT email, first(person ORDER BY integration) AS now FROM offered
  GROUP BY email HAVING count(DISTINCT integration) = count(DISTINCT person)`;

/** Who signs with a verified address is its account, and so are the accounts of other tools that have verified it too. */
const VOUCHED = `SELECT was, any_value(now) AS now FROM (
    SELECT p.uuid AS was, v.now FROM "Person" p JOIN verified v ON v.email = p.email
      WHERE p.integration = 'git' OR ${signedAlone('p')}
    UNION SELECT o.person, v.now FROM offered o JOIN verified v USING (email) WHERE o.person <> v.now)
  WHERE was NOT IN (SELECT was FROM mapped) GROUP BY 1 HAVING count(DISTINCT now) = 1`;

/** Who signs with the same address in a clone and on a forge. */
const SAME_SIGNER = `SELECT g.uuid AS was, p.uuid AS now FROM "Person" g JOIN "Person" p ON p.email = g.email AND p.integration = 'git'
  WHERE g.integration <> 'git' AND ${signedAlone('g')} AND g.uuid NOT IN (SELECT was FROM vouched)`;

/**
 * Each account with the person that the rules lead to, or a decision where there is one. Decisions may lead to people
 * that lead on to others, also in a circle once mailmaps change: its first uuid stands for all of it then.
 */
const FOUND = `WITH RECURSIVE signers AS MATERIALIZED (${SIGNERS}), mapped AS MATERIALIZED (${MAPPED}),
  offered AS MATERIALIZED (SELECT v.email, v."personUuid" AS person, v.integration FROM "VouchedEmail" v WHERE v."personUuid" IN (SELECT uuid FROM "Person")),
  verified AS MATERIALIZED (${VERIFIED}), vouched AS MATERIALIZED (${VOUCHED}),
  rules AS (SELECT was, now, 'mailmap' AS method FROM mapped UNION ALL SELECT was, now, 'vouched' FROM vouched
    UNION ALL SELECT was, now, 'email' FROM (${SAME_SIGNER})
    UNION ALL SELECT was, now, 'login' FROM (${SAME_LOGIN}) WHERE was NOT IN (SELECT was FROM vouched)),
  assigned AS MATERIALIZED (SELECT a.was, a.now FROM (${ASSIGNED}) a
    WHERE a.was IN (SELECT "personUuid" FROM "IdentityLink" UNION SELECT uuid FROM "Person" WHERE integration <> 'git') AND a.now IN (SELECT uuid FROM "Person")),
  steps AS MATERIALIZED (SELECT * FROM (
      SELECT was, now, 'decision' AS method FROM assigned
      UNION ALL FROM rules WHERE was NOT IN (SELECT was FROM assigned))
    WHERE was <> now),
  reached AS (SELECT was, now FROM steps UNION SELECT r.was, s.now FROM reached r JOIN steps s ON s.was = r.now),
  circles AS (SELECT now FROM reached WHERE was = now),
  ends AS (SELECT was, coalesce(
      min(now) FILTER (now NOT IN (SELECT was FROM steps)), min(now) FILTER (now IN (FROM circles))) AS now
    FROM reached GROUP BY 1)
  SELECT e.was, e.now, s.now AS step, s.method FROM ends e JOIN steps s ON s.was = e.was WHERE e.was <> e.now`;

/** Assigns the entities of a table to the people that their signers were joined into. */
function handTo(table: string, column: string, signed: string): Statement {
  return update(
    table,
    { [column]: 's.now' },
    `FROM (SELECT c.rowid AS place, coalesce(j.now, c."${signed}") AS now FROM "${table}" c
       LEFT JOIN temp.${JOINED} j ON j.was = c."${signed}" WHERE c."${signed}" IS NOT NULL) s
     WHERE t.rowid = s.place AND t."${column}" IS DISTINCT FROM s.now`,
  );
}

/** Sets the actor of events to whoever signed for them: the committer for what was committed, else the author. */
function actorsOf(table: string, actor = 'c."authorUuid"'): Statement {
  return update(
    'Event',
    { actorUuid: actor },
    `FROM "${table}" c WHERE t."entityUuid" = c.uuid AND t.integration = 'git' AND c."authorSignedUuid" IS NOT NULL
     AND t."actorUuid" IS DISTINCT FROM ${actor}`,
  );
}

const SIGNER_OF_EVENT = `CASE WHEN t.action = 'committed' THEN c."committerUuid" ELSE c."authorUuid" END`;

const HELPED = `SELECT e."fromUuid", coalesce(j.now, e."toUuid") AS "toUuid", min(e."sourceId") AS "sourceId"
  FROM "Relation" e JOIN "Commit" c ON c.uuid = e."fromUuid" LEFT JOIN temp.${JOINED} j ON j.was = e."toUuid"
  WHERE e.relation = 'coSigned' AND NOT c.deleted AND coalesce(j.now, e."toUuid") IS DISTINCT FROM c."authorUuid"
  GROUP BY 1, 2`;

const CO_AUTHORED = [
  createTemp(CO_AUTHORS, HELPED),
  deleteFrom(
    'Relation',
    `relation = 'coAuthored' AND ("fromUuid", "toUuid") NOT IN (SELECT ("fromUuid", "toUuid") FROM temp.${CO_AUTHORS})`,
  ),
  insertInto(
    'Relation',
    ['relation', 'fromUuid', 'toUuid', 'sourceId'],
    `SELECT 'coAuthored', "fromUuid", "toUuid", "sourceId" FROM temp.${CO_AUTHORS}
     WHERE ("fromUuid", "toUuid") NOT IN (SELECT ("fromUuid", "toUuid") FROM "Relation" WHERE relation = 'coAuthored')`,
  ),
  dropTemp(CO_AUTHORS),
];

/** The people with a commit, release, event or co-authorship after joining; what no ref reaches any more tells of nobody. */
const ACTIVE = `SELECT "authorUuid" FROM "Commit" WHERE NOT deleted UNION SELECT "committerUuid" FROM "Commit" WHERE NOT deleted
  UNION SELECT "authorUuid" FROM "Release" WHERE NOT deleted UNION SELECT "actorUuid" FROM "Event"
  UNION SELECT "toUuid" FROM "Relation" WHERE relation = 'coAuthored'`;

const GONE = update(
  'Person',
  { deleted: 's.gone' },
  `FROM (SELECT p.uuid, p.uuid NOT IN (SELECT * FROM (${ACTIVE}) WHERE "authorUuid" IS NOT NULL) AS gone
     FROM "Person" p WHERE p.integration = 'git') s
   WHERE t.uuid = s.uuid AND t.deleted IS DISTINCT FROM s.gone`,
);

/** Who was joined into somebody else is gone, and is back when split off, unless the source lacks them by now. */
const GONE_ELSEWHERE = update(
  'Person',
  { deleted: 's.gone' },
  `FROM (SELECT p.uuid, p.uuid IN (SELECT was FROM temp.${JOINED})
       OR (SELECT coalesce(bool_and(r.deleted), false) FROM "SourceRecord" r WHERE r."entityUuid" = p.uuid) AS gone
     FROM "Person" p WHERE p.integration <> 'git'
       AND (p.uuid IN (SELECT was FROM temp.${JOINED}) OR p.uuid IN (SELECT "accountUuid" FROM "JoinedPerson"))) s
   WHERE t.uuid = s.uuid AND t.deleted IS DISTINCT FROM s.gone`,
);

/** The nature of each person by their accounts. A name alone makes a bot only where all accounts are bots. */
const EVIDENCE = `SELECT person AS uuid, list_sort(list_distinct(flatten(list(emails)))) AS emails,
    coalesce(max("botReason") FILTER ("botBy" = 'address'), max("botReason") FILTER ("botBy" = 'name'), max("botReason")) AS reason,
    coalesce(min("accountType") FILTER ("botBy" = 'address'), min("accountType") FILTER ("botBy" = 'name')) AS type,
    bool_or(coalesce("botBy" = 'address', false)) OR bool_and("isBot") AS bot
  FROM temp.${ACCOUNTS} GROUP BY 1`;

/** The type that was last decided for any account of a person. */
const DECIDED = `SELECT coalesce(j.now, c.account) AS uuid, arg_max(c.type, c.decision) AS type
  FROM (${CLASSIFIED}) c LEFT JOIN temp.${JOINED} j ON j.was = c.account GROUP BY 1`;

const NATURES = `SELECT uuid, emails, coalesce(d.type, CASE WHEN bot THEN coalesce(e.type, 'bot') ELSE 'person' END) AS type,
    CASE WHEN d.type = 'person' THEN NULL WHEN d.type IS NOT NULL THEN 'An admin decided so.' WHEN bot THEN reason END AS reason
  FROM (${EVIDENCE}) e LEFT JOIN (${DECIDED}) d USING (uuid)`;

/** People of other sources are as those say, until a decision concerns them. */
const DECIDED_ELSEWHERE = `t."accountType" IS NOT NULL OR t.uuid IN (SELECT was FROM temp.${JOINED} UNION SELECT now FROM temp.${JOINED})
  OR t.uuid IN (SELECT uuid FROM (${DECIDED}))`;

/** Who was joined into somebody else keeps a row that tells of their own accounts alone. */
const ACCOUNTED = [
  createTemp(
    ACCOUNTS,
    `WITH accounts AS (SELECT j.now, l."personUuid" AS was, i.uuid, i.emails, i."isBot", i."botReason", i."botBy", i."accountType"
       FROM "IdentityLink" l JOIN "Identity" i ON i.uuid = l."identityUuid" LEFT JOIN temp.${JOINED} j ON j.was = l."personUuid")
     SELECT DISTINCT coalesce(now, was) AS person, * EXCLUDE (now, was) FROM accounts
     UNION SELECT DISTINCT was, * EXCLUDE (now, was) FROM accounts WHERE now IS NOT NULL`,
  ),
  update(
    'Person',
    { emails: 's.emails', isBot: `s.type <> 'person'`, botReason: 's.reason', accountType: 's.type' },
    `FROM (${NATURES}) s WHERE t.uuid = s.uuid AND (t.integration = 'git' OR ${DECIDED_ELSEWHERE}) AND (t.emails, t."isBot", t."botReason", t."accountType") IS DISTINCT FROM (s.emails, s.type <> 'person', s.reason, s.type)`,
  ),
  dropTemp(ACCOUNTS),
];

/** Keeps the joins, for the pages that list the accounts of a person. */
const KEPT = [
  deleteFrom(
    'JoinedPerson',
    `("accountUuid", "personUuid", "stepUuid", method) NOT IN (SELECT (was, now, step, method) FROM temp.${JOINED})`,
  ),
  insertInto(
    'JoinedPerson',
    ['accountUuid', 'personUuid', 'stepUuid', 'method'],
    `SELECT was, now, step, method FROM temp.${JOINED}
     EXCEPT SELECT "accountUuid", "personUuid", "stepUuid", method FROM "JoinedPerson"`,
  ),
];

const SIGNED = `SELECT "authorUuid" AS uuid, "authoredAt" AS moment, true AS own FROM "Commit" WHERE NOT deleted
  UNION ALL SELECT "committerUuid", "committedAt", true FROM "Commit" WHERE NOT deleted
  UNION ALL SELECT "authorUuid", "createdAt", true FROM "Release" WHERE NOT deleted
  UNION ALL SELECT e."toUuid", c."authoredAt", false FROM "Relation" e JOIN "Commit" c ON c.uuid = e."fromUuid"
    WHERE e.relation = 'coAuthored' AND NOT c.deleted`;

const ACTIVE_DATES = update(
  'Person',
  { createdAt: 's.first', updatedAt: 's.last' },
  `FROM (SELECT uuid, coalesce(min(moment) FILTER (own), min(moment)) AS first, coalesce(max(moment) FILTER (own), max(moment)) AS last
     FROM (${SIGNED}) GROUP BY 1) s
   WHERE t.uuid = s.uuid AND t.integration = 'git'
     AND (t."createdAt" IS DISTINCT FROM s.first OR t."updatedAt" IS DISTINCT FROM s.last)`,
);

/** Assigns commits, releases, events and co-authors to the joined people, and updates what is derived for people. */
export const RESOLVE_PEOPLE: readonly Statement[] = [
  createTemp(JOINED, FOUND),
  handTo('Commit', 'authorUuid', 'authorSignedUuid'),
  handTo('Commit', 'committerUuid', 'committerSignedUuid'),
  handTo('Release', 'authorUuid', 'authorSignedUuid'),
  actorsOf('Commit', SIGNER_OF_EVENT),
  actorsOf('Release'),
  ...CO_AUTHORED,
  GONE,
  GONE_ELSEWHERE,
  ...ACCOUNTED,
  ...KEPT,
  dropTemp(JOINED),
  ACTIVE_DATES,
  ...NAMED,
];

/** Deletes the links that a source made from accounts to people; an earlier edition did not record the source. */
export function forgetLinks(sourceId: string): Statement {
  return deleteFrom('IdentityLink', `author IN ($1, 'git')`, [sourceId]);
}
