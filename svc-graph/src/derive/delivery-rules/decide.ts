import type { DeliveryRules } from '@cairn/contracts/delivery-rules';
import { deleteFrom, insertInto, update } from '../../store/statement.ts';
import { entityUuidSql } from '../../store/uuid.ts';
import { type DeriveSession, NEW_ROWS } from '../session.ts';
import { countedReleases, issueDecisions, OF_RELEASE, pipelineDecisions } from './decisions.ts';
import { BoundParams } from './patterns.ts';
import { readRules } from './rules.ts';

async function decidePipelines(session: DeriveSession, rules: DeliveryRules): Promise<void> {
  if (!session.full && !(await session.exists(`FROM "CicdPipeline" WHERE ${NEW_ROWS}`))) return;
  const touched = `SELECT coalesce("repositoryUuid", uuid) FROM "CicdPipeline" WHERE ${NEW_ROWS}`;
  const scope = session.full ? 'true' : `coalesce("repositoryUuid", uuid) IN (${touched})`;
  const params = new BoundParams();
  await session.createTemp('pipeline_decision', pipelineDecisions(rules, params, scope), params.list);
  const tail = `FROM pipeline_decision s WHERE t.uuid = s.uuid AND t."isDeployment" IS DISTINCT FROM s.deploys`;
  await session.run(update('CicdPipeline', { isDeployment: 's.deploys' }, tail));
}

const DECIDED = ['issueType', 'severity', 'storyPoints'] as const;
const row = (of: string) => `(${DECIDED.map((name) => `${of}."${name}"`).join(', ')})`;

async function decideIssues(session: DeriveSession, rules: DeliveryRules): Promise<void> {
  const params = new BoundParams();
  const scope = session.full ? 'true' : NEW_ROWS;
  await session.createTemp('issue_decision', issueDecisions(rules, params, scope), params.list);
  const set = Object.fromEntries(DECIDED.map((name) => [name, `s."${name}"`]));
  const tail = `FROM issue_decision s WHERE t.uuid = s.uuid AND ${row('t')} IS DISTINCT FROM ${row('s')}`;
  await session.run(update('Issue', set, tail));
}

const RELEASE_ID = `'release:' || r.uuid::VARCHAR`;

/** Repositories that bring something to production by more than releases. */
const DEPLOYING = `SELECT "repositoryUuid" FROM "CicdPipeline"
  WHERE "isDeployment" AND "repositoryUuid" IS NOT NULL AND NOT ${OF_RELEASE} AND NOT coalesce(deleted, false)`;

/** The columns of the pipeline that stands for a release. */
const columnsFor = (uuid: string): Readonly<Record<string, string>> => ({
  uuid,
  name: `'Release ' || coalesce(r."tagName", r."releaseName", r.name, '')`,
  sourceUrl: 'r."sourceUrl"',
  integration: `'derived'`,
  externalId: RELEASE_ID,
  createdAt: 'r."publishedAt"',
  updatedAt: 'r."publishedAt"',
  firstObservedAt: 'r."publishedAt"',
  observedAt: 'r."publishedAt"',
  deleted: 'false',
  state: `'success'`,
  stateCategory: `'done'`,
  result: `'success'`,
  queuedAt: 'r."publishedAt"',
  startedAt: 'r."publishedAt"',
  finishedAt: 'r."publishedAt"',
  duration: '0',
  environment: `'production'`,
  isDeployment: 'true',
  isDeploymentAsStated: 'true',
  repository: `(SELECT o.name FROM "Repository" o WHERE o.uuid = r."repositoryUuid")`,
  commitUuid: 'r."commitUuid"',
  repositoryUuid: 'r."repositoryUuid"',
});

/** Keeps one pipeline for each release that counts as a deployment, and the commits that it brings. */
async function decideReleases(session: DeriveSession, counts: boolean): Promise<void> {
  await session.createTemp(
    'counted_release',
    `SELECT r.* FROM (${countedReleases(DEPLOYING)}) r WHERE ${String(counts)}`,
  );
  const columns = columnsFor(entityUuidSql('$1::VARCHAR', 'derived', RELEASE_ID));
  const made = Object.entries(columns).map(([name, value]) => `${value} AS "${name}"`);
  await session.createTemp('release_run', `SELECT ${made.join(', ')} FROM counted_release r`, [
    session.orgId,
  ]);
  const gone = `${OF_RELEASE} AND ("externalId", "finishedAt", "repositoryUuid", "commitUuid") NOT IN
    (SELECT ("externalId", "finishedAt", "repositoryUuid", "commitUuid") FROM release_run)`;
  if (await session.exists(`FROM "CicdPipeline" WHERE ${gone}`))
    await session.run(deleteFrom('CicdPipeline', gone));
  const missing = `SELECT * FROM release_run WHERE uuid NOT IN (SELECT uuid FROM "CicdPipeline" WHERE ${OF_RELEASE})`;
  if (await session.exists(missing))
    await session.run(insertInto('CicdPipeline', Object.keys(columns), missing));
}

/** Applies the rules of the org to what sources stated. Without rules everything stays as it was stated. */
export async function decide(session: DeriveSession): Promise<DeliveryRules> {
  const { rules, set } = await readRules(session);
  if (!set) return rules;
  await decidePipelines(session, rules);
  await decideIssues(session, rules);
  await decideReleases(session, rules.deployments.releases);
  return rules;
}
