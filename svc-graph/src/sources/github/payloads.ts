import { z } from 'zod';

const Actor = z
  .object({
    id: z.string().optional(),
    login: z.string(),
    name: z.string().nullish(),
    url: z.string().nullish(),
    avatarUrl: z.string().nullish(),
    __typename: z.string(),
  })
  .nullable();

/** A page of a list; what does not fit into it is asked for by its cursor. */
const listSchema = <T extends z.ZodType>(item: T) =>
  z.object({
    nodes: z.array(item),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
  });

const Comment = z.object({
  id: z.string(),
  url: z.string().nullish(),
  body: z.string(),
  author: Actor,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
const InlineComment = Comment.extend({ path: z.string().nullish(), line: z.int().nullish() });

const Review = z.object({
  id: z.string(),
  url: z.string().nullish(),
  body: z.string(),
  state: z.string(),
  author: Actor,
  submittedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  comments: listSchema(InlineComment),
});

const Names = z.object({ nodes: z.array(z.object({ name: z.string() })) });

/** One entry of a timeline; which fields it has depends on its kind. */
const TimelineItem = z.object({
  __typename: z.string(),
  id: z.string(),
  createdAt: z.iso.datetime(),
  actor: Actor.optional(),
  // A team is no person, and neither is an app on older servers.
  requestedReviewer: Actor.catch(null).optional(),
  assignee: Actor.catch(null).optional(),
  milestoneTitle: z.string().optional(),
  stateReason: z.string().nullish(),
});
const Ids = z.object({ nodes: z.array(z.object({ id: z.string() })) });

const Work = z.object({
  id: z.string(),
  url: z.string(),
  number: z.int(),
  title: z.string(),
  body: z.string(),
  state: z.string(),
  author: Actor,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  closedAt: z.iso.datetime().nullable(),
  labels: Names,
  assignees: z.object({ nodes: z.array(Actor) }),
  comments: listSchema(Comment),
  // Recorded archives have none of these, nor have payloads that were kept before they were read.
  timelineItems: listSchema(TimelineItem).nullish(),
  milestone: z.object({ id: z.string(), title: z.string() }).nullish(),
});

const Issue = Work.extend({ stateReason: z.string().nullish() });
const PullRequest = Work.extend({
  isDraft: z.boolean(),
  mergedAt: z.iso.datetime().nullable(),
  mergedBy: Actor,
  mergeCommit: z.object({ oid: z.string() }).nullable(),
  baseRefName: z.string(),
  headRefName: z.string(),
  additions: z.int().nullish(),
  deletions: z.int().nullish(),
  changedFiles: z.int().nullish(),
  reviews: listSchema(Review),
  closingIssuesReferences: Ids.nullish(),
});

const Newest = z.object({ totalCount: z.int(), nodes: z.array(z.object({ updatedAt: z.iso.datetime() })) });
const Repository = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  description: z.string().nullish(),
  createdAt: z.iso.datetime(),
  isArchived: z.boolean(),
  pullRequests: Newest,
  issues: Newest,
});

/** The repositories of an owner, each with its latest change. */
export const OwnerAnswer = z.object({
  repositoryOwner: z.object({ repositories: listSchema(Repository) }).nullable(),
});
/** One page of pull requests or issues of a repository. */
export const WorkAnswer = z.object({
  node: z
    .object({ pullRequests: listSchema(PullRequest).optional(), issues: listSchema(Issue).optional() })
    .nullable(),
});
/** More of what a thing has. */
export const MoreAnswer = z.object({
  node: z
    .object({
      comments: listSchema(InlineComment).optional(),
      reviews: listSchema(Review).optional(),
      timelineItems: listSchema(TimelineItem).optional(),
    })
    .nullable(),
});

/** What is kept of a page, so that its rows can be made again. */
export const RepositoryPayload = z.array(Repository.omit({ pullRequests: true, issues: true }));
const Place = z.object({ url: z.string(), name: z.string() });
export const PullRequestPayload = z.object({ repository: Place, items: z.array(PullRequest) });
export const IssuePayload = z.object({ repository: Place, items: z.array(Issue) });

export type GithubActor = z.infer<typeof Actor>;
export type GithubComment = z.infer<typeof InlineComment>;
export type GithubIssue = z.infer<typeof Issue>;
export type GithubPullRequest = z.infer<typeof PullRequest>;
export type GithubRepository = z.infer<typeof Repository>;
export type GithubReview = z.infer<typeof Review>;
export type GithubTimelineItem = z.infer<typeof TimelineItem>;
export type GithubWork = z.infer<typeof Work>;
