import { DAY, HOUR, after, momentOf } from './calendar.ts';
import type { Member } from './cast.ts';
import { type Made, commit } from './commits.ts';
import type { Issue } from './issues.ts';
import { runPipeline } from './pipelines.ts';
import type { Repository } from './places.ts';
import { type Reviewed, review } from './reviews.ts';
import type { Actor, Stage } from './stage.ts';
import { VERBS } from './words.ts';

export interface PullRequestPlan {
  readonly repository: Repository;
  readonly author: Actor;
  readonly zone: string;
  readonly title: string;
  /** When work on it begins. */
  readonly from: number;
  readonly issue: Issue | null;
  readonly reviewers: readonly Member[];
  readonly bot: Actor;
  readonly runner: Actor;
  readonly commits?: number;
  /** A revert is not waited for. */
  readonly urgent?: boolean;
}

export interface PullRequest {
  readonly uuid: string;
  readonly openedAt: number;
  readonly mergedAt: number | null;
  readonly closedAt: number | null;
}

interface Draft {
  readonly number: number;
  readonly uuid: string;
  readonly externalId: string;
  readonly branch: { readonly uuid: string; readonly name: string };
}

function draftOf(stage: Stage, { repository, title }: PullRequestPlan): Draft {
  repository.numbers += 1;
  const number = repository.numbers;
  const externalId = `pull:${repository.name}#${String(number)}`;
  const name = `${title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 30)}-${String(number)}`;
  const uuid = stage.id('github', externalId);
  return {
    number,
    uuid,
    externalId,
    branch: { uuid: stage.id('github', `branch:${repository.name}:${name}`), name },
  };
}

function write(stage: Stage, plan: PullRequestPlan, draft: Draft): { commits: Made[]; at: number } {
  const { random } = stage;
  const commits: Made[] = [];
  let at = plan.from;
  for (
    let left = plan.commits ?? Math.min(9, Math.max(1, Math.round(random.around(2.2, 0.6))));
    left > 0;
    left -= 1
  ) {
    at = after(plan.zone, at, random.around(plan.urgent ? 0.15 * HOUR : 1.6 * HOUR, 0.8));
    if (!plan.urgent && random.chance(0.04))
      at = Math.max(at, momentOf(plan.zone, Math.floor(at / DAY), random));
    const message =
      commits.length === 0 ? plan.title : `${random.pick(VERBS)} what is left of ${plan.title.toLowerCase()}`;
    commits.push(next(stage, plan, draft, at, message, commits.at(-1)?.uuid ?? plan.repository.head));
  }
  return { commits, at };
}

function next(
  stage: Stage,
  plan: PullRequestPlan,
  draft: Draft,
  at: number,
  message: string,
  parent: string | null,
): Made {
  const { repository, author, issue } = plan;
  return commit(stage, {
    repository,
    actor: author,
    at,
    message,
    branch: draft.branch.uuid,
    parent,
    issue: issue?.uuid ?? null,
    pullRequest: draft.uuid,
  });
}

/** One step of its life as an event. */
function tell(
  stage: Stage,
  plan: PullRequestPlan,
  draft: Draft,
  at: number,
  action: string,
  newStatus: string,
  before: string | null,
  actor: Actor,
): void {
  stage.event({
    at,
    integration: 'github',
    action,
    type: 'PullRequest',
    uuid: draft.uuid,
    id: `${draft.externalId}:${action}`,
    name: plan.title,
    actor,
    newStatus,
    delta: { status: { before, after: newStatus } },
    reference: `#${String(draft.number)}`,
    pullRequest: draft.uuid,
    repository: plan.repository.uuid,
    project: plan.repository.project,
    issue: plan.issue?.uuid ?? null,
  });
}

