import type { SimulatedCommit } from './commits.ts';
import type { Emitter, SimulatedActor } from './emitter.ts';
import type { SimulatedRepository } from './offices.ts';
import type { Draft, PullRequestPlan } from './pull-request-plan.ts';
import { SeededRandom } from './random.ts';
import type { ReviewOutcome } from './reviews.ts';

const LABELLED = 4;

/** The label that fits a title. */
function labelOf(title: string): string {
  if (/^(Fix|Retry|Revert)/.test(title)) return 'bug';
  if (title.startsWith('Bump')) return 'dependencies';
  return /^(Speed|Cache)/.test(title) ? 'performance' : 'feature';
}

/** A pull request with all that became of it. */
export interface Ending extends ReviewOutcome {
  readonly openedAt: number;
  readonly readyAt: number;
  readonly isDraft: boolean;
  readonly mergedAt: number | null;
  readonly closedAt: number | null;
  readonly mergedBy: SimulatedActor | null;
  readonly mergeCommit: string | null;
  readonly commits: readonly SimulatedCommit[];
}

/** The status after all past events. */
function statusOf(emitter: Emitter, end: Ending): string {
  const steps: [number | null, string][] = [
    [end.openedAt, end.isDraft ? 'Draft' : 'Open'],
    [end.readyAt, 'In Review'],
    ...end.verdicts,
    [end.closedAt, end.mergedAt === null ? 'Closed' : 'Merged'],
  ];
  let status = 'Open';
  for (const [at, name] of steps) if (at !== null && emitter.isPast(at)) status = name;
  return status;
}

/** Emits who is assigned and who is asked for a review, with the latest verdict. */
function emitPeople(emitter: Emitter, { author }: PullRequestPlan, { uuid }: Draft, end: Ending): void {
  emitter.edge('pullRequestAssignee', uuid, author.uuid, { since: end.openedAt });
  for (const reviewer of end.reviewers) {
    const given = end.given.filter((each) => each.reviewer === reviewer.uuid && emitter.isPast(each.at));
    const properties = { verdict: given.at(-1)?.state ?? null };
    emitter.edge('reviewer', uuid, reviewer.uuid, { since: end.readyAt, properties });
  }
}

/** Emits the row of a pull request, of its branch, and whom and what it is about. */
export function emitPullRequest(emitter: Emitter, plan: PullRequestPlan, draft: Draft, end: Ending): void {
  const { repository, issue, author, title } = plan;
  const { openedAt, readyAt, mergedAt, closedAt, reviewers, comments } = end;
  // What a plan still has before it is in no list, so no figure counts it.
  const commits = end.commits.filter(({ at }) => emitter.isPast(at));
  const past = (at: number | null) => (at !== null && emitter.isPast(at) ? at : null);
  const status = statusOf(emitter, end);
  const [merged, closed] = [past(mergedAt), past(closedAt)];
  const common = emitter.common('github', draft.externalId, {
    name: title,
    createdAt: openedAt,
    updatedAt: closedAt ?? end.lastAt,
  });
  const sum = (of: (made: SimulatedCommit) => number) => commits.reduce((total, made) => total + of(made), 0);
  const closes = issue !== null && emitter.random.chance(0.9);
  const words = issue ? `${title}. It ${closes ? 'closes' : 'is about'} ${issue.key}.` : title;
  emitter.add('PullRequest', openedAt, {
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
    draft: end.isDraft && !emitter.isPast(readyAt),
    base: 'main',
    head: draft.branch.name,
    branch: draft.branch.name,
    baseBranch: 'main',
    repository: repository.name,
    createdBy: author.name,
    reviewers: emitter.isPast(readyAt) ? reviewers.map(({ name }) => name) : [],
    assignees: [author.name],
    labels: SeededRandom.of(draft.uuid, LABELLED).chance(0.4) ? [labelOf(title)] : [],
    milestone: plan.milestone ?? null,
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
    branchUuid: draft.branch.uuid,
  });
  emitPeople(emitter, plan, draft, end);
  if (issue)
    emitter.edge(closes ? 'closes' : 'pullRequestMentions', draft.uuid, issue.uuid, { since: openedAt });
  branchRow(emitter, repository, draft, { openedAt, closed, commits });
}

interface BranchFacts {
  readonly openedAt: number;
  readonly closed: number | null;
  readonly commits: readonly SimulatedCommit[];
}

function branchRow(
  emitter: Emitter,
  repository: SimulatedRepository,
  { branch }: Draft,
  facts: BranchFacts,
): void {
  const { openedAt, closed, commits } = facts;
  const status = closed === null ? 'active' : 'deleted';
  emitter.add('Branch', openedAt, {
    ...emitter.common('github', `branch:${repository.name}:${branch.name}`, {
      name: branch.name,
      createdAt: openedAt,
      updatedAt: closed ?? openedAt,
    }),
    status,
    sourceStatus: status,
    statusCategory: closed === null ? 'inProgress' : 'done',
    repositoryUuid: repository.uuid,
    headUuid: commits.at(-1)?.uuid ?? null,
  });
}
