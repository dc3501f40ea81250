import type { NormalisedPayload, Payload, RowsOf } from '../payload.ts';
import { deploysTo } from '../deploying-name.ts';
import { type ToolAccount, ToolRows } from '../tool-rows.ts';
import { longSlug } from './settings.ts';
import { type CircleciOutcome, outcomeFor } from './outcome.ts';
import { type CircleciJob, CircleciPayload, CircleciPipeline, type CircleciWorkflow } from './shapes.ts';

/** A pipeline within its payload. */
interface PipelinePlace {
  readonly pipeline: CircleciPipeline;
  readonly repository: string | null;
  readonly payload: CircleciPayload;
}

const ADDRESS = /^(?:https?:\/\/|ssh:\/\/|git@)/;

/** The address of the repository that a pipeline ran for; a project that lies on no forge has one of CircleCI's own. */
function repositoryOf({ vcs, trigger_parameters: told }: CircleciPipeline, payload: CircleciPayload) {
  const addresses = [
    vcs?.target_repository_url,
    vcs?.origin_repository_url,
    told?.gitlab?.web_url,
    told?.github_app?.repo_url,
    told?.git?.checkout_url,
    payload.project?.url,
  ];
  return addresses.find((each) => typeof each === 'string' && ADDRESS.test(each)) ?? null;
}

/** Who started a pipeline, as far as CircleCI tells. */
function accountIn({ trigger, trigger_parameters: told }: CircleciPipeline): ToolAccount | null {
  const actor = trigger?.actor;
  if (actor) return { id: actor.login, name: actor.login, avatarUrl: actor.avatar_url };
  const user = told?.gitlab ?? told?.github_app;
  const id = user?.user_username ?? null;
  return id === null ? null : { id, name: user?.user_name ?? id, avatarUrl: user?.user_avatar ?? null };
}

