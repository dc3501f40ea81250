import { createTemp, deleteFrom, dropTemp, insertInto, update } from '../../store/statement.ts';
import type { Statement } from '../../store/statement.ts';

/**
 * Joins the accounts of one human into one person. Commits keep their signers, so a join ends as soon as its reason
 * is gone: a line of a mailmap, or a name that only one other account had.
 */

const JOINED = 'joined_people';
const ACCOUNTS = 'accounts_of_people';
const CO_AUTHORS = 'co_authors';

/** Names that identify nobody. */
const NOBODY = [
  'root',
  'admin',
  'user',
  'unknown',
  'test',
  'your name',
  'me',
  'developer',
  'github',
  'gitlab',
];

const LOGIN = String.raw`'^(?:[0-9]+[-+])?([^@+]+)@users\.noreply\.(github|gitlab)\.com$'`;

/** Each person as they sign, with the names of their accounts. */
const SIGNERS = `SELECT p.uuid, p.email, lower(trim(i.name)) AS name,
    nullif(regexp_extract(p.email, ${LOGIN}, 2) || ' ' || regexp_extract(p.email, ${LOGIN}, 1), ' ') AS login,
    i."isBot" AS "isBot"
  FROM "Person" p JOIN "IdentityLink" l ON l."personUuid" = p.uuid JOIN "Identity" i ON i.uuid = l."identityUuid"
  WHERE p.integration = 'git' AND i.integration = 'git'`;

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
const SAME_LOGIN = `SELECT uuid AS was, first(uuid ORDER BY regexp_matches(email, '^[0-9]+[-+]') DESC, uuid) OVER (PARTITION BY login) AS now
  FROM (SELECT DISTINCT uuid, email, login FROM signers WHERE login IS NOT NULL AND uuid NOT IN (SELECT was FROM mapped))`;

/**
 * A no-reply address and an ordinary one belong to one human where they sign with one name. Neither that login nor
 * that human may share the name with anybody else.
 */
const SAME_NAME = `SELECT n.login, any_value(coalesce(m.now, o.uuid)) AS now
  FROM signers n JOIN signers o ON o.name = n.name AND o.login IS NULL LEFT JOIN mapped m ON m.was = o.uuid
  WHERE n.login IS NOT NULL AND NOT n."isBot" AND NOT o."isBot" AND n.uuid NOT IN (SELECT was FROM mapped)
    AND n.name NOT IN (${NOBODY.map((name) => `'${name}'`).join(', ')}) AND strlen(n.name) > 1
  GROUP BY 1 HAVING count(DISTINCT coalesce(m.now, o.uuid)) = 1`;

const FOUND = `WITH signers AS MATERIALIZED (${SIGNERS}), mapped AS MATERIALIZED (${MAPPED}),
  logins AS (${SAME_LOGIN}), named AS (${SAME_NAME}),
  alone AS (SELECT login, now FROM named QUALIFY count(*) OVER (PARTITION BY now) = 1),
  found AS (
    SELECT was, now FROM mapped
    UNION SELECT l.was, coalesce(a.now, l.now) FROM logins l JOIN signers s ON s.uuid = l.was
      LEFT JOIN alone a ON a.login = s.login)
  SELECT DISTINCT f.was, coalesce(further.now, f.now) AS now
  FROM found f LEFT JOIN found further ON further.was = f.now AND further.now <> f.was
  WHERE coalesce(further.now, f.now) <> f.was`;

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

/** Sets the actor of events to the author of their entity. */
function actorsOf(table: string): Statement {
  return update(
    'Event',
    { actorUuid: 'c."authorUuid"' },
    `FROM "${table}" c WHERE t."entityUuid" = c.uuid AND t.integration = 'git' AND c."authorSignedUuid" IS NOT NULL
     AND t."actorUuid" IS DISTINCT FROM c."authorUuid"`,
  );
}

const HELPED = `SELECT DISTINCT e."fromUuid", coalesce(j.now, e."toUuid") AS "toUuid"
  FROM "Relation" e JOIN "Commit" c ON c.uuid = e."fromUuid" LEFT JOIN temp.${JOINED} j ON j.was = e."toUuid"
  WHERE e.relation = 'coSigned' AND coalesce(j.now, e."toUuid") IS DISTINCT FROM c."authorUuid"`;

