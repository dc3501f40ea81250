import type { z } from 'zod';
import { askGithub } from './ask.ts';
import type { From } from './cursor.ts';
import {
  type GithubComment,
  type GithubDiscussion,
  type GithubIssue,
  type GithubPullRequest,
  type GithubReview,
  type GithubTeam,
  type GithubWork,
  MoreAnswer,
} from './payloads.ts';
import { MORE } from './queries.ts';

interface Page<T> {
  readonly nodes: T[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** A list with what did not fit into its page. */
export async function whole<T>(
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

/** Its timeline; archives tell none. */
async function wholeTimeline(from: From, { id, timelineItems }: GithubWork) {
  if (!timelineItems) return {};
  const items = await whole(from, id, 'timelineItems', timelineItems, ({ node }) => node?.timelineItems);
  return { timelineItems: items };
}

/** Its commits, of which GitHub tells 250 at most. */
async function wholeCommits(from: From, { id, commits }: GithubPullRequest) {
  if (!commits) return {};
  const { totalCount } = commits;
  return {
    commits: { totalCount, ...(await whole(from, id, 'commits', commits, ({ node }) => node?.commits)) },
  };
}

/** Its changed files, of which GitHub tells 3,000 at most; archives tell none. */
async function wholeFiles(from: From, { id, files }: GithubPullRequest) {
  if (!files) return {};
  return { files: await whole(from, id, 'files', files, ({ node }) => node?.files ?? undefined) };
}

/** A pull request with all of its reviews, comments, commits, files and timeline. */
export async function wholePullRequest(from: From, pull: GithubPullRequest): Promise<GithubPullRequest> {
  const reviews = await whole<GithubReview>(
    from,
    pull.id,
    'reviews',
    pull.reviews,
    ({ node }) => node?.reviews,
  );
  const nodes: GithubReview[] = [];
  for (const review of reviews.nodes) nodes.push({ ...review, comments: await wholeComments(from, review) });
  return {
    ...pull,
    comments: await wholeComments(from, pull),
    ...(await wholeTimeline(from, pull)),
    ...(await wholeCommits(from, pull)),
    ...(await wholeFiles(from, pull)),
    reviews: { ...reviews, nodes },
  };
}

/** An issue with all of its comments and timeline. */
export const wholeIssue = async (from: From, issue: GithubIssue): Promise<GithubIssue> => ({
  ...issue,
  comments: await wholeComments(from, issue),
  ...(await wholeTimeline(from, issue)),
});

/** A discussion with all of its comments and their replies. */
export async function wholeDiscussion(from: From, discussion: GithubDiscussion): Promise<GithubDiscussion> {
  const { id } = discussion;
  const comments = await whole(
    from,
    id,
    'discussionComments',
    discussion.comments,
    ({ node }) => node?.comments,
  );
  const nodes: GithubDiscussion['comments']['nodes'] = [];
  for (const { replies, ...comment } of comments.nodes)
    nodes.push(
      replies
        ? {
            ...comment,
            replies: await whole(from, comment.id, 'replies', replies, ({ node }) => node?.replies),
          }
        : comment,
    );
  return { ...discussion, comments: { ...comments, nodes } };
}

/** The teams of an organization with all of their members. */
export async function wholeTeams(from: From, owner: string, page: Page<GithubTeam>): Promise<GithubTeam[]> {
  const teams = await whole(from, owner, 'teams', page, ({ node }) => node?.teams);
  const all: GithubTeam[] = [];
  for (const team of teams.nodes) {
    const { edges, pageInfo } = team.members;
    const members = await whole(from, team.id, 'members', { nodes: edges, pageInfo }, ({ node }) =>
      node?.members ? { nodes: node.members.edges, pageInfo: node.members.pageInfo } : undefined,
    );
    all.push({ ...team, members: { edges: members.nodes, pageInfo: members.pageInfo } });
  }
  return all;
}
