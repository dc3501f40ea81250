import type { GitlabRows } from './rows.ts';
import type {
  GitlabDeployment,
  GitlabJob,
  GitlabPipeline,
  GitlabPlaceOfProject,
  GitlabUser,
} from './shapes.ts';
import { mergeRequestKey } from './told-merge-request.ts';

/** What became of a pipeline or a deployment, in the words of the graph. */
interface ToldRun {
  readonly key: string;
  readonly name: string;
  readonly url: string | null;
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
  readonly status: string;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly duration: number | null;
  readonly branch: string | null;
  readonly environment: string | null;
  readonly isDeployment: boolean;
  readonly jobs: readonly object[] | null;
  readonly sha: string;
  readonly user: GitlabUser;
  /** The key of the merge request that it ran for. */
  readonly mergeRequest: string | null;
}

const STATES: Readonly<Record<string, string>> = {
  success: 'success',
  failed: 'failed',
  canceled: 'cancelled',
  canceling: 'running',
  skipped: 'skipped',
  running: 'running',
  manual: 'manual',
};
const OVER: ReadonlySet<string> = new Set(['success', 'failed', 'cancelled', 'skipped']);
/** Whatever else GitLab calls it, such as created or pending, it waits. */
const toState = (status: string) => STATES[status.toLowerCase()] ?? 'queued';
const CATEGORIES: Readonly<Record<string, string>> = {
  queued: 'todo',
  manual: 'todo',
  running: 'inProgress',
};

function addRunEvents(rows: GitlabRows, run: ToldRun, uuid: string): void {
  const state = toState(run.status);
  const steps = [
    { action: 'created', at: run.createdAt, status: 'queued' },
    { action: 'started', at: run.startedAt, status: 'running' },
    { action: 'completed', at: OVER.has(state) ? run.finishedAt : null, status: state },
  ];
  let before: string | null = null;
  for (const { action, at, status } of steps) {
    if (at === null) continue;
    const told = { type: 'CicdPipeline', uuid, name: run.name, reference: run.name, actor: run.user };
    const delta = { state: { before, after: status } };
    rows.event({ ...told, id: `${run.key}:${action}`, at, action, newStatus: status, delta });
    before = status;
  }
}

function addRun(rows: GitlabRows, run: ToldRun, project: GitlabPlaceOfProject): void {
  const state = toState(run.status);
  const isOver = OVER.has(state);
  const commitUuid = rows.commit(run.sha);
  const { key, name, url, createdAt, updatedAt, branch, isDeployment } = run;
  const finishedAt = isOver ? run.finishedAt : null;
  const uuid = rows.add(
    'CicdPipeline',
    { key, name, url, createdAt, updatedAt },
    {
      state,
      sourceState: run.status,
      stateCategory: isOver ? 'done' : (CATEGORIES[state] ?? 'other'),
      result: isOver ? state : null,
      branch,
      repository: project.name,
      queuedAt: createdAt,
      startedAt: run.startedAt,
      finishedAt,
      duration:
        run.duration ??
        (run.startedAt !== null && finishedAt !== null ? Math.max(0, finishedAt - run.startedAt) : null),
      environment: run.environment,
      isDeployment,
      attempt: 1,
      jobs: run.jobs === null ? null : JSON.stringify(run.jobs),
      commitUuid,
      repositoryUuid: rows.repositoryUuid,
      triggeredByUuid: rows.person(run.user, createdAt),
    },
  );
  if (createdAt !== null && branch !== null)
    rows.edge('ranOn', [uuid, rows.branch(branch)], { since: createdAt });
  if (createdAt !== null && run.mergeRequest !== null)
    rows.edge('ranFor', [uuid, rows.id(run.mergeRequest)], { since: createdAt });
  if (isDeployment && state === 'success' && finishedAt !== null)
    rows.edge('deploys', [uuid, commitUuid], { since: finishedAt });
  addRunEvents(rows, run, uuid);
}

/** A job as the list of a pipeline has it. */
function tellJob({ name, status, started_at: startedAt, duration = null }: GitlabJob) {
  const state = toState(status);
  const at = startedAt === null ? null : new Date(startedAt * 1_000).toISOString();
  return { name, result: OVER.has(state) ? state : null, startedAt: at, duration };
}

