import type { NormalisedPayload, Payload, RowsOf } from '../payload.ts';
import { addPullRequest } from './normalise-pull-request.ts';
import { type GithubIssue, IssuePayload, PullRequestPayload, RepositoryPayload } from './payloads.ts';
import { GithubRows, listNames, toSeconds } from './rows.ts';

function addIssueEvents(rows: GithubRows, issue: GithubIssue, uuid: string): void {
  const reference = `#${String(issue.number)}`;
  const told = { type: 'Issue', uuid, name: issue.title, reference, issue: uuid };
  const { id, author, createdAt, closedAt } = issue;
  rows.event({
    ...told,
    id: `${id}:created`,
    at: createdAt,
    action: 'created',
    actor: author,
    newStatus: 'Open',
  });
  // Who closed it is told by its timeline alone.
  if (closedAt !== null)
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

function addIssue(rows: GithubRows, issue: GithubIssue): void {
  const isClosed = issue.closedAt !== null;
  const status = isClosed ? 'Closed' : 'Open';
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
      sourceStatus: issue.state,
      statusCategory: category,
      sourceStatusCategory: category,
      statusChangeDate: toSeconds(issue.closedAt ?? issue.createdAt),
      closedAt: issue.closedAt === null ? null : toSeconds(issue.closedAt),
      labels: issue.labels.nodes.map(({ name }) => name),
      assignee: listNames(issue.assignees.nodes)[0] ?? null,
      reporter: issue.author?.name ?? issue.author?.login ?? null,
      currentAssigneeUuid: rows.person(issue.assignees.nodes[0] ?? null, issue.createdAt),
      createdByUuid: creator,
      reporterUuid: creator,
      repositoryUuid: rows.repositoryUuid,
    },
  );
  addIssueEvents(rows, issue, uuid);
}

function repositoryLoads(body: unknown, of: RowsOf): NormalisedPayload {
  const repositories = RepositoryPayload.parse(body);
  const [first] = repositories;
  if (!first) return { loads: [] };
  const rows = new GithubRows(of, first.url);
  for (const { id, name, url, description, createdAt } of repositories) {
    const thing = { id, name, url, createdAt, updatedAt: createdAt };
    rows.add('Repository', thing, { description: description ?? null }, rows.repository(url));
  }
  return { loads: rows.loads() };
}

/** Makes the rows of what GitHub sent. A kind that this version does not know makes none. */
export function normaliseGithub({ kind, body }: Payload, of: RowsOf): NormalisedPayload {
  if (kind === 'repositories') return repositoryLoads(body, of);
  if (kind === 'pullRequests') {
    const { repository, items } = PullRequestPayload.parse(body);
    const rows = new GithubRows(of, repository.url);
    for (const pull of items) addPullRequest(rows, pull, repository.name);
    return { loads: rows.loads() };
  }
  if (kind !== 'issues') return { loads: [] };
  const { repository, items } = IssuePayload.parse(body);
  const rows = new GithubRows(of, repository.url);
  for (const issue of items) addIssue(rows, issue);
  return { loads: rows.loads() };
}
