import { type Repository } from './places.ts';
import type { Actor, Stage } from './stage.ts';

export interface RunPlan {
  readonly repository: Repository;
  readonly at: number;
  readonly commit: string;
  readonly branch: { readonly uuid: string; readonly name: string };
  readonly pullRequest: string | null;
  readonly actor: Actor;
  readonly environment: 'staging' | 'production' | null;
  readonly deploys?: readonly string[];
}

function run(
  stage: Stage,
  plan: RunPlan,
  number: number,
  attempt: number,
  at: number,
  failed: boolean,
): number {
  const { repository, branch, environment, actor, commit } = plan;
  const { random } = stage;
  const externalId = `pipeline:${repository.name}:${String(number)}:${String(attempt)}`;
  const startedAt = at + Math.round(random.around(25, 1));
  const finishedAt = startedAt + Math.round(random.around(environment ? 240 : 420, 0.5));
  const over = stage.isPast(finishedAt);
  const running = stage.isPast(startedAt);
  const state = over ? (failed ? 'failed' : 'success') : running ? 'running' : 'queued';
  const name = environment ? `Deploy to ${environment}` : 'Build and test';
  const common = stage.common('circleci', externalId, name, at, finishedAt);
  const { uuid } = common;
  stage.add('CicdPipeline', at, {
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
    commitUuid: commit,
    repositoryUuid: repository.uuid,
    triggeredByUuid: actor.uuid,
  });
  stage.edge('ranOn', uuid, branch.uuid, at);
  if (plan.pullRequest) stage.edge('ranFor', uuid, plan.pullRequest, at);
  if (!failed) for (const each of plan.deploys ?? []) stage.edge('deploys', uuid, each, finishedAt);
  const steps = [
    ['created', at, 'queued'],
    ['started', startedAt, 'running'],
    ['completed', finishedAt, failed ? 'failed' : 'success'],
  ] as const;
  let before: string | null = null;
  for (const [action, moment, status] of steps) {
    stage.event({
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
      pullRequest: plan.pullRequest,
    });
    before = status;
  }
  return finishedAt;
}

/** Runs a pipeline, and again where it failed; gives the moment at which it passed. */
export function runPipeline(stage: Stage, plan: RunPlan): number {
  const { random } = stage;
  plan.repository.numbers += 1;
  const number = plan.repository.numbers;
  let at = plan.at;
  for (let attempt = 1; ; attempt += 1) {
    const failed = attempt < 3 && random.chance(plan.environment ? 0.05 : 0.14);
    at = run(stage, plan, number, attempt, at, failed);
    if (!failed) return at;
    at += Math.round(random.around(600, 0.6));
  }
}