/** A job that says so deploys, but for the previews that merge requests start. */
const DEPLOYS = /\bdeploy/i;
const ENVIRONMENTS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:preprod|pre-prod|staging|stage)\b/i, 'staging'],
  [/\b(?:production|prod|live)\b/i, 'production'],
  [/\b(?:development|dev|test|qa|preview|sandbox|review)\b/i, 'development'],
];
const MERGE_REF = /^refs\/merge-requests\/(\d+)\//;

/** Whether a pipeline counts as a deployment: where GitLab has records of those, they count in its place. */
function deploysBy({ source, jobs }: GitlabPipeline, hasDeployments: boolean) {
  const none = { isDeployment: false, environment: null };
  if (hasDeployments || source === 'merge_request_event') return none;
  const job = (jobs ?? []).find(
    ({ name, stage, status }) => status !== 'skipped' && DEPLOYS.test(`${name} ${stage ?? ''}`),
  );
  if (!job) return none;
  const words = `${job.name} ${job.stage ?? ''}`;
  return {
    isDeployment: true,
    environment: ENVIRONMENTS.find(([pattern]) => pattern.test(words))?.[1] ?? null,
  };
}

/** Adds a pipeline with its jobs. */
export function addPipeline(
  rows: GitlabRows,
  pipeline: GitlabPipeline,
  { project, hasDeployments }: { readonly project: GitlabPlaceOfProject; readonly hasDeployments: boolean },
): void {
  const ref = pipeline.ref ?? '';
  const [, merge] = MERGE_REF.exec(ref) ?? [];
  const jobs = pipeline.jobs?.toSorted((a, b) => a.id - b.id) ?? null;
  addRun(
    rows,
    {
      key: `pipeline:${String(pipeline.id)}`,
      name: pipeline.name || `Pipeline of ${merge === undefined ? ref || 'a commit' : `!${merge}`}`,
      url: pipeline.web_url ?? null,
      createdAt: pipeline.created_at,
      updatedAt: pipeline.updated_at,
      status: pipeline.status,
      startedAt: pipeline.started_at,
      finishedAt: pipeline.finished_at,
      duration: pipeline.duration ?? null,
      branch: merge !== undefined || pipeline.tag === true || ref === '' ? null : ref,
      ...deploysBy(pipeline, hasDeployments),
      jobs: jobs?.map(tellJob) ?? null,
      sha: pipeline.sha,
      user: pipeline.user,
      mergeRequest: merge === undefined ? null : mergeRequestKey(project.id, merge),
    },
    project,
  );
}

const NAMED_PRODUCTION = /\b(?:production|prod|live)\b/i;

/** The name of an environment; one that GitLab counts to production without saying so is named production. */
function environmentName(
  { environment }: GitlabDeployment,
  tiers: Readonly<Record<string, string>>,
): string | null {
  if (!environment) return null;
  const tier =
    environment.tier ?? (Object.hasOwn(tiers, environment.name) ? tiers[environment.name] : undefined);
  return tier === 'production' && !NAMED_PRODUCTION.test(environment.name) ? 'production' : environment.name;
}

/** Adds a deployment that GitLab has a record of. */
export function addDeployment(
  rows: GitlabRows,
  deployment: GitlabDeployment,
  {
    project,
    tiers,
  }: { readonly project: GitlabPlaceOfProject; readonly tiers: Readonly<Record<string, string>> },
): void {
  const { id, status, deployable, created_at: createdAt, updated_at: updatedAt } = deployment;
  const state = toState(status);
  const finishedAt = OVER.has(state) ? (deployable?.finished_at ?? updatedAt) : null;
  const environment = environmentName(deployment, tiers);
  addRun(
    rows,
    {
      key: `deployment:${String(id)}`,
      name: `Deploy to ${deployment.environment?.name ?? 'an environment'}`,
      url: deployable?.web_url ?? null,
      createdAt,
      updatedAt,
      status,
      startedAt: deployable?.started_at ?? (state === 'running' || OVER.has(state) ? createdAt : null),
      finishedAt,
      duration: null,
      branch: deployment.ref ?? null,
      environment,
      isDeployment: true,
      jobs: null,
      sha: deployment.sha,
      user: deployment.user,
      mergeRequest: null,
    },
    project,
  );
}
