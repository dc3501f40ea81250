import type { GithubIssue } from './payloads.ts';
import { type GithubRows, listNames, toSeconds } from './rows.ts';
import { NOT_PLANNED, addTimeline, belonging, closedAs, personTurns, timelineFor } from './timeline.ts';

function addIssueEvents(rows: GithubRows, issue: GithubIssue, uuid: string): void {
  const reference = `#${String(issue.number)}`;
  const told = { type: 'Issue' as const, uuid, name: issue.title, reference, issue: uuid };
  const items = timelineFor(issue);
  const { id, author, createdAt, closedAt } = issue;
  rows.event({
    ...told,
    id: `${id}:created`,
    at: createdAt,
    action: 'created',
    actor: author,
    newStatus: 'Open',
  });
  if (items) addTimeline(rows, told, items);
  // Who closed it is told by its timeline alone.
  else if (closedAt !== null)
    rows.event({
      ...told,
      id: `${id}:closed`,
      at: closedAt,
      action: 'closed',
      actor: null,
      newStatus: 'Closed',
    });
  for (const comment of issue.comments.nodes) {
    const { body } = comment;
    const authorUuid = rows.person(comment.author, comment.createdAt);
    const commentUuid = rows.add(
      'IssueComment',
      { ...comment, name: body },
      { body, authorUuid, issueUuid: uuid },
    );
    const said = {
      action: 'commented',
      type: 'IssueComment',
      uuid: commentUuid,
      id: comment.id,
      comment: body,
    };
    rows.event({ ...told, ...said, at: comment.createdAt, actor: comment.author });
  }
}

/** Adds to whom it was assigned, from when until when. */
function addAssignees(rows: GithubRows, issue: GithubIssue, uuid: string): void {
  const items = timelineFor(issue);
  if (!items) return;
  const turns = personTurns(
    items,
    ['AssignedEvent', 'UnassignedEvent'],
    ({ assignee }) => assignee,
    (actor, at) => rows.person(actor, at),
  );
  const present = issue.assignees.nodes.flatMap((actor) => rows.person(actor, issue.createdAt) ?? []);
  for (const { key, since, until } of belonging(turns, present, toSeconds(issue.createdAt)))
    rows.edge('assignee', [uuid, key], { since, until });
}

interface NamedMilestone {
  readonly id: string;
  readonly title: string;
}

/** Adds in which milestones it was; of one that was renamed since, only what is so now is known. */
function addSprints(
  rows: GithubRows,
  issue: GithubIssue,
  uuid: string,
  milestones: readonly NamedMilestone[],
): void {
  const { milestone, createdAt } = issue;
  const known = milestone ? [...milestones, milestone] : milestones;
  const turns = (timelineFor(issue) ?? []).flatMap(({ __typename: type, milestoneTitle, createdAt: at }) => {
    const named = known.find(({ title }) => title === milestoneTitle);
    return named ? [{ key: named.id, at: toSeconds(at), isOn: type === 'MilestonedEvent' }] : [];
  });
  const present = milestone ? [milestone.id] : [];
  for (const { key, since, until } of belonging(turns, present, toSeconds(createdAt)))
    rows.edge('inSprint', [uuid, rows.id(key)], { since, until });
}

/** When its status changed last. */
function findChange(issue: GithubIssue): number {
  const reopened = timelineFor(issue)?.findLast(({ __typename: type }) => type === 'ReopenedEvent');
  return toSeconds(issue.closedAt ?? reopened?.createdAt ?? issue.createdAt);
}

/** Adds an issue with what became of it, and its comments. */
export function addIssue(
  rows: GithubRows,
  issue: GithubIssue,
  milestones: readonly NamedMilestone[] = [],
): void {
  const isClosed = issue.closedAt !== null;
  const status = isClosed ? closedAs(issue.stateReason) : 'Open';
  const category = isClosed ? 'done' : 'todo';
  const reference = `#${String(issue.number)}`;
  const creator = rows.person(issue.author, issue.createdAt);
  const uuid = rows.add(
    'Issue',
    { ...issue, name: issue.title },
    {
      issueKey: reference,
      title: issue.title,
      description: issue.body,
      summary: issue.title,
      status,
      sourceStatus: issue.stateReason === NOT_PLANNED ? NOT_PLANNED : issue.state,
      statusCategory: category,
      sourceStatusCategory: category,
      statusChangeDate: findChange(issue),
      closedAt: issue.closedAt === null ? null : toSeconds(issue.closedAt),
      labels: issue.labels.nodes.map(({ name }) => name),
      assignee: listNames(issue.assignees.nodes)[0] ?? null,
      reporter: issue.author?.name ?? issue.author?.login ?? null,
      currentAssigneeUuid: rows.person(issue.assignees.nodes[0] ?? null, issue.createdAt),
      currentSprintUuid: issue.milestone ? rows.id(issue.milestone.id) : null,
      createdByUuid: creator,
      reporterUuid: creator,
      repositoryUuid: rows.repositoryUuid,
    },
  );
  addIssueEvents(rows, issue, uuid);
  addAssignees(rows, issue, uuid);
  addSprints(rows, issue, uuid, milestones);
}
