const USER = '{ __typename id login name url avatarUrl }';
const ACTOR =
  '{ __typename login url avatarUrl ... on User { id name } ... on Bot { id } ... on Mannequin { id } ... on Organization { id } }';
/** Servers of some years ago know fewer kinds of reviewers, and refuse a question that names others. */
const PERSON =
  '{ __typename ... on User { id login name url avatarUrl } ... on Mannequin { id login url avatarUrl } }';
const PAGE = 'pageInfo { hasNextPage endCursor }';
const COMMENT = `id url body createdAt updatedAt author ${ACTOR}`;
const INLINE = `nodes { ${COMMENT} path line } ${PAGE}`;
const REVIEW = `nodes { id url body state submittedAt createdAt updatedAt author ${ACTOR} comments(first: 30) { ${INLINE} } } ${PAGE}`;
const WORK = `id url number title body state createdAt updatedAt closedAt author ${ACTOR} milestone { id title }
  labels(first: 50) { nodes { name } } assignees(first: 20) { nodes ${USER} }`;
const SIGNER = `{ name email date user ${USER} }`;
const COMMIT = `oid url message authoredDate committedDate author ${SIGNER} committer ${SIGNER}`;
const REPLIES = `replies(first: 30) { nodes { ${COMMENT} } ${PAGE} }`;
const comments = (first: number) => `comments(first: ${String(first)}) { nodes { ${COMMENT} } ${PAGE} }`;
const FILES = `nodes { path additions deletions changeType } ${PAGE}`;
const NEWEST =
  '(first: 1, orderBy: { field: UPDATED_AT, direction: DESC }) { totalCount nodes { updatedAt } }';
const ORDER = 'after: $after, orderBy: { field: UPDATED_AT, direction: DESC }';

/** The entries of timelines that are read, each with the fields that only it has. */
const SHARED_ITEMS = {
  CLOSED: ['ClosedEvent', ''],
  REOPENED: ['ReopenedEvent', ''],
  ASSIGNED: ['AssignedEvent', `assignee ${PERSON}`],
  UNASSIGNED: ['UnassignedEvent', `assignee ${PERSON}`],
} as const;
const ITEMS = {
  pullRequest: {
    ...SHARED_ITEMS,
    READY_FOR_REVIEW: ['ReadyForReviewEvent', ''],
    CONVERT_TO_DRAFT: ['ConvertToDraftEvent', ''],
    REVIEW_REQUESTED: ['ReviewRequestedEvent', `requestedReviewer ${PERSON}`],
    REVIEW_REQUEST_REMOVED: ['ReviewRequestRemovedEvent', `requestedReviewer ${PERSON}`],
  },
  issue: {
    ...SHARED_ITEMS,
    CLOSED: ['ClosedEvent', 'stateReason'],
    MILESTONED: ['MilestonedEvent', 'milestoneTitle'],
    DEMILESTONED: ['DemilestonedEvent', 'milestoneTitle'],
  },
} as const;

function timeline(of: keyof typeof ITEMS, first: number, after = ''): string {
  const items: [string, readonly [string, string]][] = Object.entries(ITEMS[of]);
  const types = items.map(([name]) => `${name}_EVENT`).join(', ');
  const parts = items.map(([, [type, more]]) => `... on ${type} { id createdAt actor ${ACTOR} ${more} }`);
  return `timelineItems(first: ${String(first)}, ${after}itemTypes: [${types}]) { nodes { __typename ${parts.join(' ')} } ${PAGE} }`;
}

const CREATED = 'orderBy: { field: CREATED_AT, direction: DESC }';
const MEMBERS = (more: string) => `members(first: 100${more}) { edges { role node ${USER} } ${PAGE} }`;
const TEAM = `nodes { id name description url createdAt updatedAt parentTeam { id } ${MEMBERS('')} } ${PAGE}`;

/** Parts of what is asked about an owner that a token may lack the right to. */
const PARTS = {
  milestones: `milestones(first: 100, orderBy: { field: UPDATED_AT, direction: DESC }) { totalCount nodes { id title updatedAt } }`,
  releases: `releases(first: 5, ${CREATED}) { totalCount nodes { updatedAt } }`,
  deployments: `deployments(first: 10, ${CREATED}) { totalCount nodes { updatedAt environment } }`,
  discussions: `discussions${NEWEST}`,
  refs: 'refs(refPrefix: "refs/heads/", first: 1) { totalCount }',
};
export const OWNER_PARTS: readonly string[] = [...Object.keys(PARTS), 'teams'];

/** Asks for the repositories of an owner, each with its latest changes, so that what is unchanged costs nothing more. */
export function repositoriesQuery(parts: readonly string[], isFirst: boolean): string {
  const asked = Object.entries(PARTS).flatMap(([name, part]) => (parts.includes(name) ? [part] : []));
  const teams =
    isFirst && parts.includes('teams') ? `... on Organization { teams(first: 50) { ${TEAM} } }` : '';
  return `query repositories($owner: String!, $after: String) {
  repositoryOwner(login: $owner) { id url ${teams} repositories(first: 100, after: $after, ownerAffiliations: OWNER) {
    nodes { id name nameWithOwner url description createdAt isArchived isPrivate pushedAt defaultBranchRef { name target { oid } }
      pullRequests${NEWEST} issues${NEWEST} ${asked.join(' ')} } ${PAGE} } } }`;
}

