import { join } from 'node:path';
import { z } from 'zod';
import { type CsvRow, readCsv } from './recorded-csv.ts';
import { findRecorded } from './recorded-data.ts';

const DEVLAKE = findRecorded('devlake/github') ?? '';

/** Whether the recorded rows lie beside the project. */
export const hasRecordedGithub = DEVLAKE !== '';

/** The rows of another product's table. */
export const expectedTable = (table: string): CsvRow[] => readCsv(join(DEVLAKE, `expected/${table}.csv`));

/** Rows of other connections must not change the result. */
const PARAMS = '{"ConnectionId":1,"Name":"panjf2000/ants"}';

type Rest = Record<string, unknown>;
const Rest = z.record(z.string(), z.unknown());
const Input = z.object({ GithubId: z.number() });

function rawRows(list: string): { item: Rest; input: string }[] {
  return readCsv(join(DEVLAKE, `raw/_raw_github_api_${list}.csv`))
    .filter(({ params }) => params === PARAMS)
    .map(({ data = '{}', input = '' }) => ({ item: Rest.parse(JSON.parse(data)), input }));
}

export const REPOSITORY = { url: 'https://github.com/panjf2000/ants', name: 'ants' };

/** The id that the other product joins by: the number of GitHub, in the place of a node id. */
const idFor = (item: Rest) => String(item['id']);

function accountFor(value: unknown) {
  const { data: user } = Rest.safeParse(value);
  if (!user) return null;
  const { login, name = null, html_url: url, avatar_url: avatarUrl, type: __typename } = user;
  return { id: `user ${idFor(user)}`, login, name, url, avatarUrl, __typename };
}

const page = (nodes: readonly unknown[]) => ({ nodes, pageInfo: { hasNextPage: false, endCursor: null } });

function commentFor(item: Rest) {
  const { body, created_at: createdAt, updated_at: updatedAt, html_url: url, path, line } = item;
  return { id: idFor(item), url, body, author: accountFor(item['user']), createdAt, updatedAt, path, line };
}

/** The comments of each issue or pull request, by its number. */
function commentsByNumber(): Map<string, unknown[]> {
  const found = new Map<string, unknown[]>();
  for (const { item } of rawRows('comments')) {
    const number = String(item['issue_url']).split('/').at(-1) ?? '';
    found.set(number, [...(found.get(number) ?? []), commentFor(item)]);
  }
  return found;
}

const Named = z.array(z.object({ name: z.string() }));

function workFor(item: Rest, comments: ReadonlyMap<string, unknown[]>) {
  const { number, title, created_at: createdAt, updated_at: updatedAt, closed_at: closedAt } = item;
  const { data: milestone } = Rest.safeParse(item['milestone']);
  return {
    id: idFor(item),
    url: item['html_url'],
    number,
    title,
    body: item['body'] ?? '',
    state: item['state'],
    author: accountFor(item['user']),
    createdAt,
    updatedAt,
    closedAt,
    labels: { nodes: Named.parse(item['labels']) },
    assignees: { nodes: z.array(z.unknown()).parse(item['assignees']).map(accountFor) },
    milestone: milestone ? { id: idFor(milestone), title: milestone['title'] } : null,
    comments: page(comments.get(String(number)) ?? []),
  };
}

/** The state of a review that was not recorded, while comments in it were. */
export const UNRECORDED = 'UNRECORDED';

const inPull = (item: Rest, number: unknown) =>
  String(item['pull_request_url']).endsWith(`/${String(number)}`);

function reviewsFor(number: unknown) {
  const inline = rawRows('pull_request_review_comments')
    .map(({ item }) => item)
    .filter((item) => inPull(item, number));
  const recorded = rawRows('pull_request_reviews')
    .map(({ item }) => item)
    .filter((item) => inPull(item, number));
  const known = new Set(recorded.map(idFor));
  const others = new Map(inline.map((item) => [String(item['pull_request_review_id']), item]));
  const unrecorded = [...others].flatMap(([id, comment]) =>
    known.has(id)
      ? []
      : [{ ...comment, id, body: '', state: UNRECORDED, submitted_at: comment['created_at'] }],
  );
  return [...recorded, ...unrecorded].map((item: Rest) => {
    const { body, state, submitted_at: at, html_url: url } = item;
    const own = inline.filter((each) => String(each['pull_request_review_id']) === idFor(item));
    const author = accountFor(item['user']);
    const common = { id: idFor(item), url, body, state, author, createdAt: at, updatedAt: at };
    return { ...common, submittedAt: at, comments: page(own.map(commentFor)) };
  });
}

