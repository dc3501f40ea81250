import { cellsOf, linesOf, overviewChart, type PageFigure, periodsOf } from './figure.ts';

const most = (table: string, column: string, count = 2, where = 'true') =>
  `SELECT "${column}"::VARCHAR FROM "${table}" WHERE "${column}" IS NOT NULL AND ${where} GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT ${String(count)}`;

const chart = (kind: string, title: string, of: string, statement: string): PageFigure => ({
  what: `"${title}" of a ${kind}`,
  of,
  shown: (entity, service) => cellsOf(service, entity, overviewChart(kind, title)),
  counted: (uuid, service) => linesOf(service, statement, uuid),
});

/** A line over time: of all its periods those that are not empty, each with its first day. */
const line = (kind: string, title: string, of: string, statement: string): PageFigure => ({
  what: `"${title}" of a ${kind}`,
  of,
  shown: (entity, service) => periodsOf(service, entity, overviewChart(kind, title)),
  counted: (uuid, service) => linesOf(service, statement, uuid),
});
const perWeek = (moment: string) => `date_trunc('week', ${moment})::DATE || 'T00:00:00Z'`;

const IN_SPRINT = `"Issue" i JOIN "Relation" r ON r.relation = 'inSprint' AND r."fromUuid" = i.uuid AND r."toUuid" = $1::UUID AND r.until IS NULL`;
const SPRINTS = most('Relation', 'toUuid', 3, `relation = 'inSprint'`);
const PEOPLE = most('Event', 'actorUuid');
const SAID = `('Message', 'CalendarEntry', 'Comment', 'IssueComment', 'DiscussionComment', 'PullRequestReviewComment')`;
const ON_MAIN = `EXISTS (FROM "Branch" b WHERE b.uuid = c."branchUuid" AND b.status = 'default')`;
const BY_MEMBERS = `EXISTS (FROM "Relation" r WHERE r.relation = 'memberOf' AND r."fromUuid" = c."authorUuid" AND r."toUuid" = $1::UUID
    AND (r.since IS NULL OR r.since <= c."committedAt") AND (r.until IS NULL OR r.until > c."committedAt"))`;
const TOUCHING = `c.uuid IN (SELECT "fromUuid" FROM "Relation" WHERE relation = 'touches' AND "toUuid" = $1::UUID)`;
const BY_PERSON = `SELECT p.name, count(*) FROM "Commit" c JOIN "Person" p ON p.uuid = c."authorUuid"`;

