const ACTOR = `{ __typename login url ... on User { id name } ... on Bot { id } ... on Mannequin { id } ... on Organization { id } }`;
const PAGE = 'pageInfo { hasNextPage endCursor }';
const COMMENT = `id url body createdAt updatedAt author ${ACTOR}`;
const INLINE = `nodes { ${COMMENT} path line } ${PAGE}`;
const REVIEW = `nodes { id url body state submittedAt createdAt updatedAt author ${ACTOR} comments(first: 30) { ${INLINE} } } ${PAGE}`;
const WORK = `id url number title body state createdAt updatedAt closedAt author ${ACTOR}
  labels(first: 50) { nodes { name } } assignees(first: 20) { nodes ${ACTOR} }`;
const comments = (first: number) => `comments(first: ${String(first)}) { nodes { ${COMMENT} } ${PAGE} }`;
const NEWEST =
  '(first: 1, orderBy: { field: UPDATED_AT, direction: DESC }) { totalCount nodes { updatedAt } }';
const ORDER = 'after: $after, orderBy: { field: UPDATED_AT, direction: DESC }';

/** The repositories of an owner, each with its latest change, so that an unchanged one costs nothing more. */
export const REPOSITORIES = `query repositories($owner: String!, $after: String) {
  repositoryOwner(login: $owner) { repositories(first: 100, after: $after, ownerAffiliations: OWNER) {
    nodes { id name url description createdAt isArchived isPrivate pullRequests${NEWEST} issues${NEWEST} } ${PAGE} } } }`;

/** Pages of a repository, the latest change first. */
export const LISTS = {
  pullRequests: `query pullRequests($id: ID!, $after: String) { node(id: $id) { ... on Repository {
    pullRequests(first: 50, ${ORDER}) { nodes { ${WORK} isDraft mergedAt baseRefName headRefName additions deletions changedFiles
      mergedBy ${ACTOR} mergeCommit { oid } reviews(first: 50) { ${REVIEW} } ${comments(50)} } ${PAGE} } } } }`,
  issues: `query issues($id: ID!, $after: String) { node(id: $id) { ... on Repository {
    issues(first: 100, ${ORDER}) { nodes { ${WORK} ${comments(100)} } ${PAGE} } } } }`,
};

/** What did not fit into a page. */
export const MORE = {
  reviews: `query reviews($id: ID!, $after: String) { node(id: $id) { ... on PullRequest {
    reviews(first: 100, after: $after) { ${REVIEW} } } } }`,
  comments: `query comments($id: ID!, $after: String) { node(id: $id) {
    ... on PullRequest { comments(first: 100, after: $after) { nodes { ${COMMENT} } ${PAGE} } }
    ... on Issue { comments(first: 100, after: $after) { nodes { ${COMMENT} } ${PAGE} } }
    ... on PullRequestReview { comments(first: 100, after: $after) { ${INLINE} } } } }`,
};
