import { deleteFrom, insertInto } from '../store/statement.ts';
import { NEW_ROWS, type DeriveSession } from './session.ts';

/** Keys such as `ABC-123` and `#45`. A key counts only where an issue has it. */
const KEYS = String.raw`regexp_extract_all(c.message, '\b[A-Z][A-Z0-9]+(?:-[A-Z0-9]+)*-[0-9]+\b|#[0-9]+\b')`;

/** Every row of a table, where `NEW_ROWS` are its new ones. */
const ANY = 'rowid >= 0';

/** The keys of issues, former ones too; a number belongs to the issues of one repository. */
const KEYED = `SELECT uuid, key, "repositoryUuid" AS repository FROM (
    SELECT uuid, "repositoryUuid", unnest(list_append(coalesce("formerKeys", []), "issueKey")) AS key FROM "Issue" WHERE %)
  WHERE key IS NOT NULL`;

/** What commits of git name, by key. A forge tells the mentions of its commits itself. */
const NAMED = (
  commits: string,
) => `SELECT c.uuid AS commit, c."committedAt" AS moment, c."repositoryUuid" AS repository,
    unnest(${KEYS}) AS key
  FROM "Commit" c WHERE c.integration = 'git' AND (contains(c.message, '-') OR contains(c.message, '#')) AND ${commits}`;

const NUMBER = `starts_with(m.key, '#')`;
const ISSUES = (commits: string, issues: string) => `SELECT DISTINCT m.commit, i.uuid AS named, m.moment
  FROM (${NAMED(commits)}) m JOIN (${KEYED.replace('%', issues)}) i ON i.key = m.key AND (NOT ${NUMBER} OR i.repository = m.repository)
  WHERE NOT (${NUMBER} AND EXISTS (FROM "PullRequest" p
    WHERE p."repositoryUuid" = m.repository AND '#' || p.number::BIGINT = m.key))`;
const PULLS = (commits: string, pulls: string) => `SELECT DISTINCT m.commit, p.uuid AS named, m.moment
  FROM (${NAMED(commits)}) m JOIN "PullRequest" p
    ON p."repositoryUuid" = m.repository AND '#' || p.number::BIGINT = m.key AND p.${pulls}`;

/** An edge to an issue whose number turns out to be that of a pull request. */
const MISTAKEN = `relation = 'commitMentions' AND ("fromUuid", "toUuid") IN (SELECT (c.uuid, i.uuid)
  FROM "PullRequest" p JOIN "Issue" i ON i."repositoryUuid" = p."repositoryUuid" AND i."issueKey" = '#' || p.number::BIGINT
    JOIN "Commit" c ON c."repositoryUuid" = p."repositoryUuid" AND c.integration = 'git' WHERE p.${NEW_ROWS})`;

/** Names from new commits to all things, and from all commits to new things. */
async function relate(
  session: DeriveSession,
  {
    relation,
    kind,
    found,
  }: { relation: string; kind: string; found(commits: string, things: string): string },
): Promise<void> {
  if (!(await session.exists(`FROM "${kind}"`))) return;
  const all = session.full;
  const ofCommits = found(all ? 'TRUE' : `c.${NEW_ROWS}`, ANY);
  const isNewThing = !all && (await session.exists(`FROM "${kind}" WHERE ${NEW_ROWS}`));
  const names = isNewThing ? `${ofCommits} UNION ${found('TRUE', NEW_ROWS)}` : ofCommits;
  await session.createTemp('named_thing', names);
  if (!(await session.exists('FROM named_thing'))) return;
  await session.run(
    insertInto(
      'Relation',
      ['relation', 'fromUuid', 'toUuid', 'since'],
      `SELECT '${relation}', m.commit, m.named, m.moment FROM named_thing m
       WHERE NOT EXISTS (FROM "Relation" r
         WHERE r.relation = '${relation}' AND r."fromUuid" = m.commit AND r."toUuid" = m.named)`,
    ),
  );
}

/** Names the edges that follow addresses, beside those that sources bring. */
const BY_ADDRESS = 'address';

/** A relation that follows the addresses of pull requests which things of a kind keep. */
interface AddressedRelation {
  readonly relation: string;
  readonly kind: string;
  /** Whether a thing keeps any. */
  readonly keeps: string;
  /** The addresses of one thing, one row each. */
  readonly addresses: string;
  /** The ends of its edges, among `pull` and `thing`. */
  readonly ends: readonly [from: string, to: string];
}

const ADDRESSED: readonly AddressedRelation[] = [
  {
    relation: 'pullRequestMentions',
    kind: 'Issue',
    keeps: 'len("pullRequestUrls") > 0',
    addresses: 'unnest("pullRequestUrls")',
    ends: ['pull', 'thing'],
  },
  {
    relation: 'ranFor',
    kind: 'CicdPipeline',
    keeps: '"pullRequestUrl" IS NOT NULL',
    addresses: '"pullRequestUrl"',
    ends: ['thing', 'pull'],
  },
];

