import type { Row } from '../../store/load.ts';
import { addHeadBranch } from './branch-rows.ts';
import { addRemarks } from './review-rows.ts';
import { type GitlabRows, listUserNames } from './rows.ts';
import type { GitlabMergeRequest, GitlabPlaceOfProject, GitlabUser } from './shapes.ts';
import { deltaForStep, findPeople, turnsFrom } from './step-rows.ts';
import { readSteps, spansFrom } from './system-notes.ts';
import { type ToldMergeRequest, mergeRequestKey } from './told-merge-request.ts';
import { addLabelEvents, addMilestoneEvents } from './work-events.ts';

/** Everyone whom an answer names, by what they are called. */
function peopleIn(merge: GitlabMergeRequest): ReadonlyMap<string, GitlabUser> {
  const {
    reviewers,
    discussions,
    approvedBy,
    reviewerStates,
    merged_by: mergedBy,
    merge_user: merger,
  } = merge;
  const notes = (discussions ?? []).flatMap((discussion) => discussion.notes);
  const told = [...(approvedBy ?? []), ...(reviewerStates ?? [])].map(({ user }) => user);
  return findPeople(merge, [...reviewers, mergedBy, merger, ...told, ...notes.map((note) => note.author)]);
}

const isDraft = ({ draft, work_in_progress: isWork }: GitlabMergeRequest) => draft ?? isWork ?? false;

function findStatus({ merge, steps, notes }: ToldMergeRequest): { status: string; category: string } {
  if (merge.state === 'merged') return { status: 'Merged', category: 'done' };
  if (merge.state === 'closed') return { status: 'Closed', category: 'done' };
  if (isDraft(merge)) return { status: 'Draft', category: 'todo' };
  const last = steps.findLast(({ status }) => status !== undefined)?.status;
  // Approvals are told even where no note of them is.
  const isApproved = notes === null && (merge.approvedBy ?? []).length > 0;
  return { status: last ?? (isApproved ? 'Approved' : 'Open'), category: 'inProgress' };
}

/** Whether it was opened as a draft: its first turn says so, else what it is now. */
function isBornDraft({ merge, steps }: ToldMergeRequest): boolean {
  const first = steps.find(({ draft }) => draft !== undefined);
  return first ? first.draft === false : isDraft(merge);
}

const STATES: Readonly<Record<string, readonly [action: string, status: string]>> = {
  closed: ['closed', 'Closed'],
  reopened: ['reopened', 'Open'],
  merged: ['merged', 'Merged'],
};

/** Adds that it was closed, opened again or merged; who did it is told by its events, else by itself. */
function addStates(rows: GitlabRows, { merge, uuid, subject }: ToldMergeRequest): void {
  const told = { ...subject, type: 'PullRequest', uuid };
  const events = merge.stateEvents ?? [];
  for (const { id, state, user, created_at: at } of events) {
    const step = Object.hasOwn(STATES, state) ? STATES[state] : undefined;
    if (!step) rows.ignored.push(`state event: ${state}`);
    else
      rows.event({
        ...told,
        id: `state:${String(id)}`,
        at,
        action: step[0],
        actor: user,
        newStatus: step[1],
      });
  }
  const key = mergeRequestKey(merge.project_id, merge.iid);
  const isTold = (state: string) => events.some((event) => event.state === state);
  if (merge.merged_at !== null && !isTold('merged'))
    rows.event({
      ...told,
      id: `${key}:merged`,
      at: merge.merged_at,
      action: 'merged',
      actor: merge.merge_user ?? merge.merged_by,
      newStatus: 'Merged',
    });
  if (merge.state === 'closed' && !isTold('closed'))
    rows.event({
      ...told,
      id: `${key}:closed`,
      at: merge.closed_at,
      action: 'closed',
      actor: merge.closed_by,
      newStatus: 'Closed',
    });
}

/** Adds that it was opened, and each change that its notes tell but for verdicts, which reviews tell. */
function addSteps(rows: GitlabRows, told: ToldMergeRequest): void {
  const { merge, uuid, subject, steps } = told;
  const common = { ...subject, type: 'PullRequest', uuid };
  const draft = isBornDraft(told);
  rows.event({
    ...common,
    id: `${mergeRequestKey(merge.project_id, merge.iid)}:created`,
    at: merge.created_at,
    action: 'created',
    actor: merge.author,
    newStatus: draft ? 'Draft' : 'Open',
    draft,
  });
  for (const step of steps) {
    if (step.action === 'approved' || step.action === 'changes_requested') continue;
    const { id, action, status, note } = step;
    const delta = deltaForStep(step);
    rows.event({
      ...common,
      id,
      at: note.created_at,
      action: action === 'unapproved' ? 'review_dismissed' : action,
      actor: note.author,
      ...(status === undefined ? {} : { newStatus: status }),
      ...(delta ? { delta } : {}),
      ...(step.draft ? { draft: true } : {}),
    });
  }
  addStates(rows, told);
}

const SAID: Readonly<Record<string, string>> = {
  approved: 'approved',
  requested_changes: 'changesRequested',
  reviewed: 'commented',
};