/** The bars of overviews, each with a statement that counts them. */
export const CHARTS: readonly PageFigure[] = [
  chart('Sprint', 'Issues by status', SPRINTS, `SELECT i.status, count(*) FROM ${IN_SPRINT} GROUP BY 1`),
  chart(
    'Sprint',
    'Story points by status',
    SPRINTS,
    `SELECT i.status, sum(i."storyPoints") FROM ${IN_SPRINT} GROUP BY 1`,
  ),
  chart(
    'Project',
    'Issues by status',
    most('Issue', 'projectUuid'),
    `SELECT status, count(*) FROM "Issue" WHERE "projectUuid" = $1::UUID AND NOT deleted GROUP BY 1`,
  ),
  chart(
    'Project',
    'Issues by type',
    most('Issue', 'projectUuid'),
    `SELECT "issueType", count(*) FROM "Issue" WHERE "projectUuid" = $1::UUID AND NOT deleted GROUP BY 1`,
  ),
  chart(
    'Channel',
    'Who writes here',
    most('Message', 'channelUuid'),
    `SELECT p.name, count(*) FROM "Message" m JOIN "Person" p ON p.uuid = m."authorUuid" WHERE m."channelUuid" = $1::UUID GROUP BY 1`,
  ),
  line(
    'Project',
    'Issues created over time',
    most('Issue', 'projectUuid'),
    `SELECT ${perWeek('"createdAt"')}, count(*) FROM "Issue" WHERE "projectUuid" = $1::UUID AND NOT deleted GROUP BY 1`,
  ),
  line(
    'Channel',
    'Messages over time',
    most('Message', 'channelUuid'),
    `SELECT ${perWeek('"createdAt"')}, count(*) FROM "Message" WHERE "channelUuid" = $1::UUID GROUP BY 1`,
  ),
  line(
    'Repository',
    'Commits over time',
    most('Commit', 'repositoryUuid', 1),
    `SELECT ${perWeek('c."committedAt"')}, count(*) FROM "Commit" c WHERE c."repositoryUuid" = $1::UUID AND ${ON_MAIN} GROUP BY 1`,
  ),
  chart(
    'Person',
    'Work activity',
    PEOPLE,
    `SELECT e."occurredAt"::DATE || 'T00:00:00Z', e."entityType", count(*) FROM "Event" e WHERE e."actorUuid" = $1::UUID
       AND e."occurredAt" >= TIMESTAMP '2026-02-22' AND e."occurredAt" < TIMESTAMP '2026-03-24' AND e."entityType" NOT IN ${SAID} GROUP BY ALL`,
  ),
  chart(
    'Person',
    'Communication activity',
    PEOPLE,
    `SELECT e."occurredAt"::DATE || 'T00:00:00Z', e."entityType", count(*) FROM "Event" e WHERE e."actorUuid" = $1::UUID
       AND e."occurredAt" >= TIMESTAMP '2026-02-22' AND e."occurredAt" < TIMESTAMP '2026-03-24' AND e."entityType" IN ${SAID} GROUP BY ALL`,
  ),
  chart(
    'Repository',
    'Who worked on it',
    most('Commit', 'repositoryUuid'),
    `${BY_PERSON} WHERE c."repositoryUuid" = $1::UUID AND ${ON_MAIN} GROUP BY 1`,
  ),
  chart(
    'Branch',
    'Who worked on it',
    `SELECT "branchUuid"::VARCHAR FROM "PullRequest" WHERE "mergedAt" IS NOT NULL ORDER BY commits DESC, 1 LIMIT 3`,
    `${BY_PERSON} WHERE c."branchUuid" = $1::UUID OR c.uuid IN (SELECT r."toUuid" FROM "Relation" r JOIN "PullRequest" p ON p.uuid = r."fromUuid"
       WHERE r.relation = 'hasCommit' AND p."branchUuid" = $1::UUID) GROUP BY 1`,
  ),
  chart(
    'Release',
    'Who worked on it',
    most('Relation', 'fromUuid', 2, `relation = 'includes'`),
    `${BY_PERSON} WHERE c.uuid IN (SELECT "toUuid" FROM "Relation" WHERE relation = 'includes' AND "fromUuid" = $1::UUID) GROUP BY 1`,
  ),
  chart(
    'Team',
    'In which repositories',
    most('Relation', 'toUuid', 1, `relation = 'memberOf'`),
    `SELECT o.name, count(*) FROM "Commit" c JOIN "Repository" o ON o.uuid = c."repositoryUuid"
     WHERE ${BY_MEMBERS} GROUP BY 1`,
  ),
  line(
    'Team',
    'Commits over time',
    most('Relation', 'toUuid', 1, `relation = 'memberOf'`),
    `SELECT ${perWeek('c."committedAt"')}, count(*) FROM "Commit" c WHERE ${BY_MEMBERS} GROUP BY 1`,
  ),
  chart(
    'Team',
    'Where the work happens',
    most('Relation', 'toUuid', 1, `relation = 'memberOf'`),
    `SELECT f.top, count(DISTINCT c.uuid) FROM "Commit" c JOIN "Relation" t ON t.relation = 'touches' AND t."fromUuid" = c.uuid
       JOIN (SELECT uuid, CASE WHEN contains(path, '/') THEN split_part(path, '/', 1) ELSE '/' END AS top FROM "SourceFile") f ON f.uuid = t."toUuid"
     WHERE ${BY_MEMBERS} AND NOT c."isMerge" GROUP BY 1 ORDER BY 2 DESC LIMIT 12`,
  ),
  chart(
    'SourceFile',
    'Who worked on it',
    most('Relation', 'toUuid', 2, `relation = 'touches'`),
    `${BY_PERSON} WHERE ${TOUCHING} AND ${ON_MAIN} GROUP BY 1`,
  ),
  line(
    'SourceFile',
    'Commits over time',
    most('Relation', 'toUuid', 1, `relation = 'touches'`),
    `SELECT ${perWeek('c."committedAt"')}, count(*) FROM "Commit" c WHERE ${TOUCHING} AND ${ON_MAIN} GROUP BY 1`,
  ),
  chart(
    'Branch',
    'Who worked on it',
    most('Commit', 'branchUuid'),
    `${BY_PERSON} WHERE c."branchUuid" = $1::UUID GROUP BY 1`,
  ),
];