/** Relates pull requests to the things that name their addresses, as long as they do. */
async function relateAddresses(
  session: DeriveSession,
  { relation, kind, keeps, addresses, ends: [from, to] }: AddressedRelation,
): Promise<void> {
  const known = `FROM "Relation" r WHERE r.relation = '${relation}'`;
  const isNamed = await session.exists(`FROM "${kind}" WHERE ${keeps}`);
  if (!isNamed && !(await session.exists(`${known} AND r."sourceId" = '${BY_ADDRESS}'`))) return;
  await session.createTemp(
    'addressed',
    `SELECT DISTINCT p.uuid AS pull, t.uuid AS thing, p."createdAt" AS moment
     FROM (SELECT uuid, ${addresses} AS url FROM "${kind}" WHERE ${keeps}) t
       JOIN "PullRequest" p ON lower(rtrim(p."sourceUrl", '/')) = lower(rtrim(t.url, '/'))`,
  );
  await session.run(
    deleteFrom(
      'Relation',
      `relation = '${relation}' AND "sourceId" = '${BY_ADDRESS}'
       AND ("fromUuid", "toUuid") NOT IN (SELECT (${from}, ${to}) FROM addressed)`,
    ),
  );
  await session.run(
    insertInto(
      'Relation',
      ['relation', 'fromUuid', 'toUuid', 'since', 'sourceId'],
      `SELECT '${relation}', a.${from}, a.${to}, a.moment, '${BY_ADDRESS}' FROM addressed a
       WHERE NOT EXISTS (${known} AND r."fromUuid" = a.${from} AND r."toUuid" = a.${to})`,
    ),
  );
}

/** Names the edges that follow what messages name. */
const BY_NAME = 'named';

const REFERENCES = `SELECT uuid, "createdAt" AS moment, unnest("references") AS name
  FROM "Message" WHERE len("references") > 0`;
const ADDRESS = (of: string) => `lower(rtrim(${of}, '/'))`;
const NAMED_BY_MESSAGES = `SELECT DISTINCT 'messageMentionsIssue' AS relation, m.uuid AS message, i.uuid AS thing, m.moment
  FROM (${REFERENCES}) m JOIN (${KEYED.replace('%', ANY)}) i ON i.key = m.name AND NOT starts_with(i.key, '#')
  UNION SELECT DISTINCT 'messageMentionsIssue', m.uuid, i.uuid, m.moment
  FROM (${REFERENCES}) m JOIN "Issue" i ON ${ADDRESS('i."sourceUrl"')} = ${ADDRESS('m.name')}
  UNION SELECT DISTINCT 'messageMentionsPullRequest', m.uuid, p.uuid, m.moment
  FROM (${REFERENCES}) m JOIN "PullRequest" p ON ${ADDRESS('p."sourceUrl"')} = ${ADDRESS('m.name')}`;

/** Relates messages to the issues and pull requests that they name, as long as they do. */
async function relateMessages(session: DeriveSession): Promise<void> {
  const isNew = (kind: string) => session.exists(`FROM "${kind}" WHERE ${NEW_ROWS}`);
  const known = `FROM "Relation" r WHERE r."sourceId" = '${BY_NAME}'`;
  const isNamed = await session.exists('FROM "Message" WHERE len("references") > 0');
  if (!isNamed && !(await session.exists(known))) return;
  const kinds = ['Message', 'Issue', 'PullRequest', 'Event'];
  if (!session.full && !(await Promise.all(kinds.map(isNew))).includes(true)) return;
  await session.createTemp('named_by_message', NAMED_BY_MESSAGES);
  await session.run(
    deleteFrom(
      'Relation',
      `"sourceId" = '${BY_NAME}'
       AND (relation, "fromUuid", "toUuid") NOT IN (SELECT (relation, message, thing) FROM named_by_message)`,
    ),
  );
  await session.run(
    insertInto(
      'Relation',
      ['relation', 'fromUuid', 'toUuid', 'since', 'sourceId'],
      `SELECT n.relation, n.message, n.thing, n.moment, '${BY_NAME}' FROM named_by_message n
       WHERE NOT EXISTS (FROM "Relation" r WHERE r.relation = n.relation AND r."fromUuid" = n.message AND r."toUuid" = n.thing)`,
    ),
  );
}

/**
 * Relates commits read by git to the issues whose keys they name. A number is that of a pull request where one is
 * known, else of an issue. Pull requests follow the addresses that trackers and pipelines keep of them, and messages
 * lead to what they name.
 */
export async function computeMentions(session: DeriveSession): Promise<void> {
  await relate(session, { relation: 'commitMentions', kind: 'Issue', found: ISSUES });
  await relate(session, { relation: 'commitNamesPullRequest', kind: 'PullRequest', found: PULLS });
  for (const each of ADDRESSED) await relateAddresses(session, each);
  await relateMessages(session);
  if (await session.exists(`FROM "PullRequest" WHERE ${NEW_ROWS}`))
    await session.run(deleteFrom('Relation', MISTAKEN));
}
