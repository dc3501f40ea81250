import type { PullRequestPlan, Draft } from './pull-request-plan.ts';
import { DAY, HOUR, after, momentOf } from './calendar.ts';
import { type SimulatedCommit, commit } from './commits.ts';
import { emitPullRequest } from './pull-request-row.ts';
import { runPipeline } from './pipelines.ts';
import { type ReviewOutcome, review } from './reviews.ts';
import type { SimulatedActor, Emitter } from './emitter.ts';
import { VERBS } from './phrases.ts';

export interface SimulatedPullRequest {
  readonly uuid: string;
  /** As people write it, such as `checkout-api#12`. */
  readonly key: string;
  readonly openedAt: number;
  readonly mergedAt: number | null;
  readonly closedAt: number | null;
}

/** Who acts for the author at a moment: someone else finishes the work of a person who left. */
function actorAt({ author, reviewers, runner }: PullRequestPlan, at: number): SimulatedActor {
  const isThere = ({ left = Infinity }: SimulatedActor) => at < left;
  return isThere(author) ? author : (reviewers.find(isThere) ?? runner);
}

function draftOf(emitter: Emitter, { repository, title }: PullRequestPlan): Draft {
  repository.numbers += 1;
  const number = repository.numbers;
  const externalId = `pull:${repository.name}#${String(number)}`;
  const name = `${title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 30)}-${String(number)}`;
  const uuid = emitter.id('github', externalId);
  return {
    number,
    uuid,
    externalId,
    branch: { uuid: emitter.id('github', `branch:${repository.name}:${name}`), name },
  };
}

function write(
  emitter: Emitter,
  plan: PullRequestPlan,
  draft: Draft,
): { commits: SimulatedCommit[]; at: number } {
  const { random } = emitter;
  const commits: SimulatedCommit[] = [];
  let at = plan.from;
  for (
    let left = plan.commits ?? Math.min(9, Math.max(1, Math.round(random.around(2.2, 0.6))));
    left > 0;
    left -= 1
  ) {
    const median = plan.urgent ? 0.15 * HOUR : 1.6 * HOUR * Math.sqrt(plan.repository.tempo);
    at = after(plan.zone, at, random.around(median, 0.8));
    if (!plan.urgent && random.chance(0.04))
      at = Math.max(at, momentOf(plan.zone, Math.floor(at / DAY), random));
    const message =
      commits.length === 0 ? plan.title : `${random.pick(VERBS)} what is left of ${plan.title.toLowerCase()}`;
    commits.push(
      nextCommit(emitter, plan, draft, { at, message, parent: commits.at(-1)?.uuid ?? plan.repository.head }),
    );
  }
  return { commits, at };
}

interface NextCommit {
  readonly at: number;
  readonly message: string;
  readonly parent: string | null;
}

function nextCommit(
  emitter: Emitter,
  plan: PullRequestPlan,
  draft: Draft,
  commitPlan: NextCommit,
): SimulatedCommit {
  const { at, message, parent } = commitPlan;
  const { repository, issue } = plan;
  return commit(emitter, {
    repository,
    actor: actorAt(plan, at),
    at,
    message,
    branch: draft.branch.uuid,
    parent,
    issue,
    pullRequest: draft.uuid,
  });
}

/** One event in the life of a pull request. */
interface PullRequestStep {
  readonly at: number;
  readonly action: string;
  readonly status: string;
  readonly before: string | null;
}

function emitStep(emitter: Emitter, plan: PullRequestPlan, draft: Draft, step: PullRequestStep): void {
  const { at, action, status, before } = step;
  emitter.event({
    at,
    integration: 'github',
    action,
    type: 'PullRequest',
    uuid: draft.uuid,
    id: `${draft.externalId}:${action}`,
    name: plan.title,
    actor: actorAt(plan, at),
    newStatus: status,
    delta: { status: { before, after: status } },
    reference: `#${String(draft.number)}`,
    pullRequest: draft.uuid,
    repository: plan.repository.uuid,
    project: plan.repository.project,
    issue: plan.issue?.uuid ?? null,
    draft: status === 'Draft',
  });
}

interface MergeFacts {
  readonly at: number;
  readonly commits: readonly SimulatedCommit[];
}

function merge(
  emitter: Emitter,
  plan: PullRequestPlan,
  draft: Draft,
  { at, commits }: MergeFacts,
): SimulatedCommit {
  const { repository, issue } = plan;
  const message = `Merge pull request #${String(draft.number)}: ${plan.title}`;
  const made = commit(emitter, {
    repository,
    actor: actorAt(plan, at),
    at,
    message,
    branch: repository.main,
    parent: repository.head,
    merge: commits.at(-1)?.uuid ?? null,
    pullRequest: draft.uuid,
  });
  if (emitter.isPast(at)) {
    for (const each of commits) each.moveTo(repository.main);
    if (at >= repository.headAt) [repository.head, repository.headAt] = [made.uuid, at];
    repository.unreleased.push({
      at,
      commit: made.uuid,
      pullRequest: draft.uuid,
      issue: issue?.uuid ?? null,
    });
  }
  return made;
}

/** An open pull request before its reviews. */
interface OpenPullRequest {
  readonly draft: Draft;
  readonly commits: SimulatedCommit[];
  readonly openedAt: number;
  readonly isDraft: boolean;
  readonly readyAt: number;
  /** When the first pipeline passed. */
  readonly green: number;
}