const SHA = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const lastPart = (address: string) =>
  address
    .replace(/(?:\.git)?\/*$/, '')
    .split(/[/:]/)
    .at(-1) ?? address;
const span = (from: number | null, to: number | null) =>
  from === null || to === null ? null : Math.max(0, to - from);
const moments = (all: readonly (number | null | undefined)[]) =>
  all.filter((each) => typeof each === 'number');

const FAILED = new Set(['failed', 'failure', 'error']);

/** A job as the list of a pipeline has it. */
function jobIn({ name, status, started_at: startedAt, stopped_at: stoppedAt, tests }: CircleciJob) {
  const { state, isOver } = outcomeFor(status, stoppedAt !== null);
  const ran = state === 'skipped' ? null : startedAt;
  const failed = tests?.filter(({ result }) => FAILED.has(result ?? '')) ?? [];
  return {
    name,
    result: isOver ? state : null,
    startedAt: ran === null ? null : new Date(ran * 1_000).toISOString(),
    duration: isOver ? span(ran, stoppedAt) : null,
    ...(tests === null ? {} : { tests: { total: tests.length, failed: failed.length } }),
  };
}

/** When a workflow began and ended, and what became of it. */
function courseOf({ status, created_at: createdAt, stopped_at: stoppedAt, jobs }: CircleciWorkflow) {
  const outcome = outcomeFor(status, stoppedAt !== null);
  const begun = moments((jobs ?? []).map((job) => job.started_at));
  const isBegun = outcome.isOver ? outcome.state !== 'skipped' : outcome.state === 'running';
  const first = begun.length > 0 ? Math.min(...begun) : isBegun ? createdAt : null;
  const last = moments([createdAt, ...begun, ...(jobs ?? []).map((job) => job.stopped_at), stoppedAt]);
  return {
    outcome,
    startedAt: first,
    finishedAt: outcome.isOver ? (stoppedAt ?? (last.length > 0 ? Math.max(...last) : null)) : null,
    changedAt: last.length > 0 ? Math.max(...last) : null,
  };
}
type Course = ReturnType<typeof courseOf>;

function addEvents(
  rows: ToolRows,
  {
    uuid,
    name,
    id,
    actor,
    repository,
  }: Record<'uuid' | 'name' | 'id', string> & Record<'actor' | 'repository', string | null>,
  { outcome, startedAt, finishedAt, createdAt }: Course & { readonly createdAt: number },
): void {
  const steps: readonly (readonly [string, number | null, string])[] = [
    ['created', createdAt, 'queued'],
    ['started', startedAt, 'running'],
    ['completed', finishedAt, outcome.state],
  ];
  let before: string | null = null;
  for (const [action, at, status] of steps) {
    if (at === null) continue;
    const of = { type: 'CicdPipeline', uuid, name, actor, repository, attribute: 'state' };
    rows.event({ ...of, id: `workflow:${id}:${action}`, at, action, status, before });
    before = status;
  }
}

/** The page of a workflow; CircleCI serves those of its cloud at an address of their own. */
function pageFor(
  { host, project }: CircleciPayload,
  { project_slug: slug, number }: CircleciPipeline,
  id: string,
) {
  const { origin, hostname } = new URL(host);
  const base = hostname === 'circleci.com' ? 'https://app.circleci.com' : origin;
  return `${base}/pipelines/${longSlug(project?.slug ?? slug)}/${String(number)}/workflows/${id}`;
}

const stateColumns = ({ state, category, isOver }: CircleciOutcome, status: string) => ({
  state,
  sourceState: status === '' ? null : status,
  stateCategory: category,
  result: isOver ? state : null,
});

/** What CircleCI calls the branch of a review from a fork, which is none of the repository. */
const OF_FORK = /^pull\/\d+/;

/** The edges of a workflow that deployed, ran on a branch, or both. */
function addEdges(
  rows: ToolRows,
  uuid: string,
  { repository }: PipelinePlace,
  {
    commit,
    branch,
    deployedAt,
    createdAt,
  }: {
    readonly commit: string | null;
    readonly branch: string | null;
    readonly deployedAt: number | null;
    readonly createdAt: number;
  },
): void {
  if (branch !== null && repository !== null && !OF_FORK.test(branch))
    rows.edge('ranOn', [uuid, rows.branch(repository, branch)], createdAt);
  if (commit !== null && deployedAt !== null) rows.edge('deploys', [uuid, commit], deployedAt);
}

function addWorkflow(
  rows: ToolRows,
  workflow: CircleciWorkflow,
  attempt: number,
  place: PipelinePlace,
): void {
  const { pipeline, repository, payload } = place;
  const { id, name, status, jobs } = workflow;
  const createdAt = workflow.created_at ?? pipeline.created_at;
  const course = courseOf({ ...workflow, created_at: createdAt });
  const { outcome, startedAt, finishedAt, changedAt } = course;
  const common = rows.common('workflow', id, {
    name,
    url: pageFor(payload, pipeline, id),
    createdAt,
    updatedAt: changedAt,
  });
  const told = pipeline.trigger_parameters?.git;
  const sha = pipeline.vcs?.revision ?? told?.checkout_sha ?? '';
  const branch = pipeline.vcs?.branch ?? told?.branch ?? null;
  const review = pipeline.vcs?.review_url ?? null;
  // The previews that reviews start are no deployments.
  const environment = review === null ? deploysTo(name) : undefined;
  const commit = SHA.test(sha) ? rows.commit(sha) : null;
  const account = attempt === 1 ? accountIn(pipeline) : null;
  const actor = account && rows.person(account, createdAt);
  const repositoryUuid = repository === null ? null : rows.repository(repository);
  rows.add('CicdPipeline', {
    ...common,
    ...stateColumns(outcome, status),
    branch,
    repository: repository === null ? (payload.project?.name ?? null) : lastPart(repository),
    queuedAt: createdAt,
    startedAt,
    finishedAt,
    duration: span(startedAt, finishedAt),
    environment: environment ?? null,
    isDeployment: environment !== undefined,
    attempt,
    jobs: jobs === null ? null : JSON.stringify(jobs.map(jobIn)),
    pullRequestUrl: review,
    commitUuid: commit,
    repositoryUuid,
    triggeredByUuid: actor,
  });
  const isDeployed = environment !== undefined && outcome.state === 'success';
  addEdges(rows, common.uuid, place, {
    commit,
    branch,
    deployedAt: isDeployed ? finishedAt : null,
    createdAt,
  });
  addEvents(
    rows,
    { uuid: common.uuid, name, id, actor, repository: repositoryUuid },
    { ...course, createdAt },
  );
}

/** Adds every workflow of a pipeline; one that ran again has its number among those of its name. */
function addPipeline(rows: ToolRows, pipeline: CircleciPipeline, payload: CircleciPayload): void {
  const place = { pipeline, payload, repository: repositoryOf(pipeline, payload) };
  const attempts = new Map<string, number>();
  const inOrder = pipeline.workflows.toSorted(
    (a, b) => (a.created_at ?? 0) - (b.created_at ?? 0) || (a.id < b.id ? -1 : 1),
  );
  for (const workflow of inOrder) {
    const attempt = (attempts.get(workflow.name) ?? 0) + 1;
    attempts.set(workflow.name, attempt);
    addWorkflow(rows, workflow, attempt, place);
  }
}

/** Turns what CircleCI sent into rows. What is unknown is named in `ignored`, and stays in the payload. */
export function normaliseCircleci(
  { kind, body }: Payload,
  { orgId }: Pick<RowsOf, 'orgId'>,
): NormalisedPayload {
  const { success, data: payload } = CircleciPayload.safeParse(body);
  if (!success || kind !== 'pipelines') return { loads: [], ignored: [kind] };
  const rows = new ToolRows({ orgId, integration: 'circleci', host: new URL(payload.host).host });
  for (const item of payload.items) {
    const pipeline = CircleciPipeline.safeParse(item).data;
    if (pipeline) addPipeline(rows, pipeline, payload);
    else rows.ignored.push('pipeline');
  }
  return { loads: rows.loads(), ignored: rows.ignored };
}