/** Pages of a repository: the latest change first, of releases and deployments the latest one. */
export const LISTS = {
  pullRequests: `query pullRequests($id: ID!, $after: String) { node(id: $id) { ... on Repository {
    pullRequests(first: 50, ${ORDER}) { nodes { ${WORK} isDraft mergedAt baseRefName headRefName additions deletions changedFiles
      isCrossRepository headRef { name } mergedBy ${ACTOR} mergeCommit { oid }
      commits(first: 100) { totalCount nodes { commit { ${COMMIT} } } ${PAGE} } closingIssuesReferences(first: 50) { nodes { id } }
      files(first: 100) { ${FILES} }
      reviews(first: 50) { ${REVIEW} } ${comments(50)} ${timeline('pullRequest', 50)} } ${PAGE} } } } }`,
  issues: `query issues($id: ID!, $after: String) { node(id: $id) { ... on Repository {
    issues(first: 100, ${ORDER}) { nodes { ${WORK} stateReason ${comments(100)} ${timeline('issue', 50)} } ${PAGE} } } } }`,
  milestones: `query milestones($id: ID!, $after: String) { node(id: $id) { ... on Repository {
    milestones(first: 100, ${ORDER}) { nodes { id title description url state createdAt updatedAt closedAt dueOn creator ${ACTOR} } ${PAGE} } } } }`,
  releases: `query releases($id: ID!, $after: String) { node(id: $id) { ... on Repository {
    releases(first: 100, after: $after, ${CREATED}) { nodes { id name tagName description url isDraft isPrerelease createdAt
      updatedAt publishedAt author ${USER} tagCommit { oid } } ${PAGE} } } } }`,
  deployments: `query deployments($id: ID!, $after: String) { node(id: $id) { ... on Repository {
    deployments(first: 100, after: $after, ${CREATED}) { nodes { id environment latestEnvironment createdAt updatedAt commitOid
      ref { name } creator ${ACTOR} statuses(first: 30) { nodes { state createdAt } } } ${PAGE} } } } }`,
  discussions: `query discussions($id: ID!, $after: String) { node(id: $id) { ... on Repository {
    discussions(first: 50, ${ORDER}) { nodes { id number title url body createdAt updatedAt author ${ACTOR}
      comments(first: 50) { nodes { ${COMMENT} ${REPLIES} } ${PAGE} } } ${PAGE} } } } }`,
};

/** The branches of a repository. */
export const BRANCHES = `query refs($id: ID!, $after: String) { node(id: $id) { ... on Repository {
  refs(refPrefix: "refs/heads/", first: 100, after: $after) { nodes { name target { oid ... on Commit { committedDate } } } ${PAGE} } } } }`;

/** The commits that a branch reaches, the latest first. Lists within commits cost more than all else, so no other question has any. */
export const HISTORY = `query history($id: ID!, $oid: GitObjectID!, $after: String, $since: GitTimestamp) { node(id: $id) { ... on Repository {
  object(oid: $oid) { ... on Commit { history(first: 100, after: $after, since: $since) { totalCount
    nodes { ${COMMIT} parents(first: 10) { nodes { oid } } additions deletions changedFilesIfAvailable } ${PAGE} } } } } } }`;

/** What did not fit into a page. */
export const MORE = {
  reviews: `query reviews($id: ID!, $after: String) { node(id: $id) { ... on PullRequest {
    reviews(first: 100, after: $after) { ${REVIEW} } } } }`,
  commits: `query commits($id: ID!, $after: String) { node(id: $id) { ... on PullRequest {
    commits(first: 100, after: $after) { totalCount nodes { commit { ${COMMIT} } } ${PAGE} } } } }`,
  files: `query files($id: ID!, $after: String) { node(id: $id) { ... on PullRequest {
    files(first: 100, after: $after) { ${FILES} } } } }`,
  comments: `query comments($id: ID!, $after: String) { node(id: $id) {
    ... on PullRequest { comments(first: 100, after: $after) { nodes { ${COMMENT} } ${PAGE} } }
    ... on Issue { comments(first: 100, after: $after) { nodes { ${COMMENT} } ${PAGE} } }
    ... on PullRequestReview { comments(first: 100, after: $after) { ${INLINE} } } } }`,
  timelineItems: `query timelineItems($id: ID!, $after: String) { node(id: $id) {
    ... on PullRequest { ${timeline('pullRequest', 100, 'after: $after, ')} }
    ... on Issue { ${timeline('issue', 100, 'after: $after, ')} } } }`,
  /** Apart from other comments, because older servers know no discussions. */
  discussionComments: `query comments($id: ID!, $after: String) { node(id: $id) { ... on Discussion {
    comments(first: 100, after: $after) { nodes { ${COMMENT} ${REPLIES} } ${PAGE} } } } }`,
  replies: `query replies($id: ID!, $after: String) { node(id: $id) { ... on DiscussionComment {
    replies(first: 100, after: $after) { nodes { ${COMMENT} } ${PAGE} } } } }`,
  teams: `query teams($id: ID!, $after: String) { node(id: $id) { ... on Organization {
    teams(first: 50, after: $after) { ${TEAM} } } } }`,
  members: `query members($id: ID!, $after: String) { node(id: $id) { ... on Team { ${MEMBERS(', after: $after')} } } }`,
};
