import type { GraphWriter } from '../store/graph-writer.ts';
import { type Row, type Statement, loadStatements, stage } from '../store/load.ts';
import { type History, claim } from './history.ts';
import { type Context, commitUuid } from './normalise.ts';
import { branchUuid, releaseUuid } from './normalise-refs.ts';
import type { Refs } from './refs.ts';

/** What a repository's shape says about each commit: whether it is still there, its branch, its first release. */
export interface Shape {
  readonly history: History;
  readonly refs: Refs;
  readonly defaultBranch: string | null;
}

function branchesInOrder({ refs, defaultBranch }: Shape) {
  const first = refs.branches.filter(({ name }) => name === defaultBranch);
  const others = refs.branches.filter(({ name }) => name !== defaultBranch);
  return [...first, ...others.toSorted((left, right) => right.committedAt - left.committedAt)];
}

function releaseEdges(shape: Shape, context: Context): Row[] {
  const tags = shape.refs.tags.toSorted(
    (left, right) => left.at - right.at || (left.name < right.name ? -1 : 1),
  );
  const owner = claim(
    shape.history,
    tags.map(({ sha }) => sha),
  );
  const uuids = tags.map(({ name }) => releaseUuid(context, name));
  return [...owner].map(([sha, index]) => ({
    relation: 'includes',
    fromUuid: uuids[index] ?? '',
    toUuid: commitUuid(context, sha),
  }));
}

const STAGED = 'temp."settled"';

/** Whether each commit is still there, and on which branch. */
function settleCommits(shape: Shape, context: Context): Statement[] {
  const branches = branchesInOrder(shape);
  const owner = claim(
    shape.history,
    branches.map(({ sha }) => sha),
  );
  const uuids = branches.map(({ name }) => branchUuid(context, name));
  const rows = [...shape.history.keys()].map((sha) => ({
    uuid: commitUuid(context, sha),
    branchUuid: uuids[owner.get(sha) ?? -1] ?? null,
  }));
  const own = `t."repositoryUuid" = $1::UUID`;
  const gone = `UPDATE "Commit" t SET deleted = true WHERE ${own} AND NOT t.deleted`;
  if (rows.length === 0) return [{ sql: gone, params: [context.repositoryUuid] }];
  return [
    stage('settled', 'Commit', rows),
    { sql: `${gone} AND t.uuid NOT IN (SELECT uuid FROM ${STAGED})`, params: [context.repositoryUuid] },
    {
      sql: `UPDATE "Commit" t SET deleted = false, "branchUuid" = s."branchUuid" FROM ${STAGED} s
            WHERE t.uuid = s.uuid AND (t.deleted OR t."branchUuid" IS DISTINCT FROM s."branchUuid")`,
      params: [],
    },
    { sql: `DROP TABLE ${STAGED}`, params: [] },
  ];
}

/** Which release first held each commit, and which releases are gone. */
function settleReleases(shape: Shape, context: Context): Statement[] {
  const own = `"repositoryUuid" = $1::UUID`;
  const uuids = JSON.stringify(shape.refs.tags.map(({ name }) => releaseUuid(context, name)));
  return [
    {
      sql: `DELETE FROM "Relation" WHERE relation = 'includes' AND "fromUuid" IN (SELECT uuid FROM "Release" WHERE ${own})`,
      params: [context.repositoryUuid],
    },
    {
      sql: `UPDATE "Release" SET deleted = true
            WHERE ${own} AND NOT list_contains(from_json($2::JSON, '["UUID"]'), uuid)`,
      params: [context.repositoryUuid, uuids],
    },
    ...loadStatements({ table: 'Relation', rows: releaseEdges(shape, context), append: true }),
  ];
}

const COMMITS = `FROM "Commit" c WHERE NOT c.deleted AND c."repositoryUuid" = $1::UUID`;

/** What follows from the commits that are there: dates of the repository and its branches. */
const FROM_COMMITS = [
  `UPDATE "Repository" r SET "createdAt" = s.first, "updatedAt" = s.last
   FROM (SELECT min(c."authoredAt") AS first, max(c."committedAt") AS last ${COMMITS}) s WHERE r.uuid = $1::UUID`,
  `UPDATE "Branch" b SET "createdAt" = s.first
   FROM (SELECT c."branchUuid" AS uuid, min(c."committedAt") AS first ${COMMITS} GROUP BY 1) s WHERE b.uuid = s.uuid`,
];

/** The person that each account was last linked to; a mailmap wins over a mere address. */
const LINKED = `SELECT i.emails[1] AS email, arg_max(l."personUuid", (l.method = 'mailmap', l."linkedAt")) AS person,
  bool_or(l.method = 'mailmap') AS mapped, count(DISTINCT l."personUuid") FILTER (l.method = 'mailmap') AS people
  FROM "Identity" i JOIN "IdentityLink" l ON l."identityUuid" = i.uuid WHERE len(i.emails) > 0 GROUP BY 1`;

/** Addresses that a mailmap of the org gives to one person: address → person. */
export async function knownPeople(writer: GraphWriter): Promise<Map<string, string>> {
  const rows = await writer.rows<{ email: string; person: string }>(
    `SELECT email, person FROM (${LINKED}) WHERE mapped AND people = 1`,
  );
  return new Map(rows.map(({ email, person }) => [email, person]));
}

const MOVED = `(SELECT p.uuid AS was, k.person AS now FROM (${LINKED}) k
  JOIN "Person" p ON p.email = k.email AND p.uuid <> k.person WHERE k.mapped AND k.people = 1 AND NOT p.deleted) m`;

/** Hands what a person did under an address to the one a mailmap of another repository names; nothing is lost. */
const FROM_PEOPLE = [
  ...[
    ['Commit', 'authorUuid'],
    ['Commit', 'committerUuid'],
    ['Release', 'authorUuid'],
    ['Event', 'actorUuid'],
  ].map(
    ([table, column]) =>
      `UPDATE "${table}" t SET "${column}" = m.now FROM ${MOVED} WHERE t."${column}" = m.was`,
  ),
  `UPDATE "Person" t SET deleted = true FROM ${MOVED} WHERE t.uuid = m.was`,
  `UPDATE "Person" p SET emails = s.emails FROM (SELECT l."personUuid" AS uuid, list_sort(list_distinct(flatten(list(i.emails)))) AS emails
   FROM "IdentityLink" l JOIN "Identity" i ON i.uuid = l."identityUuid" GROUP BY 1) s WHERE p.uuid = s.uuid`,
];

/** Brings what is derived from all commits up to date. */
export function derive(context: Context): Statement[] {
  return [
    ...FROM_COMMITS.map((sql) => ({ sql, params: [context.repositoryUuid] })),
    ...FROM_PEOPLE.map((sql) => ({ sql, params: [] })),
  ];
}

/** Brings branches, releases, reachability and all that follows from them in line with the shape. */
export function settle(shape: Shape, context: Context): Statement[] {
  return [...settleCommits(shape, context), ...settleReleases(shape, context), ...derive(context)];
}
