import type { DeliveryRules } from '@cairn/contracts/delivery-rules';
import { update } from '../store/statement.ts';
import type { Statement } from '../store/statement.ts';
import { OF_RELEASE, isProduction } from './delivery-rules/decisions.ts';
import { BoundParams } from './delivery-rules/patterns.ts';
import { NEW_ROWS, type DeriveSession, seconds } from './session.ts';

/** The repositories and environments whose deployments are pushed. */
const PUSHED = `SELECT DISTINCT "repositoryUuid" AS repository, lower(environment) AS place FROM "CicdPipeline"
  WHERE integration = 'push' AND "isDeployment" AND "repositoryUuid" IS NOT NULL AND environment IS NOT NULL AND NOT coalesce(deleted, false)`;

/** What tells of a run whether it deploys, and of an environment whether it is production. */
interface DeploymentWords {
  readonly deploys: string;
  readonly production: readonly string[];
}

/**
 * When a run deployed to production, by its row; a run without an environment counts. None counts where deployments are
 * pushed but those.
 */
export function deployedAt({ deploys, production }: DeploymentWords, params: BoundParams): string {
  const elsewhere = `t.integration IS DISTINCT FROM 'push' AND EXISTS (FROM (${PUSHED}) p WHERE p.repository = t."repositoryUuid"
    AND (p.place = lower(t.environment) OR coalesce(t.environment, '') = '' AND ${isProduction(production, params, 'p.place')}))`;
  return `CASE WHEN ${deploys} AND lower(coalesce(t.result, t.state)) IN ('success', 'succeeded', 'successful', 'passed', 'completed')
    AND ${isProduction(production, params, 't.environment')} AND NOT coalesce(t.deleted, false) AND NOT (${elsewhere}) THEN t."finishedAt" END`;
}

/** True for an issue that is an incident; its type may be that of another row. */
export const INCIDENT = (issue: string, row = issue) =>
  `((lower(${issue}."issueType") LIKE '%incident%' OR lower(${issue}."issueType") LIKE '%outage%') AND NOT coalesce(${row}.deleted, false))`;
const REVERT = `p.title ILIKE 'revert%' AND p."mergedAt" IS NOT NULL AND NOT coalesce(p.deleted, false)`;
const FIXES = `relation IN ('closes', 'pullRequestMentions')`;

/** Finds the changed deployments, `invalid_run`, and when each reached production. */
export async function computeDeployments(session: DeriveSession, rules: DeliveryRules): Promise<void> {
  const runs = session.full
    ? 'SELECT uuid FROM "CicdPipeline"'
    : `SELECT uuid FROM "CicdPipeline" WHERE ${NEW_ROWS}
       UNION SELECT "entityUuid" FROM "Event" WHERE ${NEW_ROWS} AND "entityType" = 'CicdPipeline'
       UNION SELECT "fromUuid" FROM "Relation" WHERE ${NEW_ROWS} AND relation = 'deploys'
       UNION SELECT uuid FROM "CicdPipeline" WHERE integration IS DISTINCT FROM 'push' AND "repositoryUuid" IN (SELECT "repositoryUuid"
         FROM "CicdPipeline" WHERE ${NEW_ROWS} AND integration = 'push')`;
  const params = new BoundParams();
  const moment = deployedAt({ deploys: 't."isDeployment"', production: rules.production }, params);
  await session.createTemp(
    'invalid_run',
    `SELECT uuid, ${moment} AS moment FROM "CicdPipeline" t WHERE uuid IN (${runs}) AND ("isDeployment" OR "deployedAt" IS NOT NULL)`,
    params.list,
  );
  await session.run(
    update(
      'CicdPipeline',
      { deployedAt: 'r.moment' },
      `FROM invalid_run r WHERE t.uuid = r.uuid AND t."deployedAt" IS DISTINCT FROM r.moment`,
    ),
  );
}

const OF_INVALID = `SELECT "toUuid" FROM "Relation" WHERE relation = 'deploys' AND "fromUuid" IN (SELECT uuid FROM invalid_run)
  UNION SELECT "commitUuid" FROM "CicdPipeline" WHERE "commitUuid" IS NOT NULL AND uuid IN (SELECT uuid FROM invalid_run)`;

const MOVED = `FROM invalid_pull
  UNION SELECT uuid FROM "PullRequest" WHERE "deploymentUuid" IN (SELECT uuid FROM invalid_run) OR "mergeCommitUuid" IN (FROM invalid_commit)
  UNION SELECT "fromUuid" FROM "Relation" WHERE relation = 'hasCommit' AND "toUuid" IN (FROM invalid_commit)`;

