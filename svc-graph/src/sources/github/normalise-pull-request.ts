import type { Row } from '../../store/load.ts';
import { addCommits } from './normalise-commits.ts';
import { addBranch } from './normalise-plans.ts';
import type { GithubActor, GithubComment, GithubPullRequest, GithubReview } from './payloads.ts';
import { type GithubRows, listNames, toSeconds } from './rows.ts';
import { addTimeline, belonging, personTurns, timelineFor } from './timeline.ts';

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

/** The latest word on an open pull request: that of its reviews, or that somebody was asked for one. */
function findOpenStatus(pull: GithubPullRequest, reviews: readonly GithubReview[]): string {
  const steps = reviews.map((review) => ({
    at: toSeconds(review.submittedAt ?? review.createdAt),
    status: (VERDICTS[review.state] ?? COMMENTED).status,
  }));
  for (const { __typename: type, createdAt } of timelineFor(pull) ?? [])
    if (type === 'ReadyForReviewEvent' || type === 'ReviewRequestedEvent')
      steps.push({ at: toSeconds(createdAt), status: 'In Review' });
  return steps.toSorted((a, b) => a.at - b.at).at(-1)?.status ?? 'Open';
}

function findStatus(
  pull: GithubPullRequest,
  reviews: readonly GithubReview[],
): { status: string; category: string } {
  if (pull.mergedAt !== null) return { status: 'Merged', category: 'done' };
  if (pull.closedAt !== null) return { status: 'Closed', category: 'done' };
  if (pull.isDraft) return { status: 'Draft', category: 'todo' };
  return { status: findOpenStatus(pull, reviews), category: 'inProgress' };
}

/** Whether it was opened as a draft: its first turn says so, else what it is now. Without a timeline it counts as ready. */
function isBornDraft(pull: GithubPullRequest): boolean {
  const items = timelineFor(pull);
  const first = items?.find(
    ({ __typename: type }) => type === 'ReadyForReviewEvent' || type === 'ConvertToDraftEvent',
  );
  if (first) return first.__typename === 'ReadyForReviewEvent';
  return items !== undefined && pull.isDraft;
}

function addSteps(rows: GithubRows, pull: GithubPullRequest, uuid: string): void {
  const { id, author, createdAt, mergedAt, mergedBy, closedAt } = pull;
  const told = { ...tellSubject(pull, uuid), type: 'PullRequest' as const, uuid };
  const draft = isBornDraft(pull);
  const created = { action: 'created', actor: author, newStatus: draft ? 'Draft' : 'Open', draft };
  rows.event({ ...told, id: `${id}:created`, at: createdAt, ...created });
  const items = timelineFor(pull);
  if (items) addTimeline(rows, told, items, mergedAt !== null);
  if (mergedAt !== null)
    rows.event({
      ...told,
      id: `${id}:merged`,
      at: mergedAt,
      action: 'merged',
      actor: mergedBy,
      newStatus: 'Merged',
    });
  // Who closed it is told by its timeline alone.
  else if (closedAt !== null && !items)
    rows.event({
      ...told,
      id: `${id}:closed`,
      at: closedAt,
      action: 'closed',
      actor: null,
      newStatus: 'Closed',
    });
}

const SAID: Readonly<Record<string, string>> = {
  APPROVED: 'approved',
  CHANGES_REQUESTED: 'changesRequested',
  COMMENTED: 'commented',
};

/** Adds who was asked for a review from when on, with the latest verdict. */
function addReviewers(
  rows: GithubRows,
  pull: GithubPullRequest,
  uuid: string,
  reviews: readonly GithubReview[],
): void {
  const person = (actor: GithubActor, at: string) => rows.person(actor, at);
  const turns = personTurns(
    timelineFor(pull) ?? [],
    ['ReviewRequestedEvent', 'ReviewRequestRemovedEvent'],
    ({ requestedReviewer }) => requestedReviewer,
    person,
  );
  for (const { key, since, until } of belonging(turns, [], toSeconds(pull.createdAt))) {
    const given = reviews
      .filter((review) => review.state in SAID && rows.account(review.author) === key)
      .toSorted((a, b) => toSeconds(a.submittedAt ?? a.createdAt) - toSeconds(b.submittedAt ?? b.createdAt));
    rows.edge('reviewer', [uuid, key], { since, until, verdict: SAID[given.at(-1)?.state ?? ''] ?? null });
  }
}

