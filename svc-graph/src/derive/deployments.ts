import { FRESH, type Session, seconds } from './session.ts';

/** When a run brought something to production, as its row says; without an environment it is taken for that. */
const DEPLOYED_AT = `CASE WHEN "isDeployment" AND lower(coalesce(result, state)) IN ('success', 'succeeded', 'successful', 'passed', 'completed')
    AND (coalesce(environment, '') = '' OR lower(environment) IN ('live', 'deployed') OR lower(environment) LIKE 'prod%')
    AND NOT coalesce(deleted, false) THEN "finishedAt" END`;
const INCIDENT = `(lower(i."issueType") LIKE '%incident%' OR lower(i."issueType") LIKE '%outage%') AND NOT coalesce(i.deleted, false)`;
const REVERT = `p.title ILIKE 'revert%' AND p."mergedAt" IS NOT NULL AND NOT coalesce(p.deleted, false)`;
const MENDS = `relation IN ('closes', 'pullRequestMentions')`;

/** The deployments that something new is known about, `touched_run`, and when each came to production. */
export async function touchDeployments(session: Session): Promise<void> {
  const touched = session.whole
    ? 'SELECT uuid FROM "CicdPipeline"'
    : `SELECT uuid FROM "CicdPipeline" WHERE ${FRESH}
       UNION SELECT "entityUuid" FROM "Event" WHERE ${FRESH} AND "entityType" = 'CicdPipeline'
       UNION SELECT "fromUuid" FROM "Relation" WHERE ${FRESH} AND relation = 'deploys'`;
  await session.scratch(
    'touched_run',
    `SELECT uuid, ${DEPLOYED_AT} AS moment FROM "CicdPipeline" WHERE uuid IN (${touched}) AND ("isDeployment" OR "deployedAt" IS NOT NULL)`,
  );
  await session.run(
    `UPDATE "CicdPipeline" t SET "deployedAt" = r.moment FROM touched_run r WHERE t.uuid = r.uuid AND t."deployedAt" IS DISTINCT FROM r.moment`,
  );
}

const OF_TOUCHED = `SELECT "toUuid" FROM "Relation" WHERE relation = 'deploys' AND "fromUuid" IN (SELECT uuid FROM touched_run)
  UNION SELECT "commitUuid" FROM "CicdPipeline" WHERE "commitUuid" IS NOT NULL AND uuid IN (SELECT uuid FROM touched_run)`;

const MOVED = `FROM touched_pull
  UNION SELECT uuid FROM "PullRequest" WHERE "deploymentUuid" IN (SELECT uuid FROM touched_run) OR "mergeCommitUuid" IN (FROM touched_commit)
  UNION SELECT "fromUuid" FROM "Relation" WHERE relation = 'hasCommit' AND "toUuid" IN (FROM touched_commit)`;

/** The merge of a pull request and its commits: whichever of them is deployed first after the merge carries it. */
const CARRIED = `SELECT uuid AS pull, "mergedAt" AS merged, "mergeCommitUuid" AS commit FROM "PullRequest"
    WHERE "mergeCommitUuid" IS NOT NULL AND "mergedAt" IS NOT NULL AND uuid IN (FROM moved_pull)
  UNION SELECT p.uuid, p."mergedAt", r."toUuid" FROM "PullRequest" p JOIN "Relation" r ON r."fromUuid" = p.uuid AND r.relation = 'hasCommit'
    WHERE p."mergedAt" IS NOT NULL AND p.uuid IN (FROM moved_pull)`;

const SHIPPED = `SELECT d.uuid AS run, d."deployedAt" AS moment, r."toUuid" AS commit FROM "CicdPipeline" d
    JOIN "Relation" r ON r."fromUuid" = d.uuid AND r.relation = 'deploys'
    WHERE d."deployedAt" IS NOT NULL AND r."toUuid" IN (SELECT commit FROM moved_commit)
  UNION ALL SELECT uuid, "deployedAt", "commitUuid" FROM "CicdPipeline"
    WHERE "deployedAt" IS NOT NULL AND "commitUuid" IN (SELECT commit FROM moved_commit)`;

const NO_LEAD = `CASE WHEN "mergedAt" IS NULL THEN "noCommitLeadTimeReason" WHEN run IS NULL THEN 'In no deployment to production'
  WHEN "firstCommitAt" IS NULL THEN 'No commit is known' WHEN moment < "firstCommitAt" THEN 'First commit is dated after the deployment' END`;

/** Finds the deployment that brought each pull request to production, for those that something is new about. */
export async function followPullRequests(session: Session): Promise<void> {
  await session.scratch('touched_commit', `SELECT * FROM (${OF_TOUCHED}) t(uuid)`);
  await session.scratch('moved_pull', session.whole ? 'SELECT uuid FROM "PullRequest"' : MOVED);
  if (!(await session.any('FROM moved_pull'))) return;
  await session.scratch('moved_commit', CARRIED);
  await session.scratch(
    'pull_shipped',
    `SELECT c.pull, min(s.moment) AS moment, arg_min(s.run, {'moment': s.moment, 'run': s.run}) AS run
       FROM moved_commit c JOIN (${SHIPPED}) s ON s.commit = c.commit AND s.moment >= c.merged GROUP BY c.pull`,
  );
  await session.run(
    `UPDATE "PullRequest" t SET "deploymentUuid" = s.run, "deployedAt" = s.moment, "noLeadTimeForChangesReason" = s.reason,
       "leadTimeForChanges" = CASE WHEN s.reason IS NULL THEN ${seconds('s.moment')} - ${seconds('s."firstCommitAt"')} END
     FROM (SELECT uuid, run, moment, "firstCommitAt", ${NO_LEAD} AS reason FROM "PullRequest" LEFT JOIN pull_shipped ON pull = uuid
       WHERE uuid IN (FROM moved_pull)) s WHERE t.uuid = s.uuid`,
  );
}