/**
 * The merge of a pull request and its commits. The first deployment of any of them after the merge delivers
 * it.
 */
const CARRIED = `SELECT uuid AS pull, "mergedAt" AS merged, "mergeCommitUuid" AS commit FROM "PullRequest"
    WHERE "mergeCommitUuid" IS NOT NULL AND "mergedAt" IS NOT NULL AND uuid IN (FROM moved_pull)
  UNION SELECT p.uuid, p."mergedAt", r."toUuid" FROM "PullRequest" p JOIN "Relation" r ON r."fromUuid" = p.uuid AND r.relation = 'hasCommit'
    WHERE p."mergedAt" IS NOT NULL AND p.uuid IN (FROM moved_pull)`;

const SHIPPED = `SELECT d.uuid AS run, d."deployedAt" AS moment, r."toUuid" AS commit FROM "CicdPipeline" d
    JOIN "Relation" r ON r."fromUuid" = d.uuid AND r.relation = 'deploys'
    WHERE d."deployedAt" IS NOT NULL AND r."toUuid" IN (SELECT commit FROM moved_commit)
  UNION ALL SELECT uuid, "deployedAt", "commitUuid" FROM "CicdPipeline"
    WHERE "deployedAt" IS NOT NULL AND "commitUuid" IN (SELECT commit FROM moved_commit)
  UNION ALL SELECT d.uuid, d."deployedAt", r."toUuid" FROM "CicdPipeline" d
    JOIN "Relation" r ON r.relation = 'includes' AND 'release:' || r."fromUuid"::VARCHAR = d."externalId"
    WHERE ${OF_RELEASE} AND d."deployedAt" IS NOT NULL AND r."toUuid" IN (SELECT commit FROM moved_commit)`;

const NO_LEAD = `CASE WHEN "mergedAt" IS NULL THEN "noCommitLeadTimeReason" WHEN run IS NULL THEN 'In no deployment to production'
  WHEN "firstCommitAt" IS NULL THEN 'No commit is known' WHEN moment < "firstCommitAt" THEN 'First commit is dated after the deployment' END`;

/** Finds the deployment that delivered each pull request, for those with anything new. */
export async function computeLeadTimes(session: DeriveSession): Promise<void> {
  await session.createTemp('invalid_commit', `SELECT * FROM (${OF_INVALID}) t(uuid)`);
  await session.createTemp('moved_pull', session.full ? 'SELECT uuid FROM "PullRequest"' : MOVED);
  if (!(await session.exists('FROM moved_pull'))) return;
  await session.createTemp('moved_commit', CARRIED);
  await session.createTemp(
    'pull_shipped',
    `SELECT c.pull, min(s.moment) AS moment, arg_min(s.run, {'moment': s.moment, 'run': s.run}) AS run
       FROM moved_commit c JOIN (${SHIPPED}) s ON s.commit = c.commit AND s.moment >= c.merged GROUP BY c.pull`,
  );
  const span = `${seconds('s.moment')} - ${seconds('s."firstCommitAt"')}`;
  await session.run(
    update(
      'PullRequest',
      {
        deploymentUuid: 's.run',
        deployedAt: 's.moment',
        noLeadTimeForChangesReason: 's.reason',
        leadTimeForChanges: `CASE WHEN s.reason IS NULL THEN ${span} END`,
      },
      `FROM (SELECT uuid, run, moment, "firstCommitAt", ${NO_LEAD} AS reason FROM "PullRequest" LEFT JOIN pull_shipped ON pull = uuid
         WHERE uuid IN (FROM moved_pull)) s WHERE t.uuid = s.uuid`,
    ),
  );
}

/**
 * Incidents, and merged reverts that fix none, each with the repositories that may have caused it. The incident that a
 * revert fixes counts in its place: it was noticed earlier, and maybe before another deployment.
 */
