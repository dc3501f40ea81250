import { recordGone } from '../../store/source-records.ts';
import { createTemp, deleteFrom, dropTemp, insertInto, update } from '../../store/statement.ts';
import type { Statement } from '../../store/statement.ts';
import { type History, claim } from './history.ts';
import { type Lineage, branchesInOrder, tagsInOrder } from './lineage.ts';
import { type Context, branchUuid, releaseUuid } from './normalise.ts';
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
  SELECT c."entityUuid" AS uuid, list_extract(from_json($5::JSON, '["UUID"]'), branch) AS "branchUuid",
    list_extract(from_json($6::JSON, '["UUID"]'), release) AS "releaseUuid"
  FROM given JOIN "SourceRecord" c ON c."externalId" = given.sha AND c.kind = 'Commit' AND c."sourceId" = $1`;

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
    context.sourceId,
    shas.join(' '),
    places(branches),
    places(tags),
    uuids(branches, branchUuid),
    uuids(tags, releaseUuid),
  ]);
}

/** Marks commits that no ref reaches as gone from the source. */
function deleteCommits({ sourceId }: Context): Statement[] {
  return recordGone({ sourceId, kind: 'Commit' }, `SELECT uuid FROM ${STAGED}`);
}

/** What no source has any more did not happen either. A commit that returns is read again, with its events. */
const HAPPENED_NO_MORE = `integration = 'git' AND "entityType" = 'Commit'
  AND "entityUuid" IN (SELECT uuid FROM "Commit" WHERE deleted)`;

/** Where a mailmap is gone, who wrote and who committed may be one address again, and that is told once. */
const WRITTEN_NO_MORE = `integration = 'git' AND action = 'authored' AND "entityUuid" IN
  (SELECT uuid FROM "Commit" WHERE "authorSignedUuid" = "committerSignedUuid" AND "committedAt" < "authoredAt" + INTERVAL 1 DAY)`;

/** Sets the branch of the staged commits; a commit of several repositories stays on the branch of its first. */
function moveToBranches({ repositoryUuid }: Context): Statement {
  const branch = `CASE WHEN t."repositoryUuid" = $1::UUID THEN s."branchUuid" ELSE t."branchUuid" END`;
  return update(
    'Commit',
    { deleted: 'false', branchUuid: branch },
    `FROM ${STAGED} s WHERE t.uuid = s.uuid AND (t.deleted OR t."branchUuid" IS DISTINCT FROM ${branch})`,
    [repositoryUuid],
  );
}

function include({ sourceId }: Context): Statement {
  return insertInto(
    'Relation',
    ['relation', 'fromUuid', 'toUuid', 'sourceId'],
    `SELECT 'includes', s."releaseUuid", s.uuid, $1::VARCHAR FROM ${STAGED} s WHERE s."releaseUuid" IS NOT NULL
       AND (s."releaseUuid", s.uuid) NOT IN (SELECT ("fromUuid", "toUuid") FROM "Relation" WHERE relation = 'includes')`,
    [sourceId],
  );
}

const LISTED = `SELECT unnest(from_json($2::JSON, '["UUID"]'))`;

/** Marks branches that are gone as deleted, unless another clone of the repository has them. */
function settleBranches({ refs }: HistoryShape, context: Context): Statement[] {
  const uuids = JSON.stringify(refs.branches.map(({ name }) => branchUuid(context, name)));
  return [
    ...recordGone({ sourceId: context.sourceId, kind: 'Branch' }, LISTED, [uuids]),
    update(
      'Branch',
      { status: `'deleted'`, statusCategory: `'done'` },
      `WHERE t."repositoryUuid" = $1::UUID AND t.deleted AND t.status <> 'deleted'`,
      [context.repositoryUuid],
    ),
  ];
}

/** A tag that was moved was released once, as it is now. */
const RELEASED_NO_MORE = `integration = 'git' AND action = 'released' AND uuid NOT IN (
    SELECT e.uuid FROM "Event" e JOIN "Release" r ON r.uuid = e."entityUuid" JOIN "Commit" c ON c.uuid = r."commitUuid"
    WHERE NOT r.deleted AND ends_with(e."sourceEventId", c.sha))`;

/** Links each release to the commits that it includes first, and marks removed releases as deleted. */
function settleReleases({ refs }: HistoryShape, context: Context): Statement[] {
  const uuids = JSON.stringify(refs.tags.map(({ name }) => releaseUuid(context, name)));
  return [
    deleteFrom('Relation', `relation = 'includes' AND "sourceId" = $1`, [context.sourceId]),
    ...recordGone({ sourceId: context.sourceId, kind: 'Release' }, LISTED, [uuids]),
    deleteFrom('Event', RELEASED_NO_MORE),
    include(context),
  ];
}

/** The commits that the source has. */
const COMMITS = `FROM "Commit" c JOIN "SourceRecord" r ON r."entityUuid" = c.uuid
  WHERE r."sourceId" = $1 AND r.kind = 'Commit' AND NOT r.deleted`;

/** Dates of the repository and its branches, computed from their commits; a shallow clone lacks the first one. */
function datesOf({ sourceId, repositoryUuid, isShallow }: Context): Statement[] {
  const first = isShallow ? 'NULL::TIMESTAMP' : 's.first';
  return [
    update(
      'Repository',
      { createdAt: first, updatedAt: 's.last' },
      `FROM (SELECT min(c."authoredAt") AS first, max(c."committedAt") AS last ${COMMITS}) s WHERE t.uuid = $2::UUID`,
      [sourceId, repositoryUuid],
    ),
    update(
      'Branch',
      { createdAt: first },
      `FROM (SELECT b.uuid, min(own.moment) AS first FROM "Branch" b
         LEFT JOIN (SELECT c."branchUuid" AS branch, c."committedAt" AS moment ${COMMITS}) own ON own.branch = b.uuid
         WHERE b."repositoryUuid" = $2::UUID GROUP BY 1) s WHERE t.uuid = s.uuid AND t."createdAt" IS DISTINCT FROM ${first}`,
      [sourceId, repositoryUuid],
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
    createTemp(SETTLED, GIVEN, [context.sourceId, ...staged, ...uuids]),
    moveToBranches(context),
    deleteFrom(
      'Relation',
      `relation = 'includes' AND "sourceId" = $1 AND "toUuid" IN (SELECT uuid FROM ${STAGED})`,
      [context.sourceId],
    ),
    include(context),
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
    ...deleteCommits(context),
    moveToBranches(context),
    deleteFrom('Event', HAPPENED_NO_MORE),
    deleteFrom('Event', WRITTEN_NO_MORE),
    ...settleBranches(shape, context),
    ...settleReleases(shape, context),
    dropTemp(SETTLED),
    ...deriveFromCommits(context),
  ];
}
