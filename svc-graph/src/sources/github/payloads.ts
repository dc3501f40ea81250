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
/** A comment in a discussion, with what replies to it. */
const Talk = Comment.extend({ replies: listSchema(Comment).nullish() });
const Discussion = Comment.extend({
  number: z.int(),
  title: z.string(),
  comments: listSchema(Talk),
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

const PullFile = z.object({
  path: z.string(),
  additions: z.int(),
  deletions: z.int(),
  changeType: z.string().nullish(),
});
/** Whoever signed a commit; the account only where GitHub has verified the address as that of the account. */
const Signer = z.object({
  name: z.string().nullish(),
  email: z.string().nullish(),
  /** By the clock of whoever signed. */
  date: z.iso.datetime({ offset: true }).nullish(),
  user: Actor.nullish(),
});
const Commit = z.object({
  oid: z.string(),
  url: z.string().nullish(),
  message: z.string(),
  authoredDate: z.iso.datetime({ offset: true }),
  committedDate: z.iso.datetime({ offset: true }),
  author: Signer.nullish(),
  committer: Signer.nullish(),
  // Only the history tells these.
  parents: z.object({ nodes: z.array(z.object({ oid: z.string() })) }).nullish(),
  additions: z.int().nullish(),
  deletions: z.int().nullish(),
  changedFilesIfAvailable: z.int().nullish(),
});
/** Payloads of an earlier version name a commit and tell nothing of it. */
const PullCommit = z.object({ commit: Commit.partial().required({ oid: true }) });
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
  isCrossRepository: z.boolean().nullish(),
  headRef: z.object({ name: z.string() }).nullish(),
  commits: listSchema(PullCommit).extend({ totalCount: z.int() }).nullish(),
  files: listSchema(PullFile).nullish(),
});

const Newest = z.object({ totalCount: z.int(), nodes: z.array(z.object({ updatedAt: z.iso.datetime() })) });
const Head = Newest.nullish();
const Repository = z.object({
  id: z.string(),
  name: z.string(),
  nameWithOwner: z.string().nullish(),
  url: z.string(),
  description: z.string().nullish(),
  createdAt: z.iso.datetime(),
  isArchived: z.boolean(),
  isPrivate: z.boolean().nullish(),
  /** The address that stands in its keys, where it was renamed since. */
  known: z.string().optional(),
  defaultBranchRef: z.object({ name: z.string(), target: z.object({ oid: z.string() }).nullish() }).nullish(),
});
/** A repository with what tells whether its lists have changed. */
const ListedRepository = Repository.extend({
  pushedAt: z.string().nullish(),
  pullRequests: Newest,
  issues: Newest,
  milestones: z
    .object({
      totalCount: z.int(),
      nodes: z.array(z.object({ id: z.string(), title: z.string(), updatedAt: z.iso.datetime() })),
    })
    .nullish(),
  releases: Head,
  discussions: Head,
  deployments: z
    .object({
      totalCount: z.int(),
      nodes: z.array(z.object({ updatedAt: z.iso.datetime(), environment: z.string().nullish() })),
    })
    .nullish(),
  refs: z.object({ totalCount: z.int() }).nullish(),
});

const Milestone = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string().nullish(),
  url: z.string(),
  state: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  closedAt: z.iso.datetime().nullish(),
  dueOn: z.iso.datetime().nullish(),
  creator: Actor.optional(),
});
const Release = z.object({
  id: z.string(),
  name: z.string().nullish(),
  tagName: z.string(),
  description: z.string().nullish(),
  url: z.string(),
  isDraft: z.boolean(),
  isPrerelease: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  publishedAt: z.iso.datetime().nullish(),
  author: Actor.optional(),
  tagCommit: z.object({ oid: z.string() }).nullish(),
});
const Deployment = z.object({
  id: z.string(),
  environment: z.string().nullish(),
  latestEnvironment: z.string().nullish(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  commitOid: z.string(),
  ref: z.object({ name: z.string() }).nullish(),
  creator: Actor,
  statuses: z
    .object({ nodes: z.array(z.object({ state: z.string(), createdAt: z.iso.datetime() })) })
    .nullish(),
});
const Branch = z.object({
  name: z.string(),
  target: z.object({ oid: z.string(), committedDate: z.iso.datetime({ offset: true }).nullish() }).nullish(),
});
const Member = z.object({ role: z.string(), node: Actor });
const Members = z.object({
  edges: z.array(Member),
  pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
});
const Team = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullish(),
  url: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  parentTeam: z.object({ id: z.string() }).nullish(),
  members: Members,
});

