import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Payload } from '../payload.ts';
import type { SourcePage } from '../read-in-pages.ts';
import { type Asking, askGithub } from './ask.ts';
import { isRead, listRepositories } from './repositories.ts';
import {
  type GithubComment,
  type GithubIssue,
  type GithubPullRequest,
  type GithubRepository,
  type GithubReview,
  MoreAnswer,
  WorkAnswer,
} from './payloads.ts';
import { LISTS, MORE } from './queries.ts';
import type { GithubSettings } from './settings.ts';

/** How far a list is read: all until a change, and below it while a reading is on its way. */
const Place = z.object({
  until: z.string(),
  after: z.string().nullable(),
  newest: z.string(),
});
const Cursor = z.object({ repositories: z.string(), lists: z.record(z.string(), Place) });
type Cursor = z.infer<typeof Cursor>;
type List = keyof typeof LISTS;

interface Page<T> {
  readonly nodes: T[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

interface From extends Asking {
  readonly settings: GithubSettings;
  readonly cursor: unknown;
  readonly signal: AbortSignal;
}

/** A list with what did not fit into its page. */
async function whole<T>(
  from: From,
  id: string,
  what: keyof typeof MORE,
  page: Page<T>,
  pick: (more: z.infer<typeof MoreAnswer>) => Page<T> | undefined,
): Promise<Page<T>> {
  const nodes = [...page.nodes];
  let { pageInfo } = page;
  while (pageInfo.hasNextPage) {
    const variables = { id, after: pageInfo.endCursor };
    const more = pick(await askGithub(from, { query: MORE[what], variables, answer: MoreAnswer }));
    if (!more) break;
    nodes.push(...more.nodes);
    pageInfo = more.pageInfo;
  }
  return { nodes, pageInfo };
}

const wholeComments = (from: From, { id, comments }: { id: string; comments: Page<GithubComment> }) =>
  whole(from, id, 'comments', comments, ({ node }) => node?.comments);

async function wholePullRequest(from: From, pull: GithubPullRequest): Promise<GithubPullRequest> {
  const reviews = await whole<GithubReview>(
    from,
    pull.id,
    'reviews',
    pull.reviews,
    ({ node }) => node?.reviews,
  );
  const nodes: GithubReview[] = [];
  for (const review of reviews.nodes) nodes.push({ ...review, comments: await wholeComments(from, review) });
  return { ...pull, comments: await wholeComments(from, pull), reviews: { ...reviews, nodes } };
}

const wholeIssue = async (from: From, issue: GithubIssue): Promise<GithubIssue> => ({
  ...issue,
  comments: await wholeComments(from, issue),
});

/** The things of a page that changed since a moment, whole. */
async function readWork(from: From, list: List, id: string, after: string | null) {
  const { node } = await askGithub(from, {
    query: LISTS[list],
    variables: { id, after },
    answer: WorkAnswer,
  });
  const page = node?.[list];
  return page ?? { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };
}

async function makePayload(
  from: From,
  list: List,
  repository: GithubRepository,
  items: (GithubIssue | GithubPullRequest)[],
): Promise<Payload> {
  const wholeItems: (GithubIssue | GithubPullRequest)[] = [];
  for (const item of items)
    wholeItems.push(await ('reviews' in item ? wholePullRequest(from, item) : wholeIssue(from, item)));
  const { url, name } = repository;
  return { kind: list, body: { repository: { url, name }, items: wholeItems } };
}

/** The pages of a list that changed since it was last read, the latest change first. */
async function* readList(
  from: From,
  cursor: Cursor,
  list: List,
  repository: GithubRepository,
): AsyncGenerator<SourcePage & { cursor: Cursor }> {
  const { since } = from.settings;
  const key = `${list}:${repository.id}`;
  const newest = repository[list].nodes[0]?.updatedAt ?? '';
  const known = cursor.lists[key] ?? { until: '', after: null, newest };
  if (known.after === null && newest <= known.until) return;
  // A reading that was cut goes on below; what changed since is above, and found by the next one.
  let place = known.after === null ? { ...known, newest } : known;
  for (;;) {
    const page = await readWork(from, list, repository.id, place.after);
    const items = page.nodes.filter(({ updatedAt }) => updatedAt >= place.until && updatedAt >= since);
    const isLast = items.length < page.nodes.length || !page.pageInfo.hasNextPage;
    place = isLast
      ? { until: place.newest, after: null, newest: place.newest }
      : { ...place, after: page.pageInfo.endCursor };
    const next = { ...cursor, lists: { ...cursor.lists, [key]: place } };
    const total = known.until === '' && since === '' ? { total: repository[list].totalCount } : {};
    yield {
      phase: list,
      payloads: [await makePayload(from, list, repository, items)],
      count: items.length,
      ...total,
      cursor: next,
    };
    if (isLast) return;
  }
}

/** Reads what changed of an owner: one request tells of each hundred repositories whether anything did. */
export async function* readGithub(from: From): AsyncGenerator<SourcePage> {
  const parsed = Cursor.safeParse(from.cursor);
  let cursor: Cursor = parsed.success ? parsed.data : { repositories: '', lists: {} };
  const { owner, repositories: named } = from.settings;
  const repositories = (await listRepositories(from, owner)).filter((each) => isRead(each, named));
  const body = repositories.map(({ pullRequests: _pulls, issues: _issues, ...kept }) => kept);
  const hash = createHash('sha256').update(JSON.stringify(body)).digest('hex');
  if (hash !== cursor.repositories) {
    cursor = { ...cursor, repositories: hash };
    const count = body.length;
    yield { phase: 'repositories', payloads: [{ kind: 'repositories', body }], count, total: count, cursor };
  }
  for (const list of ['pullRequests', 'issues'] as const)
    for (const repository of repositories)
      for await (const page of readList(from, cursor, list, repository)) {
        yield page;
        cursor = page.cursor;
      }
}
