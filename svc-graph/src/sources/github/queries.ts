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
const comments = (first: number) => `comments(first: ${String(first)}) { nodes { ${COMMENT} } ${PAGE} }`;
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

/** The repositories of an owner, each with its latest change, so that an unchanged one costs nothing more. */
export const REPOSITORIES = `query repositories($owner: String!, $after: String) {
  repositoryOwner(login: $owner) { repositories(first: 100, after: $after, ownerAffiliations: OWNER) {
    nodes { id name url description createdAt isArchived pullRequests${NEWEST} issues${NEWEST} } ${PAGE} } } }`;

/** Pages of a repository, the latest change first. */
export const LISTS = {
  pullRequests: `query pullRequests($id: ID!, $after: String) { node(id: $id) { ... on Repository {
    pullRequests(first: 50, ${ORDER}) { nodes { ${WORK} isDraft mergedAt baseRefName headRefName additions deletions changedFiles
      mergedBy ${ACTOR} mergeCommit { oid } closingIssuesReferences(first: 50) { nodes { id } }
      reviews(first: 50) { ${REVIEW} } ${comments(50)} ${timeline('pullRequest', 50)} } ${PAGE} } } } }`,
  issues: `query issues($id: ID!, $after: String) { node(id: $id) { ... on Repository {
    issues(first: 100, ${ORDER}) { nodes { ${WORK} stateReason ${comments(100)} ${timeline('issue', 50)} } ${PAGE} } } } }`,
};

/** What did not fit into a page. */
export const MORE = {
  reviews: `query reviews($id: ID!, $after: String) { node(id: $id) { ... on PullRequest {
    reviews(first: 100, after: $after) { ${REVIEW} } } } }`,
  comments: `query comments($id: ID!, $after: String) { node(id: $id) {
    ... on PullRequest { comments(first: 100, after: $after) { nodes { ${COMMENT} } ${PAGE} } }
    ... on Issue { comments(first: 100, after: $after) { nodes { ${COMMENT} } ${PAGE} } }
    ... on PullRequestReview { comments(first: 100, after: $after) { ${INLINE} } } } }`,
  timelineItems: `query timelineItems($id: ID!, $after: String) { node(id: $id) {
    ... on PullRequest { ${timeline('pullRequest', 100, 'after: $after, ')} }
    ... on Issue { ${timeline('issue', 100, 'after: $after, ')} } } }`,
};
