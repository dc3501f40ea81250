import { createTemp, deleteFrom, dropTemp, insertInto, update } from '../../store/statement.ts';
import type { Statement } from '../../store/statement.ts';
import { type History, claim } from './history.ts';
import { type Lineage, branchesInOrder, tagsInOrder } from './lineage.ts';
import type { Context } from './normalise.ts';
import { branchUuid, releaseUuid } from './normalise-refs.ts';
import type { Refs } from './refs.ts';
import { RESOLVE_PEOPLE } from './resolve-people.ts';

/** The reachable history of a repository and its refs, from which commits get a branch and a first release, or neither. */
export interface HistoryShape {
  readonly history: History;
  readonly refs: Refs;
  readonly defaultBranch: string | null;
}

const SETTLED = 'settled';
const STAGED = `temp.${SETTLED}`;

/** Each reachable commit with its branch and its first release, both as positions in lists. */
const GIVEN = `WITH given AS (SELECT unnest(string_split($2, ' ')) AS sha,
    TRY_CAST(unnest(string_split($3, ' ')) AS INTEGER) AS branch, TRY_CAST(unnest(string_split($4, ' ')) AS INTEGER) AS release)
  SELECT c.uuid, list_extract(from_json($5::JSON, '["UUID"]'), branch) AS "branchUuid",
    list_extract(from_json($6::JSON, '["UUID"]'), release) AS "releaseUuid"
  FROM given JOIN "Commit" c ON c.sha = given.sha AND c."repositoryUuid" = $1::UUID`;

function stageSettled(shape: HistoryShape, context: Context): Statement {
  const branches = branchesInOrder(shape.refs, shape.defaultBranch);
  const tags = tagsInOrder(shape.refs);
  const shas = [...shape.history.keys()];
  const places = (heads: readonly { sha: string }[]) => {
    const owner = claim(
      shape.history,
      heads.map(({ sha }) => sha),
    );
    return shas.map((sha) => String((owner.get(sha) ?? -1) + 1)).join(' ');
  };
  const uuids = (names: readonly { name: string }[], uuidOf: typeof branchUuid) =>
    JSON.stringify(names.map(({ name }) => uuidOf(context, name)));
  return createTemp(SETTLED, GIVEN, [
    context.repositoryUuid,
    shas.join(' '),
    places(branches),
    places(tags),
    uuids(branches, branchUuid),
    uuids(tags, releaseUuid),
  ]);
}

/** Marks commits that no ref reaches as deleted. */
function deleteCommits(context: Context): Statement {
  return update(
    'Commit',
    { deleted: 'true' },
    `WHERE t."repositoryUuid" = $1::UUID AND NOT t.deleted AND t.uuid NOT IN (SELECT uuid FROM ${STAGED})`,
    [context.repositoryUuid],
  );
}

/** Sets the branch of the staged commits. */
const MOVE_TO_BRANCHES = update(
  'Commit',
  { deleted: 'false', branchUuid: 's."branchUuid"' },
  `FROM ${STAGED} s WHERE t.uuid = s.uuid AND (t.deleted OR t."branchUuid" IS DISTINCT FROM s."branchUuid")`,
);

const INCLUDE = insertInto(
  'Relation',
  ['relation', 'fromUuid', 'toUuid'],
  `SELECT 'includes', "releaseUuid", uuid FROM ${STAGED} WHERE "releaseUuid" IS NOT NULL`,
);

/** Links each release to the commits that it includes first, and marks removed releases as deleted. */
function settleReleases(shape: HistoryShape, context: Context): Statement[] {
  const own = `"repositoryUuid" = $1::UUID`;
  const uuids = JSON.stringify(shape.refs.tags.map(({ name }) => releaseUuid(context, name)));
  return [
    deleteFrom(
      'Relation',
      `relation = 'includes' AND "fromUuid" IN (SELECT uuid FROM "Release" WHERE ${own})`,
      [context.repositoryUuid],
    ),
    update(
      'Release',
      { deleted: 'true' },
      `WHERE ${own} AND uuid NOT IN (SELECT unnest(from_json($2::JSON, '["UUID"]')))`,
      [context.repositoryUuid, uuids],
    ),
    INCLUDE,
  ];
}

const COMMITS = `FROM "Commit" c WHERE NOT c.deleted AND c."repositoryUuid" = $1::UUID`;

/** Dates of the repository and its branches, computed from their commits. */
function datesOf({ repositoryUuid }: Context): Statement[] {
  return [
    update(
      'Repository',
      { createdAt: 's.first', updatedAt: 's.last' },
      `FROM (SELECT min(c."authoredAt") AS first, max(c."committedAt") AS last ${COMMITS}) s WHERE t.uuid = $1::UUID`,
      [repositoryUuid],
    ),
    update(
      'Branch',
      { createdAt: 's.first' },
      `FROM (SELECT c."branchUuid" AS uuid, min(c."committedAt") AS first ${COMMITS} GROUP BY 1) s WHERE t.uuid = s.uuid`,
      [repositoryUuid],
    ),
  ];
}

/** Corrects branch and release of commits whose children were read after them. */
export function correctCommits(lineage: Lineage, context: Context): Statement[] {
  const { shas, branches, releases } = lineage.corrections();
  if (shas.length === 0) return [];
  const staged = [shas, branches, releases].map((list) => list.join(' '));
  const uuids = [lineage.branchUuids, lineage.releaseUuids].map((list) => JSON.stringify(list));
  return [
    createTemp(SETTLED, GIVEN, [context.repositoryUuid, ...staged, ...uuids]),
    MOVE_TO_BRANCHES,
    deleteFrom('Relation', `relation = 'includes' AND "toUuid" IN (SELECT uuid FROM ${STAGED})`),
    INCLUDE,
    dropTemp(SETTLED),
  ];
}

/** Updates what is derived from all commits. */
export function deriveFromCommits(context: Context): Statement[] {
  return [...datesOf(context), ...RESOLVE_PEOPLE];
}

/** Aligns branches, releases, deleted commits and everything derived from them with the history. */
export function alignWithHistory(shape: HistoryShape, context: Context): Statement[] {
  return [
    stageSettled(shape, context),
    deleteCommits(context),
    MOVE_TO_BRANCHES,
    ...settleReleases(shape, context),
    dropTemp(SETTLED),
    ...deriveFromCommits(context),
  ];
}