function merge(
  stage: Stage,
  plan: PullRequestPlan,
  draft: Draft,
  commits: readonly Made[],
  at: number,
  actor: Actor,
): Made {
  const { repository, issue } = plan;
  const message = `Merge pull request #${String(draft.number)}: ${plan.title}`;
  const made = commit(stage, {
    repository,
    actor,
    at,
    message,
    branch: repository.main,
    parent: repository.head,
    merge: commits.at(-1)?.uuid ?? null,
    pullRequest: draft.uuid,
  });
  if (stage.isPast(at)) {
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

interface Ending extends Reviewed {
  readonly openedAt: number;
  readonly readyAt: number;
  readonly isDraft: boolean;
  readonly mergedAt: number | null;
  readonly closedAt: number | null;
  readonly mergedBy: Actor | null;
  readonly mergeCommit: string | null;
  readonly commits: readonly Made[];
}

/** The status that the events up to now lead to. */
function statusOf(stage: Stage, end: Ending): string {
  const steps: [number | null, string][] = [
    [end.openedAt, end.isDraft ? 'Draft' : 'Open'],
    [end.readyAt, 'In Review'],
    ...end.verdicts,
    [end.closedAt, end.mergedAt === null ? 'Closed' : 'Merged'],
  ];
  let status = 'Open';
  for (const [at, name] of steps) if (at !== null && stage.isPast(at)) status = name;
  return status;
}

function row(stage: Stage, plan: PullRequestPlan, draft: Draft, end: Ending): void {
  const { repository, issue, author, title } = plan;
  const { openedAt, readyAt, mergedAt, closedAt, reviewers, comments, commits } = end;
  const past = (at: number | null) => (at !== null && stage.isPast(at) ? at : null);
  const status = statusOf(stage, end);
  const [merged, closed] = [past(mergedAt), past(closedAt)];
  const common = stage.common('github', draft.externalId, title, openedAt, closedAt ?? end.lastAt);
  const sum = (of: (made: Made) => number) => commits.reduce((total, made) => total + of(made), 0);
  const words = issue ? `${title}. It closes ${issue.key}.` : title;
  stage.add('PullRequest', openedAt, {
    ...common,
    title,
    description: words,
    body: words,
    number: draft.number,
    prNumber: `#${String(draft.number)}`,
    status,
    sourceStatus: closed === null ? 'open' : 'closed',
    statusCategory: closed !== null ? 'done' : status === 'Draft' ? 'todo' : 'inProgress',
    state: closed === null ? 'open' : 'closed',
    merged: merged !== null,
    draft: end.isDraft && !stage.isPast(readyAt),
    base: 'main',
    head: draft.branch.name,
    branch: draft.branch.name,
    baseBranch: 'main',
    repository: repository.name,
    createdBy: author.name,
    reviewers: reviewers.map(({ name }) => name),
    commits: commits.length,
    additions: sum((made) => made.additions),
    deletions: sum((made) => made.deletions),
    changedFiles: new Set(commits.flatMap(({ files }) => files)).size,
    totalComments: comments,
    mergedAt: merged,
    closedAt: closed,
    diffUrl: `${common.sourceUrl}/diff`,
    issueUrl: `${common.sourceUrl}/issue`,
    reviewCommentUrl: `${common.sourceUrl}/comments`,
    createdByUuid: author.uuid,
    mergedByUuid: merged === null ? null : (end.mergedBy?.uuid ?? null),
    repositoryUuid: repository.uuid,
    mergeCommitUuid: merged === null ? null : end.mergeCommit,
  });
  for (const reviewer of reviewers) stage.edge('reviewer', draft.uuid, reviewer.uuid, readyAt);
  if (issue)
    stage.edge(stage.random.chance(0.9) ? 'closes' : 'pullRequestMentions', draft.uuid, issue.uuid, openedAt);
  branchRow(stage, repository, draft, openedAt, closed, commits);
}

function branchRow(
  stage: Stage,
  repository: Repository,
  { branch }: Draft,
  openedAt: number,
  closed: number | null,
  commits: readonly Made[],
): void {
  const status = closed === null ? 'active' : 'deleted';
  stage.add('Branch', openedAt, {
    ...stage.common(
      'github',
      `branch:${repository.name}:${branch.name}`,
      branch.name,
      openedAt,
      closed ?? openedAt,
    ),
    status,
    sourceStatus: status,
    statusCategory: closed === null ? 'inProgress' : 'done',
    repositoryUuid: repository.uuid,
    headUuid: commits.at(-1)?.uuid ?? null,
  });
}

/** A pull request from the first commit to its merge, or as far as it has come. */
export function pullRequest(stage: Stage, plan: PullRequestPlan): PullRequest {
  const { random } = stage;
  const { author, zone, repository, runner } = plan;
  const draft = draftOf(stage, plan);
  const { commits, at: written } = write(stage, plan, draft);
  const openedAt = after(zone, written, random.around(900, 0.6));
  const isDraft = !plan.urgent && random.chance(0.18);
  tell(stage, plan, draft, openedAt, 'created', isDraft ? 'Draft' : 'Open', null, author);
  const push = {
    repository,
    branch: draft.branch,
    pullRequest: draft.uuid,
    actor: runner,
    environment: null,
  };
  const green = runPipeline(stage, { ...push, at: openedAt + 5, commit: commits.at(-1)?.uuid ?? '' });
  const readyAt = isDraft ? after(zone, green, random.around(5 * HOUR, 0.7)) : openedAt + 1;
  tell(
    stage,
    plan,
    draft,
    readyAt,
    isDraft ? 'ready_for_review' : 'review_requested',
    'In Review',
    isDraft ? 'Draft' : 'Open',
    author,
  );
  const fix = (at: number) => {
    const made = next(
      stage,
      plan,
      draft,
      at,
      `Address the review of ${plan.title.toLowerCase()}`,
      commits.at(-1)?.uuid ?? null,
    );
    commits.push(made);
    return runPipeline(stage, { ...push, at: at + 20, commit: made.uuid });
  };
  const subject = {
    ...draft,
    title: plan.title,
    repository,
    author,
    zone,
    readyAt,
    reviewers: plan.reviewers,
    urgent: plan.urgent ?? false,
    fix,
    bot: plan.bot,
  };
  const reviewed = review(stage, subject);
  const givenUp = !plan.urgent && random.chance(reviewed.approvedAt === null ? 0.6 : 0.03);
  const mergedAt =
    givenUp || reviewed.approvedAt === null
      ? null
      : after(zone, Math.max(reviewed.approvedAt, green), random.around(0.7 * HOUR, 1));
  const closedAt = givenUp ? after(zone, reviewed.lastAt, random.around(20 * HOUR, 0.5)) : mergedAt;
  const mergedBy = mergedAt === null ? null : author;
  const made = mergedAt !== null && mergedBy ? merge(stage, plan, draft, commits, mergedAt, mergedBy) : null;
  if (closedAt !== null)
    tell(
      stage,
      plan,
      draft,
      closedAt,
      mergedAt === null ? 'closed' : 'merged',
      mergedAt === null ? 'Closed' : 'Merged',
      reviewed.verdicts.at(-1)?.[1] ?? 'In Review',
      author,
    );
  if (stage.isPast(openedAt))
    row(stage, plan, draft, {
      ...reviewed,
      openedAt,
      readyAt,
      isDraft,
      mergedAt,
      closedAt,
      mergedBy,
      mergeCommit: made?.uuid ?? null,
      commits,
    });
  if (mergedAt !== null && made) deploy(stage, plan, draft, mergedAt, made.uuid, commits);
  return { uuid: draft.uuid, openedAt, mergedAt, closedAt };
}

function deploy(
  stage: Stage,
  plan: PullRequestPlan,
  draft: Draft,
  at: number,
  merged: string,
  commits: readonly Made[],
): void {
  const { repository, runner } = plan;
  const branch = { uuid: repository.main, name: 'main' };
  const run = { repository, branch, commit: merged, pullRequest: draft.uuid, actor: runner };
  const built = runPipeline(stage, { ...run, at: at + 10, environment: null });
  const deploys = [merged, ...commits.map(({ uuid }) => uuid)];
  const staged = runPipeline(stage, { ...run, at: built + 10, environment: 'staging', deploys });
  runPipeline(stage, {
    ...run,
    at: staged + Math.round(stage.random.around(1_200, 0.8)),
    environment: 'production',
    deploys,
  });
}
