import type { Row } from '../../store/load.ts';
import type { GithubComment, GithubPullRequest, GithubReview } from './payloads.ts';
import { type GithubRows, listNames, toSeconds } from './rows.ts';

const VERDICTS: Readonly<Record<string, { action: string; status: string; state: string }>> = {
  APPROVED: { action: 'approved', status: 'Approved', state: 'approved' },
  CHANGES_REQUESTED: { action: 'changes_requested', status: 'Changes Requested', state: 'changesRequested' },
  DISMISSED: { action: 'reviewed', status: 'In Review', state: 'dismissed' },
};
const COMMENTED = { action: 'reviewed', status: 'In Review', state: 'commented' };

const tellSubject = (pull: GithubPullRequest, uuid: string) => ({
  name: pull.title,
  reference: `#${String(pull.number)}`,
  pullRequest: uuid,
});

/** A comment of a pull request, in the discussion or in a review of it. */
function addComment(
  rows: GithubRows,
  pull: GithubPullRequest,
  pullUuid: string,
  { comment, reviewUuid }: { readonly comment: GithubComment; readonly reviewUuid: string | null },
): void {
  const { id, body, author, createdAt } = comment;
  const type = reviewUuid === null ? 'DiscussionComment' : 'PullRequestReviewComment';
  const place: Row =
    reviewUuid === null
      ? { repositoryUuid: rows.repositoryUuid }
      : { path: comment.path ?? null, line: comment.line ?? null, reviewUuid };
  const authorUuid = rows.person(author, createdAt);
  const uuid = rows.add(
    type,
    { ...comment, name: body },
    { body, authorUuid, pullRequestUuid: pullUuid, ...place },
  );
  const told = { action: 'commented', type, uuid, id, at: createdAt, actor: author, comment: body };
  rows.event({ ...tellSubject(pull, pullUuid), ...told });
}

function addReview(rows: GithubRows, pull: GithubPullRequest, pullUuid: string, review: GithubReview): void {
  const { id, author, body } = review;
  const at = review.submittedAt ?? review.createdAt;
  const { action, status, state } = VERDICTS[review.state] ?? COMMENTED;
  const reviewUuid = rows.add(
    'PullRequestReview',
    { ...review, name: `Review of ${pull.title}` },
    {
      state,
      sourceState: review.state,
      stateCategory: state === 'approved' ? 'done' : 'inProgress',
      submittedAt: toSeconds(at),
      body,
      authorUuid: rows.person(author, at),
      pullRequestUuid: pullUuid,
    },
  );
  // The row of the pull request derives from this event, so the pull request is its target.
  const told = {
    action,
    type: 'PullRequest',
    uuid: pullUuid,
    id,
    at,
    actor: author,
    comment: body,
    newStatus: status,
  };
  rows.event({ ...tellSubject(pull, pullUuid), ...told });
  for (const comment of review.comments.nodes) addComment(rows, pull, pullUuid, { comment, reviewUuid });
}

function findStatus({ mergedAt, closedAt, isDraft }: GithubPullRequest): {
  status: string;
  category: string;
} {
  if (mergedAt !== null) return { status: 'Merged', category: 'done' };
  if (closedAt !== null) return { status: 'Closed', category: 'done' };
  return isDraft ? { status: 'Draft', category: 'todo' } : { status: 'Open', category: 'inProgress' };
}

function addSteps(rows: GithubRows, pull: GithubPullRequest, uuid: string): void {
  const { id, author, createdAt, mergedAt, mergedBy, closedAt } = pull;
  const step = { ...tellSubject(pull, uuid), type: 'PullRequest', uuid };
  rows.event({
    ...step,
    id: `${id}:created`,
    at: createdAt,
    action: 'created',
    actor: author,
    newStatus: 'Open',
  });
  const [end, actor, status] =
    mergedAt === null ? [closedAt, null, 'Closed'] : [mergedAt, mergedBy, 'Merged'];
  const action = status.toLowerCase();
  if (end !== null) rows.event({ ...step, id: `${id}:${action}`, at: end, action, actor, newStatus: status });
}

/** What the row of a pull request says of itself, without what it leads to. */
function tellFacts(pull: GithubPullRequest, reviews: readonly GithubReview[]): Row {
  const { status, category } = findStatus(pull);
  const state = pull.closedAt === null ? 'open' : 'closed';
  const inline = reviews.reduce((sum, { comments }) => sum + comments.nodes.length, 0);
  return {
    title: pull.title,
    description: pull.body,
    body: pull.body,
    number: pull.number,
    prNumber: `#${String(pull.number)}`,
    status,
    sourceStatus: pull.state,
    statusCategory: category,
    state,
    merged: pull.mergedAt !== null,
    draft: pull.isDraft,
    base: pull.baseRefName,
    head: pull.headRefName,
    branch: pull.headRefName,
    baseBranch: pull.baseRefName,
    createdBy: pull.author?.name ?? pull.author?.login ?? null,
    reviewers: listNames(reviews.map(({ author }) => author)),
    assignees: listNames(pull.assignees.nodes),
    labels: pull.labels.nodes.map(({ name }) => name),
    additions: pull.additions ?? null,
    deletions: pull.deletions ?? null,
    changedFiles: pull.changedFiles ?? null,
    totalComments: pull.comments.nodes.length + inline,
    mergedAt: pull.mergedAt === null ? null : toSeconds(pull.mergedAt),
    closedAt: pull.closedAt === null ? null : toSeconds(pull.closedAt),
  };
}

/** Adds a pull request with what became of it, its reviews and its comments. */
export function addPullRequest(rows: GithubRows, pull: GithubPullRequest, repository: string): void {
  const reviews = pull.reviews.nodes.filter(({ state }) => state !== 'PENDING');
  const uuid = rows.add(
    'PullRequest',
    { ...pull, name: pull.title },
    {
      ...tellFacts(pull, reviews),
      repository,
      createdByUuid: rows.person(pull.author, pull.createdAt),
      mergedByUuid: rows.person(pull.mergedBy, pull.mergedAt ?? pull.createdAt),
      repositoryUuid: rows.repositoryUuid,
      mergeCommitUuid: pull.mergeCommit === null ? null : rows.commit(pull.mergeCommit.oid),
    },
  );
  addSteps(rows, pull, uuid);
  for (const review of reviews) addReview(rows, pull, uuid, review);
  for (const comment of pull.comments.nodes) addComment(rows, pull, uuid, { comment, reviewUuid: null });
}
