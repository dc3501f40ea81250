import { RepositoryArchive } from './archive.ts';
import { GithubServer } from './github-server.ts';
import { GitlabServer } from './gitlab-server.ts';
import { JiraServer } from './jira-server.ts';
import { LONG_GROUP } from './long-group.ts';
import { SAMPLE_OWNER } from './sample-owner.ts';

const at = (minute: number) => new Date(Date.UTC(2024, 4, 6, 8, minute)).toISOString().replace('.000Z', 'Z');
const said = (author: string, minute: number) => ({
  author,
  body: `Said at ${String(minute)}`,
  createdAt: at(minute),
  updatedAt: at(minute),
});
const work = (kind: string, number: number) => ({
  id: `${kind}_${String(number)}`,
  number,
  url: `https://github.com/acme/made/${String(number)}`,
  title: `${kind} ${String(number)}`,
  body: 'What it is about.',
  state: 'CLOSED',
  author: 'ada',
  labels: ['bug'],
  assignees: ['alan'],
  createdAt: at(number),
  // Two of them change at each moment, as a hand that closes several does.
  updatedAt: at(400 + Math.floor(number / 2)),
  closedAt: at(300 + number),
  comments: [said('grace', 100 + number), said('ada', 120 + number)],
});

/** A repository whose lists are several pages. */
const MADE = RepositoryArchive.parse({
  repo: 'acme/made',
  issues: Array.from({ length: 10 }, (_, number) => work('Issue', 100 + number)),
  pulls: Array.from({ length: 14 }, (_, number) => ({
    ...work('Pull', number),
    mergedAt: at(300 + number),
    mergedBy: 'grace',
    mergeCommit: { oid: `${String(number).padStart(2, '0')}${'b'.repeat(38)}` },
    baseRefName: 'main',
    headRefName: `branch-${String(number)}`,
    reviews: [
      {
        id: `Review_${String(number)}`,
        author: 'grace',
        state: 'APPROVED',
        body: 'Fine.',
        createdAt: at(200 + number),
        updatedAt: at(200 + number),
        comments: Array.from({ length: number % 5 === 0 ? 12 : 1 }, (__, nth) => said('', 150 + nth)),
      },
    ],
  })),
});

/** The server of an owner with a little of everything, in several pages of each list; `more` are further repositories. */
export function serveLongOwner(more: readonly RepositoryArchive[]): GithubServer {
  const engine = RepositoryArchive.parse(SAMPLE_OWNER.archive);
  const server = new GithubServer([engine, MADE, ...more]);
  server.pageSize = 6;
  return server;
}

const person = (name: string) => ({ accountId: name, displayName: name });
const issue = (number: number) => ({
  id: String(number),
  key: `ONE-${String(number)}`,
  fields: {
    summary: `Issue ${String(number)}`,
    status: { id: '3', name: 'Done', statusCategory: { key: 'done' } },
    project: { id: '5', key: 'ONE', name: 'One' },
    assignee: person('ann'),
    created: at(number),
    updated: at(400 + Math.floor(number / 2)),
  },
  changelog: {
    histories: [
      {
        id: String(1_000 + number),
        author: person(number % 2 ? 'ann' : 'bob'),
        created: at(200 + number),
        items: [{ field: 'status', from: '1', fromString: 'To Do', to: '3', toString: 'Done' }],
      },
    ],
  },
});

/** The server of a site whose issues are several pages. */
export function serveLongSite(): JiraServer {
  const server = new JiraServer({
    issues: Array.from({ length: 36 }, (_, index) => issue(index + 1)),
    projects: [{ id: '5', key: 'ONE', name: 'One' }],
    statuses: [],
    fields: [],
    sprints: [{ id: 7, name: 'Seven', state: 'active', startDate: at(1) }],
  });
  server.pageSize = 2;
  return server;
}

/** The server of a group with a little of everything, in several pages of each list. */
export function serveLongGroup(): GitlabServer {
  const server = new GitlabServer(LONG_GROUP);
  server.pageSize = 4;
  return server;
}