const FAILURES = `WITH incident AS (SELECT i.uuid, coalesce(i."detectedAt", i."createdAt") AS moment, i."resolvedAt" AS over, i."projectUuid", i."repositoryUuid" FROM "Issue" i WHERE ${INCIDENT('i')}),
  fixing AS (SELECT r."toUuid" AS issue, p.uuid AS pull, p."repositoryUuid" AS repository FROM "Relation" r
    JOIN "PullRequest" p ON p.uuid = r."fromUuid" WHERE ${FIXES} AND r."toUuid" IN (SELECT uuid FROM incident))
  SELECT i.uuid, i.moment, i.over, m.repository FROM incident i JOIN fixing m ON m.issue = i.uuid
  UNION SELECT uuid, moment, over, "repositoryUuid" FROM incident
    WHERE "repositoryUuid" IS NOT NULL AND uuid NOT IN (SELECT issue FROM fixing WHERE repository IS NOT NULL)
  UNION SELECT i.uuid, i.moment, i.over, o.uuid FROM incident i JOIN "Repository" o ON o."projectUuid" = i."projectUuid"
    WHERE i."repositoryUuid" IS NULL AND i.uuid NOT IN (SELECT issue FROM fixing WHERE repository IS NOT NULL)
  UNION SELECT p.uuid, p."createdAt", p."deployedAt", p."repositoryUuid" FROM "PullRequest" p
    WHERE ${REVERT} AND p.uuid NOT IN (SELECT pull FROM fixing)`;

/** The latest deployment before each failure, in any repository that may have caused it. */
const BLAMED = `SELECT f.uuid, f.over, arg_max(d.run, {'moment': d.moment, 'run': d.run}) AS run, max(d.moment) AS moment
  FROM (SELECT * FROM failure WHERE moment IS NOT NULL AND repository IS NOT NULL) f
  ASOF JOIN (SELECT "repositoryUuid" AS repository, "deployedAt" AS moment, max(uuid) AS run FROM "CicdPipeline"
    WHERE "deployedAt" IS NOT NULL AND "repositoryUuid" IS NOT NULL GROUP BY ALL) d ON d.repository = f.repository AND d.moment <= f.moment
  GROUP BY ALL`;

const BROKEN = `SELECT run, CASE WHEN count(over) = count(*) THEN greatest(max(over), any_value(moment)) END AS over FROM blamed GROUP BY run`;

const mayChange = (session: DeriveSession) =>
  session.exists(
    [
      'SELECT 1 FROM invalid_run',
      `SELECT 1 FROM "PullRequest" WHERE ${NEW_ROWS}`,
      `SELECT 1 FROM "Relation" WHERE ${NEW_ROWS} AND ${FIXES}`,
      `SELECT 1 FROM "Repository" WHERE ${NEW_ROWS}`,
      `SELECT 1 FROM "Issue" i WHERE ${INCIDENT('i')} AND uuid IN (FROM invalid_issue)`,
      `SELECT 1 FROM "PullRequest" p WHERE ${REVERT} AND uuid IN (FROM moved_pull)`,
    ].join(' UNION ALL '),
  );

/** Links each failure to the deployment that caused it. */
function blame(kind: string, column: string): Statement {
  return update(
    kind,
    { [column]: 's.run' },
    `FROM (SELECT k.uuid, b.run FROM "${kind}" k LEFT JOIN blamed b ON b.uuid = k.uuid
       WHERE k."${column}" IS DISTINCT FROM b.run) s WHERE t.uuid = s.uuid`,
  );
}

/** Sets whether each deployment failed, and how long recovery took. */
const RECOVERIES = update(
  'CicdPipeline',
  { changeFailed: 's.failed', recoveryTime: 's.span', noRecoveryTimeReason: 's.reason' },
  `FROM (SELECT uuid, CASE WHEN "deployedAt" IS NOT NULL THEN b.run IS NOT NULL END AS failed,
       ${seconds('b.over')} - ${seconds('"deployedAt"')} AS span, CASE WHEN b.run IS NOT NULL AND b.over IS NULL THEN 'Not recovered yet' END AS reason,
       "changeFailed", "recoveryTime", "noRecoveryTimeReason"
     FROM "CicdPipeline" d LEFT JOIN (${BROKEN}) b ON b.run = d.uuid WHERE "isDeployment" OR "changeFailed" IS NOT NULL) s
   WHERE t.uuid = s.uuid AND (s.failed, s.span, s.reason) IS DISTINCT FROM (s."changeFailed", s."recoveryTime", s."noRecoveryTimeReason")`,
);

/**
 * Finds which deployments failed: the latest before each incident or revert. A late deployment takes over
 * failures of the previous one. Failures are few, so all are compared, and only differences are written.
 */
export async function computeFailures(session: DeriveSession): Promise<void> {
  if (!session.full && !(await mayChange(session))) return;
  await session.createTemp('failure', FAILURES);
  await session.createTemp('blamed', BLAMED);
  await session.run(blame('Issue', 'causedByUuid'));
  await session.run(blame('PullRequest', 'takesBackUuid'));
  await session.run(RECOVERIES);
}
