import { type SimulatedRepository } from './offices.ts';
import type { SimulatedActor, Emitter } from './emitter.ts';
import { jobsOf } from './jobs.ts';

export interface RunPlan {
  readonly repository: SimulatedRepository;
  readonly at: number;
  readonly commit: string;
  readonly branch: { readonly uuid: string; readonly name: string };
  readonly pullRequest: string | null;
  readonly actor: SimulatedActor;
  readonly environment: 'staging' | 'production' | null;
  readonly deploys?: readonly string[];
  /** The issue that it brings to production. */
  readonly issue?: string | null;
}

interface PipelineRun {
  readonly uuid: string;
  readonly externalId: string;
  readonly name: string;
  readonly at: number;
  readonly startedAt: number;
  readonly finishedAt: number;
  readonly failed: boolean;
}

function emitRunEvents(
  emitter: Emitter,
  { repository, actor, pullRequest }: RunPlan,
  run: PipelineRun,
): void {
  const { uuid, externalId, name, at, startedAt, finishedAt, failed } = run;
  const steps = [
    ['created', at, 'queued'],
    ['started', startedAt, 'running'],
    ['completed', finishedAt, failed ? 'failed' : 'success'],
  ] as const;
  let before: string | null = null;
  for (const [action, moment, status] of steps) {
    emitter.event({
      at: moment,
      integration: 'circleci',
      action,
      type: 'CicdPipeline',
      uuid,
      id: `${externalId}:${action}`,
      name,
      actor,
      newStatus: status,
      delta: { state: { before, after: status } },
      repository: repository.uuid,
      project: repository.project,
      pullRequest,
    });
    before = status;
  }
}

interface Attempt {
  readonly number: number;
  readonly attempt: number;
  readonly at: number;
  readonly failed: boolean;
}

function runOnce(emitter: Emitter, plan: RunPlan, { number, attempt, at, failed }: Attempt): number {
  const { repository, branch, environment, actor, commit } = plan;
  const { random } = emitter;
  const externalId = `pipeline:${repository.name}:${String(number)}:${String(attempt)}`;
  const startedAt = at + Math.round(random.around(25, 1));
  const finishedAt = startedAt + Math.round(random.around(environment ? 240 : 420, 0.5));
  const over = emitter.isPast(finishedAt);
  const running = emitter.isPast(startedAt);
  const state = over ? (failed ? 'failed' : 'success') : running ? 'running' : 'queued';
  const name = environment ? `Deploy to ${environment}` : 'Build and test';
  const common = emitter.common('circleci', externalId, { name, createdAt: at, updatedAt: finishedAt });
  const { uuid } = common;
  emitter.add('CicdPipeline', at, {
    ...common,
    state,
    sourceState: state,
    stateCategory: over ? 'done' : running ? 'inProgress' : 'todo',
    result: over ? state : null,
    branch: branch.name,
    repository: repository.name,
    queuedAt: at,
    startedAt: running ? startedAt : null,
    finishedAt: over ? finishedAt : null,
    duration: over ? finishedAt - startedAt : null,
    environment,
    isDeployment: environment !== null,
    attempt,
    jobs: over
      ? JSON.stringify(jobsOf({ uuid, isDeployment: environment !== null, startedAt, finishedAt, failed }))
      : null,
    commitUuid: commit,
    repositoryUuid: repository.uuid,
    triggeredByUuid: actor.uuid,
  });
  emitter.edge('ranOn', uuid, branch.uuid, { since: at });
  if (plan.pullRequest) emitter.edge('ranFor', uuid, plan.pullRequest, { since: at });
  if (plan.issue && environment === 'production')
    emitter.edge('deploysIssue', uuid, plan.issue, { since: at });
  if (!failed)
    for (const each of plan.deploys ?? []) emitter.edge('deploys', uuid, each, { since: finishedAt });
  const run = { uuid, externalId, name, at, startedAt, finishedAt, failed };
  emitRunEvents(emitter, plan, run);
  return finishedAt;
}

/** Runs a pipeline, and reruns it after a failure; returns the moment at which it passed. */
export function runPipeline(emitter: Emitter, plan: RunPlan): number {
  const { random } = emitter;
  plan.repository.numbers += 1;
  const number = plan.repository.numbers;
  let at = plan.at;
  for (let attempt = 1; ; attempt += 1) {
    const failed = attempt < 3 && random.chance(plan.environment ? 0.05 : 0.14);
    at = runOnce(emitter, plan, { number, attempt, at, failed });
    if (!failed) return at;
    at += Math.round(random.around(600, 0.6));
  }
}
