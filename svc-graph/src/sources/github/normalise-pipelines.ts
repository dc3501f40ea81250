import { deploysTo } from '../deploying-name.ts';
import type { GithubActor, GithubDeployment } from './payloads.ts';
import { type GithubRows, toSeconds } from './rows.ts';
import type { GithubJob, GithubRun, RestUser } from './run-payloads.ts';

interface PipelineStep {
  readonly action: 'created' | 'started' | 'completed';
  readonly at: string | null;
  readonly status: string;
}

/** What became of a run or a deployment, in the words of the graph. */
interface PipelineFacts {
  readonly thing: {
    readonly id: string;
    readonly name: string;
    readonly url: string | null;
    readonly createdAt: string;
    readonly updatedAt: string;
  };
  readonly state: string;
  readonly sourceState: string | null;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  readonly branch: string | null;
  readonly environment: string | null;
  readonly isDeployment: boolean;
  readonly attempt: number;
  readonly jobs: readonly object[] | null;
  readonly commit: string;
  readonly actor: GithubActor;
  readonly repository: string;
  /** The ids of the pull requests that it ran for. */
  readonly pulls?: readonly string[] | undefined;
}

const span = (from: string | null, to: string | null) =>
  from === null || to === null ? null : Math.max(0, toSeconds(to) - toSeconds(from));
const seconds = (time: string | null) => (time === null ? null : toSeconds(time));
const CATEGORIES: Readonly<Record<string, string>> = { queued: 'todo', running: 'inProgress' };

function addPipelineEvents(rows: GithubRows, facts: PipelineFacts, uuid: string): void {
  const { thing, startedAt, finishedAt, state, actor, attempt } = facts;
  const steps: PipelineStep[] = [
    { action: 'created', at: thing.createdAt, status: 'queued' },
    { action: 'started', at: startedAt, status: 'running' },
    { action: 'completed', at: finishedAt, status: state },
  ];
  let before: string | null = null;
  for (const { action, at, status } of steps) {
    if (at === null) continue;
    rows.event({
      type: 'CicdPipeline',
      uuid,
      name: thing.name,
      reference: thing.name,
      id: `${thing.id}:${String(attempt)}:${action}`,
      at,
      action,
      actor,
      newStatus: status,
      delta: { state: { before, after: status } },
    });
    before = status;
  }
}

function addPipeline(rows: GithubRows, facts: PipelineFacts): void {
  const { thing, state, startedAt, finishedAt, branch, isDeployment, commit } = facts;
  const commitUuid = rows.commit(commit);
  const uuid = rows.add('CicdPipeline', thing, {
    state,
    sourceState: facts.sourceState,
    stateCategory: finishedAt === null ? (CATEGORIES[state] ?? 'other') : 'done',
    result: finishedAt === null ? null : state,
    branch,
    repository: facts.repository,
    queuedAt: toSeconds(thing.createdAt),
    startedAt: seconds(startedAt),
    finishedAt: seconds(finishedAt),
    duration: span(startedAt, finishedAt),
    environment: facts.environment,
    isDeployment,
    attempt: facts.attempt,
    jobs: facts.jobs === null ? null : JSON.stringify(facts.jobs),
    commitUuid,
    repositoryUuid: rows.repositoryUuid,
    triggeredByUuid: rows.person(facts.actor, thing.createdAt),
  });
  const since = toSeconds(thing.createdAt);
  if (branch !== null) rows.edge('ranOn', [uuid, rows.branch(branch)], { since });
  for (const pull of facts.pulls ?? []) rows.edge('ranFor', [uuid, rows.id(pull)], { since });
  if (isDeployment && state === 'success' && finishedAt !== null)
    rows.edge('deploys', [uuid, commitUuid], { since: toSeconds(finishedAt) });
  addPipelineEvents(rows, facts, uuid);
}

const RESULTS: Readonly<Record<string, string>> = {
  success: 'success',
  failure: 'failed',
  timed_out: 'failed',
  startup_failure: 'failed',
  cancelled: 'cancelled',
};
const WAITING = ['queued', 'waiting', 'pending', 'requested'];

const plain = (word: string | null | undefined) => word?.toLowerCase() ?? '';

