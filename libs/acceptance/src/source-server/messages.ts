import type { RepositoryArchive } from './archive.ts';
import type { SiteData } from './jira-site.ts';

/** A message as its tool sends it, before it is signed. */
export interface ToolMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type Told = Readonly<Record<string, unknown>>;
type Work = RepositoryArchive['issues'][number];
type Pull = RepositoryArchive['pulls'][number];

const account = (login: unknown) => ({ login, type: 'User' });

function workIn({ id, number, title, body, state, author, createdAt, updatedAt, closedAt, url }: Work): Told {
  return {
    node_id: id,
    number,
    title,
    body,
    state: state === 'OPEN' ? 'open' : 'closed',
    user: account(author),
    created_at: createdAt,
    updated_at: updatedAt,
    closed_at: closedAt,
    html_url: url,
  };
}

const commentIn = ({ author, body, createdAt, updatedAt }: Work['comments'][number]): Told => ({
  user: account(author),
  body,
  created_at: createdAt,
  updated_at: updatedAt,
});

type Event = readonly [event: string, told: Told];

function issueEvents(issue: Work, more: Told = {}): Event[] {
  const told = { issue: { ...workIn(issue), ...more } };
  return issue.comments.map((comment) => [
    'issue_comment',
    { action: 'created', ...told, comment: commentIn(comment) },
  ]);
}

function pullEvents(pull: Pull): Event[] {
  const { mergedAt, reviews, isDraft } = pull;
  const pull_request = { ...workIn(pull), merged: mergedAt !== null, merged_at: mergedAt, draft: isDraft };
  const reviewed = reviews.flatMap((review): Event[] => [
    [
      'pull_request_review',
      {
        action: 'submitted',
        pull_request,
        review: { node_id: review.id, state: review.state.toLowerCase(), user: account(review.author) },
      },
    ],
    ...review.comments.map((comment): Event => [
      'pull_request_review_comment',
      { action: 'created', pull_request, comment: commentIn(comment) },
    ]),
  ]);
  return [
    ['pull_request', { action: 'opened', pull_request }],
    ...reviewed,
    ...issueEvents(pull, { pull_request: {} }),
    ...(pull.closedAt === null ? [] : [['pull_request', { action: 'closed', pull_request }] as const]),
  ];
}

/** What GitHub would have told of a repository, in no order of time; `web` is the address of its pages. */
export function githubMessages(archive: RepositoryArchive, web: string): ToolMessage[] {
  const [login, name] = archive.repo.split('/');
  const repository = { name, full_name: archive.repo, html_url: `${web}/${archive.repo}`, owner: { login } };
  const events: Event[] = [
    ...archive.issues.flatMap((issue): Event[] => [
      ['issues', { action: 'opened', issue: workIn(issue) }],
      ...issueEvents(issue),
      ...(issue.closedAt === null ? [] : [['issues', { action: 'closed', issue: workIn(issue) }] as const]),
    ]),
    ...archive.pulls.flatMap(pullEvents),
    ...archive.milestones.map((milestone): Event => ['milestone', { action: 'edited', milestone }]),
    ...archive.releases.map((release): Event => ['release', { action: 'published', release }]),
    ...archive.deployments.map((deployment): Event => [
      'deployment_status',
      { action: 'created', deployment },
    ]),
    ...archive.runs.map((run): Event => ['workflow_run', { action: 'completed', workflow_run: run }]),
    ...archive.branches.map(({ name: ref }): Event => ['push', { ref: `refs/heads/${String(ref)}` }]),
  ];
  return events.map(([event, told], index) => ({
    headers: {
      'content-type': 'application/json',
      'x-github-event': event,
      'x-github-delivery': `${archive.repo} ${String(index)}`,
    },
    body: JSON.stringify({ ...told, repository, sender: account('ada') }),
  }));
}

/** What GitHub tells when an issue is deleted. */
export function deletedIssueMessage(archive: RepositoryArchive, issue: Work, web: string): ToolMessage {
  const repository = { full_name: archive.repo, html_url: `${web}/${archive.repo}` };
  return {
    headers: { 'x-github-event': 'issues', 'x-github-delivery': `gone ${issue.id}` },
    body: JSON.stringify({ action: 'deleted', issue: workIn(issue), repository }),
  };
}

/** What Jira would have told of the issues and sprints of a site. */
export function jiraMessages({ issues, sprints }: SiteData): ToolMessage[] {
  const told = [
    ...issues.map((issue) => ({ webhookEvent: 'jira:issue_updated', issue })),
    ...sprints.map((sprint) => ({ webhookEvent: 'sprint_created', sprint })),
  ];
  return told.map((each, index) => ({
    headers: { 'x-atlassian-webhook-identifier': `told ${String(index)}` },
    body: JSON.stringify(each),
  }));
}