/** Incidents, and merged reverts that mend none, each with the repositories it may have come from. */
const FAILURES = `WITH incident AS (SELECT i.uuid, i."createdAt" AS moment, i."resolvedAt" AS over, i."projectUuid" FROM "Issue" i WHERE ${INCIDENT}),
  mending AS (SELECT r."toUuid" AS issue, p.uuid AS pull, p."repositoryUuid" AS repository FROM "Relation" r
    JOIN "PullRequest" p ON p.uuid = r."fromUuid" WHERE ${MENDS} AND r."toUuid" IN (SELECT uuid FROM incident))
  SELECT i.uuid, i.moment, i.over, m.repository FROM incident i JOIN mending m ON m.issue = i.uuid
  UNION SELECT i.uuid, i.moment, i.over, o.uuid FROM incident i JOIN "Repository" o ON o."projectUuid" = i."projectUuid"
    WHERE i.uuid NOT IN (SELECT issue FROM mending WHERE repository IS NOT NULL)
  UNION SELECT p.uuid, p."createdAt", p."deployedAt", p."repositoryUuid" FROM "PullRequest" p
    WHERE ${REVERT} AND p.uuid NOT IN (SELECT pull FROM mending)`;

/** The latest deployment before each failure, of any repository that it may have come from. */
const BLAMED = `SELECT f.uuid, f.over, arg_max(d.run, {'moment': d.moment, 'run': d.run}) AS run, max(d.moment) AS moment
  FROM (SELECT * FROM failure WHERE moment IS NOT NULL AND repository IS NOT NULL) f
  ASOF JOIN (SELECT "repositoryUuid" AS repository, "deployedAt" AS moment, max(uuid) AS run FROM "CicdPipeline"
    WHERE "deployedAt" IS NOT NULL AND "repositoryUuid" IS NOT NULL GROUP BY ALL) d ON d.repository = f.repository AND d.moment <= f.moment
  GROUP BY ALL`;

const BROKEN = `SELECT run, CASE WHEN count(over) = count(*) THEN greatest(max(over), any_value(moment)) END AS over FROM blamed GROUP BY run`;

const changes = (session: Session) =>
  session.any(
    [
      'SELECT 1 FROM touched_run',
      `SELECT 1 FROM "PullRequest" WHERE ${FRESH}`,
      `SELECT 1 FROM "Relation" WHERE ${FRESH} AND ${MENDS}`,
      `SELECT 1 FROM "Repository" WHERE ${FRESH}`,
      `SELECT 1 FROM "Issue" i WHERE ${INCIDENT} AND uuid IN (FROM touched_issue)`,
      `SELECT 1 FROM "PullRequest" p WHERE ${REVERT} AND uuid IN (FROM moved_pull)`,
    ].join(' UNION ALL '),
  );

/**
 * Finds which deployments failed: the latest before each incident or revert. There are few failures, and a late
 * deployment takes those of the one before, so all of them are looked at and only what differs is written.
 */
export async function settleFailures(session: Session): Promise<void> {
  if (!session.whole && !(await changes(session))) return;
  await session.scratch('failure', FAILURES);
  await session.scratch('blamed', BLAMED);
  for (const [kind, column] of [
    ['Issue', 'causedByUuid'],
    ['PullRequest', 'takesBackUuid'],
  ] as const)
    await session.run(
      `UPDATE "${kind}" t SET "${column}" = s.run FROM (SELECT k.uuid, b.run FROM "${kind}" k LEFT JOIN blamed b ON b.uuid = k.uuid
         WHERE k."${column}" IS DISTINCT FROM b.run) s WHERE t.uuid = s.uuid`,
    );
  await session.run(
    `UPDATE "CicdPipeline" t SET "changeFailed" = s.failed, "recoveryTime" = s.span, "noRecoveryTimeReason" = s.reason FROM (
       SELECT uuid, CASE WHEN "deployedAt" IS NOT NULL THEN b.run IS NOT NULL END AS failed,
         ${seconds('b.over')} - ${seconds('"deployedAt"')} AS span, CASE WHEN b.run IS NOT NULL AND b.over IS NULL THEN 'Not recovered yet' END AS reason,
         "changeFailed", "recoveryTime", "noRecoveryTimeReason"
       FROM "CicdPipeline" d LEFT JOIN (${BROKEN}) b ON b.run = d.uuid WHERE "isDeployment" OR "changeFailed" IS NOT NULL) s
     WHERE t.uuid = s.uuid AND (s.failed, s.span, s.reason) IS DISTINCT FROM (s."changeFailed", s."recoveryTime", s."noRecoveryTimeReason")`,
  );
}