const pushOf = ({ repository, runner }: PullRequestPlan, { uuid, branch }: Draft) => ({
  repository,
  branch,
  pullRequest: uuid,
  actor: runner,
  environment: null,
});

function open(emitter: Emitter, plan: PullRequestPlan): OpenPullRequest {
  const { random } = emitter;
  const { zone } = plan;
  const draft = draftOf(emitter, plan);
  const { commits, at: written } = write(emitter, plan, draft);
  const openedAt = after(zone, written, random.around(900, 0.6));
  const isDraft = !plan.urgent && random.chance(0.18);
  const status = isDraft ? 'Draft' : 'Open';
  emitStep(emitter, plan, draft, { at: openedAt, action: 'created', status, before: null });
  const first = { ...pushOf(plan, draft), at: openedAt + 5, commit: commits.at(-1)?.uuid ?? '' };
  const green = runPipeline(emitter, first);
  const readyAt = isDraft ? after(zone, green, random.around(5 * HOUR, 0.7)) : openedAt + 1;
  const action = isDraft ? 'ready_for_review' : 'review_requested';
  emitStep(emitter, plan, draft, { at: readyAt, action, status: 'In Review', before: status });
  return { draft, commits, openedAt, isDraft, readyAt, green };
}

/** Simulates the reviews; the author answers each with a commit. */
function reviewOf(emitter: Emitter, plan: PullRequestPlan, opened: OpenPullRequest): ReviewOutcome {
  const { draft, commits, readyAt } = opened;
  const { title, repository, author, zone, reviewers, urgent = false, bot } = plan;
  const fix = (at: number) => {
    const message = `Address the review of ${title.toLowerCase()}`;
    const made = nextCommit(emitter, plan, draft, { at, message, parent: commits.at(-1)?.uuid ?? null });
    commits.push(made);
    return runPipeline(emitter, { ...pushOf(plan, draft), at: at + 20, commit: made.uuid });
  };
  return review(emitter, {
    ...draft,
    title,
    repository,
    author,
    zone,
    readyAt,
    reviewers,
    urgent,
    fix,
    bot,
    actorAt: (at) => actorAt(plan, at),
  });
}

interface Decision {
  readonly mergedAt: number | null;
  readonly closedAt: number | null;
}

/** Decides when it is merged or closed unmerged. */
function decide(
  emitter: Emitter,
  plan: PullRequestPlan,
  { green }: OpenPullRequest,
  reviewed: ReviewOutcome,
): Decision {
  const { random } = emitter;
  const { approvedAt, lastAt } = reviewed;
  const givenUp = !plan.urgent && random.chance(approvedAt === null ? 0.6 : 0.03);
  const mergedAt =
    givenUp || approvedAt === null
      ? null
      : after(plan.zone, Math.max(approvedAt, green), random.around(0.7 * HOUR * plan.repository.tempo, 1));
  const closedAt = givenUp ? after(plan.zone, lastAt, random.around(20 * HOUR, 0.5)) : mergedAt;
  return { mergedAt, closedAt };
}

/** Emits a pull request from its first commit to its merge, or to its present state. */
export function pullRequest(emitter: Emitter, plan: PullRequestPlan): SimulatedPullRequest {
  const opened = open(emitter, plan);
  const { draft, commits, openedAt } = opened;
  const reviewed = reviewOf(emitter, plan, opened);
  const { mergedAt, closedAt } = decide(emitter, plan, opened, reviewed);
  const made = mergedAt === null ? null : merge(emitter, plan, draft, { at: mergedAt, commits });
  if (closedAt !== null) {
    const [action, status] = mergedAt === null ? ['closed', 'Closed'] : ['merged', 'Merged'];
    const before = reviewed.verdicts.at(-1)?.[1] ?? 'In Review';
    emitStep(emitter, plan, draft, { at: closedAt, action, status, before });
  }
  if (emitter.isPast(openedAt)) {
    const mergedBy = mergedAt === null ? null : actorAt(plan, mergedAt);
    const mergeCommit = made?.uuid ?? null;
    emitPullRequest(emitter, plan, draft, {
      ...reviewed,
      ...opened,
      mergedAt,
      closedAt,
      mergedBy,
      mergeCommit,
    });
  }
  if (mergedAt !== null && made) deploy(emitter, plan, draft, { at: mergedAt, merged: made.uuid, commits });
  const key = `${plan.repository.name}#${String(draft.number)}`;
  return { uuid: draft.uuid, key, openedAt, mergedAt, closedAt };
}

interface Deployment {
  readonly at: number;
  readonly merged: string;
  readonly commits: readonly SimulatedCommit[];
}

function deploy(
  emitter: Emitter,
  plan: PullRequestPlan,
  draft: Draft,
  { at, merged, commits }: Deployment,
): void {
  const { repository, runner } = plan;
  const branch = { uuid: repository.main, name: 'main' };
  const issue = plan.issue?.uuid ?? null;
  const run = { repository, branch, commit: merged, pullRequest: draft.uuid, actor: runner, issue };
  const built = runPipeline(emitter, { ...run, at: at + 10, environment: null });
  const deploys = [merged, ...commits.map(({ uuid }) => uuid)];
  const staged = runPipeline(emitter, { ...run, at: built + 10, environment: 'staging', deploys });
  runPipeline(emitter, {
    ...run,
    at: staged + Math.round(emitter.random.around(1_200, 0.8)),
    environment: 'production',
    deploys,
  });
}