const Signed = z.object({ name: z.string(), email: z.string(), date: z.string() });
const Signatures = z.object({ message: z.string(), author: Signed, committer: Signed });

/** A commit, of which REST tells in a list of a pull request neither lines nor files. */
function commitFor(item: Rest) {
  const { message, author, committer } = Signatures.parse(item['commit']);
  return {
    oid: item['sha'],
    url: item['html_url'],
    message,
    authoredDate: author.date,
    committedDate: committer.date,
    author: { ...author, user: accountFor(item['author']) },
    committer: { ...committer, user: accountFor(item['committer']) },
  };
}

const Ref = z.object({ ref: z.string() });

function pullFor(item: Rest, comments: ReadonlyMap<string, unknown[]>) {
  const commits = rawRows('pull_request_commits')
    .filter(({ input }) => String(Input.parse(JSON.parse(input)).GithubId) === idFor(item))
    .map((row) => ({ commit: commitFor(row.item) }));
  return {
    ...workFor(item, comments),
    isDraft: item['draft'],
    mergedAt: item['merged_at'],
    mergedBy: null,
    mergeCommit: item['merge_commit_sha'] ? { oid: item['merge_commit_sha'] } : null,
    baseRefName: Ref.parse(item['base']).ref,
    headRefName: Ref.parse(item['head']).ref,
    reviews: page(reviewsFor(item['number'])),
    commits: { totalCount: commits.length, ...page(commits) },
  };
}

/** What the connector keeps of a page, made of what the REST interface sent. */
export const recordedPages = {
  pullRequests: () => {
    const comments = commentsByNumber();
    return {
      repository: REPOSITORY,
      items: rawRows('pull_requests').map(({ item }) => pullFor(item, comments)),
    };
  },
  /** Pull requests are issues too in that interface. */
  issues: () => {
    const comments = commentsByNumber();
    const items = rawRows('issues').filter(({ item }) => item['pull_request'] === undefined);
    return { repository: REPOSITORY, items: items.map(({ item }) => workFor(item, comments)) };
  },
  milestones: () => ({
    repository: REPOSITORY,
    items: rawRows('milestones').map(({ item }) => ({
      id: idFor(item),
      title: item['title'],
      description: item['description'],
      url: item['html_url'],
      state: item['state'],
      createdAt: item['created_at'],
      updatedAt: item['updated_at'],
      closedAt: item['closed_at'],
      dueOn: item['due_on'],
      creator: accountFor(item['creator']),
    })),
  }),
  /** Some rows were copied by hand with their node id. */
  runs: () => ({
    repository: REPOSITORY,
    recorded: [],
    items: rawRows('runs').map(({ item }) => ({ ...item, node_id: idFor(item), jobs: null })),
  }),
  /** Jobs of runs that were not recorded, each in a run that stands for its own. */
  jobs: () => {
    const [run] = rawRows('runs');
    const jobs = rawRows('jobs').map(({ item }) => item);
    const ids = [...new Set(jobs.map((job) => String(job['run_id'])))];
    const jobsIn = (id: string) => jobs.filter((job) => String(job['run_id']) === id);
    const items = ids.map((id) => ({ ...run?.item, id: Number(id), node_id: id, jobs: jobsIn(id) }));
    return { repository: REPOSITORY, recorded: [], items };
  },
  repositories: () =>
    readCsv(join(DEVLAKE, 'raw/_tool_github_repos.csv')).map((row) => ({
      id: row['github_id'],
      name: row['name'],
      nameWithOwner: row['full_name'],
      url: row['html_url'],
      description: row['description'],
      createdAt: new Date(row['created_date'] ?? '').toISOString(),
      isArchived: false,
    })),
  /** Accounts, each as the creator of a milestone, since no list of the connector has accounts alone. */
  accounts: () => ({
    repository: REPOSITORY,
    items: rawRows('accounts').map(({ item }) => ({
      id: `of ${idFor(item)}`,
      title: 'A milestone',
      url: REPOSITORY.url,
      state: 'OPEN',
      createdAt: item['created_at'],
      updatedAt: item['updated_at'],
      creator: accountFor(item),
    })),
  }),
};