/** Adds who was asked for a review from when on, with the latest verdict. */
function addReviewers(rows: GitlabRows, { merge, uuid, steps }: ToldMergeRequest): void {
  const at = merge.created_at;
  if (at === null) return;
  const states =
    merge.reviewerStates ?? merge.reviewers.map((user) => ({ user, state: null, created_at: null }));
  const turns = turnsFrom(rows, steps, ['review_requested', 'review_request_removed']);
  const verdicts = new Map<string, string | null>();
  const since = new Map<string, number>();
  for (const { user, state, created_at: asked } of states) {
    const key = rows.person(user, asked ?? at);
    if (key === null) continue;
    verdicts.set(key, SAID[state ?? ''] ?? null);
    since.set(key, asked ?? at);
  }
  const known = new Set(turns.map(({ key }) => key));
  for (const span of spansFrom(turns, [...verdicts.keys()], at))
    rows.edge('reviewer', [uuid, span.key], {
      since: known.has(span.key) ? span.since : (since.get(span.key) ?? at),
      until: span.until,
      verdict: span.until === null ? (verdicts.get(span.key) ?? null) : null,
    });
}

/** Adds to whom it is assigned, which issues it closes, and which commits it has. */
function addLinks(rows: GitlabRows, { merge, uuid, steps }: ToldMergeRequest): void {
  const at = merge.created_at;
  if (at === null) return;
  const present = merge.assignees.flatMap((user) => rows.person(user, at) ?? []);
  const turns = turnsFrom(rows, steps, ['assigned', 'unassigned']);
  for (const { key, since, until } of spansFrom(turns, present, at))
    if (until === null) rows.edge('pullRequestAssignee', [uuid, key], { since });
  for (const { id } of merge.closes ?? [])
    rows.edge('closes', [uuid, rows.id(`issue:${String(id)}`)], { since: at });
  for (const { id } of merge.commits ?? []) rows.edge('hasCommit', [uuid, rows.commit(id)], { since: at });
}

const toCount = (count: string | number | null | undefined) => {
  const value = typeof count === 'string' ? Number(count.replace('+', '')) : (count ?? null);
  return value !== null && Number.isFinite(value) ? value : null;
};

/** What the row of a merge request says of itself, without what it leads to. */
function tellFacts(told: ToldMergeRequest): Row {
  const { merge, steps } = told;
  const { status, category } = findStatus(told);
  const gave = steps.filter(({ action }) => action === 'approved' || action === 'changes_requested');
  return {
    title: merge.title,
    description: merge.description ?? null,
    body: merge.description ?? null,
    number: merge.iid,
    prNumber: `!${String(merge.iid)}`,
    status,
    sourceStatus: merge.state,
    statusCategory: category,
    state: merge.state === 'opened' || merge.state === 'locked' ? 'open' : 'closed',
    merged: merge.state === 'merged',
    draft: isDraft(merge),
    base: merge.target_branch,
    head: merge.source_branch,
    branch: merge.source_branch,
    baseBranch: merge.target_branch,
    createdBy: merge.author ? (merge.author.name ?? merge.author.username) : null,
    reviewers: listUserNames([...merge.reviewers, ...gave.map(({ note }) => note.author)]),
    assignees: listUserNames(merge.assignees),
    labels: merge.labels,
    milestone: merge.milestone?.title ?? null,
    commits: merge.commits?.length ?? null,
    additions: merge.stats?.additions ?? null,
    deletions: merge.stats?.deletions ?? null,
    changedFiles: merge.stats?.fileCount ?? toCount(merge.changes_count),
    totalComments: told.notes?.filter(({ system }) => !system).length ?? merge.user_notes_count ?? null,
    mergedAt: merge.merged_at,
    closedAt: merge.state === 'merged' ? merge.merged_at : merge.state === 'closed' ? merge.closed_at : null,
  };
}

/** Adds a merge request with what became of it, its reviews and its comments. */
export function addMergeRequest(
  rows: GitlabRows,
  merge: GitlabMergeRequest,
  project: GitlabPlaceOfProject,
): void {
  const key = mergeRequestKey(merge.project_id, merge.iid);
  const uuid = rows.id(key);
  const people = peopleIn(merge);
  const notes = merge.discussions?.flatMap((discussion) => discussion.notes) ?? null;
  const { steps, unknown } = readSteps(notes ?? [], (name) => people.get(name) ?? null);
  rows.ignored.push(...unknown);
  const subject = { name: merge.title, reference: `!${String(merge.iid)}`, pullRequest: uuid };
  const told: ToldMergeRequest = { merge, uuid, notes, steps, subject };
  const sha = merge.merge_commit_sha ?? merge.squash_commit_sha ?? null;
  rows.add(
    'PullRequest',
    { key, name: merge.title, url: merge.web_url, createdAt: merge.created_at, updatedAt: merge.updated_at },
    {
      ...tellFacts(told),
      repository: project.name,
      createdByUuid: rows.person(merge.author, merge.created_at),
      mergedByUuid: rows.person(merge.merge_user ?? merge.merged_by, merge.merged_at),
      repositoryUuid: rows.repositoryUuid,
      mergeCommitUuid: sha === null ? null : rows.commit(sha),
      branchUuid: addHeadBranch(rows, merge, project.url),
    },
  );
  addSteps(rows, told);
  addLabelEvents(rows, merge.labelEvents ?? [], { ...subject, type: 'PullRequest', uuid });
  addMilestoneEvents(rows, merge.milestoneEvents ?? [], { ...subject, type: 'PullRequest', uuid });
  addReviewers(rows, told);
  addLinks(rows, told);
  addRemarks(rows, told);
}