/** The state of a run or job: its result once it is over. */
function stateIn({
  status,
  conclusion,
}: {
  status?: string | null | undefined;
  conclusion?: string | null | undefined;
}) {
  const result = plain(conclusion);
  if (result !== '') return { state: RESULTS[result] ?? result, isOver: true };
  return { state: WAITING.includes(plain(status)) ? 'queued' : 'running', isOver: false };
}

/** Whether a run counts as a deployment: where GitHub has records of those, they count in its place. */
function deploysBy(
  run: GithubRun,
  recorded: readonly string[],
): { isDeployment: boolean; environment: string | null } {
  const environment = deploysTo(`${run.name ?? ''} ${run.path ?? ''}`);
  // The previews that pull requests start are none.
  if (environment === undefined || run.event.startsWith('pull_request'))
    return { isDeployment: false, environment: null };
  const isRecorded = environment === null ? recorded.length > 0 : recorded.includes(environment);
  return { isDeployment: !isRecorded, environment };
}

const actorFor = (user: RestUser): GithubActor =>
  user
    ? {
        id: user.node_id,
        login: user.login,
        url: user.html_url,
        avatarUrl: user.avatar_url,
        __typename: user.type,
      }
    : null;

/** A job as the list of a pipeline has it. */
function jobIn(job: GithubJob) {
  const [startedAt, completedAt] = [job.started_at ?? null, job.completed_at ?? null];
  const { state, isOver } = stateIn(job);
  return {
    name: job.name,
    result: isOver ? state : null,
    startedAt: state === 'skipped' ? null : startedAt,
    duration: state === 'skipped' || !isOver ? null : span(startedAt, completedAt),
  };
}

interface RunPlace {
  readonly repository: string;
  readonly recorded: readonly string[];
}

/** Adds a run of a workflow with its jobs. */
export function addRun(
  rows: GithubRows,
  run: GithubRun & {
    readonly jobs: readonly GithubJob[] | null;
    readonly pulls?: readonly string[] | undefined;
  },
  { repository, recorded }: RunPlace,
): void {
  const { state, isOver } = stateIn(run);
  const isOwnBranch = run.head_repository?.id === run.repository?.id;
  addPipeline(rows, {
    thing: {
      id: run.node_id,
      name: run.name ?? run.path ?? 'Workflow',
      url: run.html_url,
      createdAt: run.created_at,
      updatedAt: run.updated_at,
    },
    state,
    sourceState: run.conclusion ?? run.status ?? null,
    startedAt: state === 'queued' ? null : (run.run_started_at ?? run.created_at),
    finishedAt: isOver ? run.updated_at : null,
    branch: isOwnBranch ? (run.head_branch ?? null) : null,
    ...deploysBy(run, recorded),
    attempt: run.run_attempt ?? 1,
    jobs: run.jobs?.map(jobIn) ?? null,
    commit: run.head_sha,
    actor: actorFor(run.triggering_actor ?? run.actor),
    repository,
    pulls: run.pulls,
  });
}

const ENDS: Readonly<Record<string, string>> = { SUCCESS: 'success', FAILURE: 'failed', ERROR: 'failed' };

/** Adds a deployment that GitHub has a record of. What replaces it later does not take back that it succeeded. */
export function addDeployment(rows: GithubRows, deployment: GithubDeployment, repository: string): void {
  const { id, createdAt, updatedAt, commitOid, creator, ref } = deployment;
  const environment = deployment.latestEnvironment ?? deployment.environment ?? null;
  const statuses = (deployment.statuses?.nodes ?? []).toSorted(
    (a, b) => toSeconds(a.createdAt) - toSeconds(b.createdAt),
  );
  const end = statuses.find(({ state }) => state in ENDS);
  const begun = statuses.find(({ state }) => state === 'IN_PROGRESS') ?? end;
  addPipeline(rows, {
    thing: { id, name: `Deploy to ${environment ?? 'an environment'}`, url: null, createdAt, updatedAt },
    state: end ? (ENDS[end.state] ?? 'failed') : begun ? 'running' : 'queued',
    sourceState: statuses.at(-1)?.state ?? null,
    startedAt: begun?.state === 'IN_PROGRESS' ? begun.createdAt : end ? createdAt : null,
    finishedAt: end?.createdAt ?? null,
    branch: ref?.name ?? null,
    environment,
    isDeployment: true,
    attempt: 1,
    jobs: null,
    commit: commitOid,
    actor: creator,
    repository,
  });
}