const CO_AUTHORED = [
  createTemp(CO_AUTHORS, HELPED),
  deleteFrom(
    'Relation',
    `relation = 'coAuthored' AND ("fromUuid", "toUuid") NOT IN (SELECT ("fromUuid", "toUuid") FROM temp.${CO_AUTHORS})`,
  ),
  insertInto(
    'Relation',
    ['relation', 'fromUuid', 'toUuid'],
    `SELECT 'coAuthored', "fromUuid", "toUuid" FROM temp.${CO_AUTHORS}
     EXCEPT SELECT relation, "fromUuid", "toUuid" FROM "Relation" WHERE relation = 'coAuthored'`,
  ),
  dropTemp(CO_AUTHORS),
];

/** The people with a commit, release, event or co-authorship after joining. */
const ACTIVE = `SELECT "authorUuid" FROM "Commit" UNION SELECT "committerUuid" FROM "Commit"
  UNION SELECT "authorUuid" FROM "Release" UNION SELECT "actorUuid" FROM "Event"
  UNION SELECT "toUuid" FROM "Relation" WHERE relation = 'coAuthored'`;

const GONE = update(
  'Person',
  { deleted: 's.gone' },
  `FROM (SELECT p.uuid, p.uuid NOT IN (SELECT * FROM (${ACTIVE}) WHERE "authorUuid" IS NOT NULL) AS gone
     FROM "Person" p WHERE p.integration = 'git') s
   WHERE t.uuid = s.uuid AND t.deleted IS DISTINCT FROM s.gone`,
);

/** The nature of each person. Evidence from a name alone makes a bot only where all accounts are bots. */
const NATURES = `SELECT person AS uuid, list_sort(list_distinct(flatten(list(emails)))) AS emails,
    coalesce(max("botReason") FILTER ("botBy" = 'address'), max("botReason") FILTER ("botBy" = 'name')) AS reason,
    coalesce(min("accountType") FILTER ("botBy" = 'address'), min("accountType") FILTER ("botBy" = 'name')) AS type,
    bool_or(coalesce("botBy" = 'address', false)) OR bool_and("isBot") AS bot
  FROM temp.${ACCOUNTS} GROUP BY 1`;

const ACCOUNTED = [
  createTemp(
    ACCOUNTS,
    `SELECT DISTINCT coalesce(j.now, l."personUuid") AS person, i.uuid, i.emails, i."isBot", i."botReason", i."botBy", i."accountType"
     FROM "IdentityLink" l JOIN "Identity" i ON i.uuid = l."identityUuid" LEFT JOIN temp.${JOINED} j ON j.was = l."personUuid"
     WHERE i.integration = 'git'`,
  ),
  update(
    'Person',
    {
      emails: 's.emails',
      isBot: 's.bot',
      botReason: 'CASE WHEN s.bot THEN s.reason END',
      accountType: `CASE WHEN s.bot THEN s.type ELSE 'person' END`,
    },
    `FROM (${NATURES}) s WHERE t.uuid = s.uuid AND t.integration = 'git'
     AND (t.emails, t."isBot", t."botReason", t."accountType") IS DISTINCT FROM
       (s.emails, s.bot, CASE WHEN s.bot THEN s.reason END, CASE WHEN s.bot THEN s.type ELSE 'person' END)`,
  ),
  dropTemp(ACCOUNTS),
];

const SIGNED = `SELECT "authorUuid" AS uuid, "authoredAt" AS moment FROM "Commit"
  UNION ALL SELECT "committerUuid", "committedAt" FROM "Commit"
  UNION ALL SELECT "authorUuid", "createdAt" FROM "Release"`;

const ACTIVE_DATES = update(
  'Person',
  { createdAt: 's.first', updatedAt: 's.last' },
  `FROM (SELECT uuid, min(moment) AS first, max(moment) AS last FROM (${SIGNED}) GROUP BY 1) s
   WHERE t.uuid = s.uuid AND t.integration = 'git'
     AND (t."createdAt" IS DISTINCT FROM s.first OR t."updatedAt" IS DISTINCT FROM s.last)`,
);

/** Assigns commits, releases, events and co-authors to the joined people, and updates what is derived for people. */
export const RESOLVE_PEOPLE: readonly Statement[] = [
  createTemp(JOINED, FOUND),
  handTo('Commit', 'authorUuid', 'authorSignedUuid'),
  handTo('Commit', 'committerUuid', 'committerSignedUuid'),
  handTo('Release', 'authorUuid', 'authorSignedUuid'),
  actorsOf('Commit'),
  actorsOf('Release'),
  ...CO_AUTHORED,
  GONE,
  ...ACCOUNTED,
  dropTemp(JOINED),
  ACTIVE_DATES,
];

/** Deletes the links that a source made from accounts to people; an earlier edition did not record the source. */
export function forgetLinks(sourceId: string): Statement {
  return deleteFrom('IdentityLink', `author IN ($1, 'git')`, [sourceId]);
}