/** The repositories of an owner, each with its latest changes, and the teams of an organization. */
export const OwnerAnswer = z.object({
  repositoryOwner: z
    .object({
      id: z.string(),
      url: z.string(),
      repositories: listSchema(ListedRepository),
      teams: listSchema(Team).nullish(),
    })
    .nullable(),
});
/** One page of a list of a repository. */
export const WorkAnswer = z.object({
  node: z
    .object({
      pullRequests: listSchema(PullRequest).optional(),
      issues: listSchema(Issue).optional(),
      milestones: listSchema(Milestone).optional(),
      releases: listSchema(Release).optional(),
      deployments: listSchema(Deployment).optional(),
      discussions: listSchema(Discussion).optional(),
      refs: listSchema(Branch).nullish(),
    })
    .nullable(),
});
/** One page of the history of a branch; of no branch where what was named is no commit. */
export const HistoryAnswer = z.object({
  node: z
    .object({
      object: z.object({ history: listSchema(Commit).extend({ totalCount: z.int() }).optional() }).nullable(),
    })
    .nullable(),
});
/** More of what a thing has. */
export const MoreAnswer = z.object({
  node: z
    .object({
      comments: listSchema(InlineComment.extend({ replies: listSchema(Comment).nullish() })).optional(),
      replies: listSchema(Comment).optional(),
      reviews: listSchema(Review).optional(),
      timelineItems: listSchema(TimelineItem).optional(),
      commits: listSchema(PullCommit).optional(),
      files: listSchema(PullFile).nullish(),
      teams: listSchema(Team).optional(),
      members: Members.optional(),
    })
    .nullable(),
});

/** What is kept of a page, so that its rows can be made again. */
export const RepositoryPayload = z.array(Repository);
/** Repositories that GitHub no longer lists. */
export const GoneRepositoryPayload = z.array(z.object({ id: z.string(), key: z.string() }));
const Place = z.object({
  url: z.string(),
  name: z.string(),
  /** The address that stands in its keys, where it was renamed since. */
  known: z.string().optional(),
  /** What its milestones are called, since timelines know no more of them. */
  milestones: z.array(z.object({ id: z.string(), title: z.string() })).optional(),
});
const payloadSchema = <T extends z.ZodType>(item: T) => z.object({ repository: Place, items: z.array(item) });
export const PullRequestPayload = payloadSchema(PullRequest);
export const IssuePayload = payloadSchema(Issue);
export const MilestonePayload = payloadSchema(Milestone);
export const ReleasePayload = payloadSchema(Release);
export const DiscussionPayload = payloadSchema(Discussion);
export const DeploymentPayload = payloadSchema(Deployment);
export const BranchPayload = payloadSchema(Branch).extend({
  defaultBranch: z.string().nullable(),
  /** Branches that were there before. */
  gone: z.array(z.string()),
});
export const CommitPayload = payloadSchema(Commit).extend({ branch: z.string() });
export const TeamPayload = z.object({
  url: z.string(),
  /** Each member with the moment from which they are known to belong to the team. */
  items: z.array(
    Team.omit({ members: true }).extend({ members: z.array(Member.extend({ since: z.string() })) }),
  ),
  left: z.array(z.object({ team: z.string(), member: z.string(), since: z.string(), until: z.string() })),
  gone: z.array(z.string()),
});

export type GithubActor = z.infer<typeof Actor>;
export type GithubComment = z.infer<typeof InlineComment>;
export type GithubCommit = z.infer<typeof Commit>;
export type GithubSigner = z.infer<typeof Signer>;
export type GithubDiscussion = z.infer<typeof Discussion>;
export type GithubIssue = z.infer<typeof Issue>;
export type GithubPullRequest = z.infer<typeof PullRequest>;
export type GithubReview = z.infer<typeof Review>;
export type GithubTimelineItem = z.infer<typeof TimelineItem>;
export type GithubWork = z.infer<typeof Work>;
export type GithubBranch = z.infer<typeof Branch>;
export type GithubDeployment = z.infer<typeof Deployment>;
export type GithubMilestone = z.infer<typeof Milestone>;
export type GithubRelease = z.infer<typeof Release>;
export type GithubTeam = z.infer<typeof Team>;
export type ListedRepository = z.infer<typeof ListedRepository>;
