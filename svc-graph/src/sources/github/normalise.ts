import type { NormalisedPayload, Payload, RowsOf } from '../read-in-pages.ts';
import { addIssue } from './normalise-issue.ts';
import { addPullRequest } from './normalise-pull-request.ts';
import { IssuePayload, PullRequestPayload, RepositoryPayload } from './payloads.ts';
import { GithubRows } from './rows.ts';

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