/** Adds to whom it is assigned, and which issues it closes. */
function addLinks(rows: GithubRows, pull: GithubPullRequest, uuid: string): void {
  const items = timelineFor(pull);
  const since = toSeconds(pull.createdAt);
  if (items) {
    const turns = personTurns(
      items,
      ['AssignedEvent', 'UnassignedEvent'],
      ({ assignee }) => assignee,
      (actor, at) => rows.person(actor, at),
    );
    const present = pull.assignees.nodes.flatMap((actor) => rows.person(actor, pull.createdAt) ?? []);
    for (const span of belonging(turns, present, since))
      if (span.until === null) rows.edge('pullRequestAssignee', [uuid, span.key], { since: span.since });
  }
  for (const issue of pull.closingIssuesReferences?.nodes ?? [])
    rows.edge('closes', [uuid, rows.id(issue.id)], { since });
}

/** The names of those who were asked for a review or gave one. */
function listReviewers(pull: GithubPullRequest, reviews: readonly GithubReview[]): readonly string[] {
  const asked = new Map<string, GithubActor>();
  for (const { __typename: type, requestedReviewer = null } of timelineFor(pull) ?? []) {
    if (!requestedReviewer) continue;
    if (type === 'ReviewRequestedEvent') asked.set(requestedReviewer.login, requestedReviewer);
    else asked.delete(requestedReviewer.login);
  }
  const gave = reviews.map(({ author }) => author).filter((author) => author?.login !== pull.author?.login);
  return listNames([...asked.values(), ...gave]);
}

/** What the row of a pull request says of itself, without what it leads to. */
function tellFacts(pull: GithubPullRequest, reviews: readonly GithubReview[]): Row {
  const { status, category } = findStatus(pull, reviews);
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
    reviewers: listReviewers(pull, reviews),
    assignees: listNames(pull.assignees.nodes),
    labels: pull.labels.nodes.map(({ name }) => name),
    milestone: pull.milestone?.title ?? null,
    commits: pull.commits?.totalCount ?? null,
    additions: pull.additions ?? null,
    deletions: pull.deletions ?? null,
    changedFiles: pull.changedFiles ?? null,
    totalComments: pull.comments.nodes.length + inline,
    mergedAt: pull.mergedAt === null ? null : toSeconds(pull.mergedAt),
    closedAt: pull.closedAt === null ? null : toSeconds(pull.closedAt),
  };
}

/** Adds the branch of this repository that it came from; GitHub no longer names one that is gone. */
function addHead(rows: GithubRows, pull: GithubPullRequest, url: string): string | null {
  if (pull.isCrossRepository !== false) return null;
  const createdAt = toSeconds(pull.createdAt);
  return addBranch(rows, url, {
    name: pull.headRefName,
    status: pull.headRef ? 'active' : 'deleted',
    createdAt,
    updatedAt: pull.closedAt === null ? createdAt : toSeconds(pull.closedAt),
    head: pull.commits?.nodes.at(-1)?.commit.oid ?? null,
  });
}

/** Adds a pull request with what became of it, its reviews and its comments. */
export function addPullRequest(
  rows: GithubRows,
  pull: GithubPullRequest,
  repository: { readonly name: string; readonly url: string },
): void {
  const reviews = pull.reviews.nodes.filter(({ state }) => state !== 'PENDING');
  const uuid = rows.add(
    'PullRequest',
    { ...pull, name: pull.title },
    {
      ...tellFacts(pull, reviews),
      repository: repository.name,
      createdByUuid: rows.person(pull.author, pull.createdAt),
      mergedByUuid: rows.person(pull.mergedBy, pull.mergedAt ?? pull.createdAt),
      repositoryUuid: rows.repositoryUuid,
      mergeCommitUuid: pull.mergeCommit === null ? null : rows.commit(pull.mergeCommit.oid),
      branchUuid: addHead(rows, pull, repository.url),
    },
  );
  for (const { commit } of pull.commits?.nodes ?? [])
    rows.edge('hasCommit', [uuid, rows.commit(commit.oid)], { since: toSeconds(pull.createdAt) });
  addCommits(
    rows,
    (pull.commits?.nodes ?? []).map(({ commit }) => commit),
  );
  addSteps(rows, pull, uuid);
  addReviewers(rows, pull, uuid, reviews);
  addLinks(rows, pull, uuid);
  for (const review of reviews) addReview(rows, pull, uuid, review);
  for (const comment of pull.comments.nodes) addComment(rows, pull, uuid, { comment, reviewUuid: null });
}
