import { createHash } from 'node:crypto';
import { AppError } from '@cairn/contracts';
import { z } from 'zod';
import type { Payload, SourcePage } from '../read-in-pages.ts';
import { type Asking, askGithub } from './ask.ts';
import {
  type GithubComment,
  type GithubIssue,
  type GithubPullRequest,
  type GithubRepository,
  type GithubReview,
  type GithubWork,
  MoreAnswer,
  OwnerAnswer,
  WorkAnswer,
} from './payloads.ts';
import { LISTS, MORE, REPOSITORIES } from './queries.ts';
import type { GithubSettings } from './settings.ts';

/** How far a list is read: all until a change, and below it while a reading is on its way. */
const Place = z.object({
  until: z.string(),
  after: z.string().nullable(),
  newest: z.string(),
});
/** What an earlier version read lacks what this one asks for, so it is read anew. */
const EDITION = 2;
const Cursor = z.object({
  edition: z.literal(EDITION),
  repositories: z.string(),
  lists: z.record(z.string(), Place),
});
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

const gone = () => new AppError('source_unavailable', 'GitHub no longer shows this owner to the token.');

/** The repositories of the owner that were chosen, or all. */
async function readRepositories(from: From): Promise<GithubRepository[]> {
  const { owner, repositories: chosen } = from.settings;
  const found: GithubRepository[] = [];
  for (let after: string | null = null; ;) {
    const variables = { owner, after };
    const answered: z.infer<typeof OwnerAnswer> = await askGithub(from, {
      query: REPOSITORIES,
      variables,
      answer: OwnerAnswer,
    });
    const page = answered.repositoryOwner?.repositories;
    if (!page) throw gone();
    found.push(...page.nodes);
    after = page.pageInfo.endCursor;
    if (!page.pageInfo.hasNextPage) break;
  }
  const names = chosen.map((name) => name.toLowerCase());
  return names.length === 0 ? found : found.filter(({ name }) => names.includes(name.toLowerCase()));
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

/** Its timeline; older servers and archives tell none. */
async function wholeTimeline(from: From, { id, timelineItems }: GithubWork) {
  if (!timelineItems) return {};
  const items = await whole(from, id, 'timelineItems', timelineItems, ({ node }) => node?.timelineItems);
  return { timelineItems: items };
}

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
  const more = { comments: await wholeComments(from, pull), ...(await wholeTimeline(from, pull)) };
  return { ...pull, ...more, reviews: { ...reviews, nodes } };
}

const wholeIssue = async (from: From, issue: GithubIssue): Promise<GithubIssue> => ({
  ...issue,
  comments: await wholeComments(from, issue),
  ...(await wholeTimeline(from, issue)),
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
  const key = `${list}:${repository.id}`;
  const newest = repository[list].nodes[0]?.updatedAt ?? '';
  const known = cursor.lists[key] ?? { until: '', after: null, newest };
  if (known.after === null && newest <= known.until) return;
  // A reading that was cut goes on below; what changed since is above, and found by the next one.
  let place = known.after === null ? { ...known, newest } : known;
  for (;;) {
    const page = await readWork(from, list, repository.id, place.after);
    const items = page.nodes.filter(({ updatedAt }) => updatedAt >= place.until);
    const isLast = items.length < page.nodes.length || !page.pageInfo.hasNextPage;
    place = isLast
      ? { until: place.newest, after: null, newest: place.newest }
      : { ...place, after: page.pageInfo.endCursor };
    const next = { ...cursor, lists: { ...cursor.lists, [key]: place } };
    const total = place.until === '' || known.until === '' ? { total: repository[list].totalCount } : {};
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
  let cursor: Cursor = parsed.success ? parsed.data : { edition: EDITION, repositories: '', lists: {} };
  const repositories = await readRepositories(from);
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
