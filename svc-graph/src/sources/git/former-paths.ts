import { createTemp, deleteFrom, dropTemp, insertInto, update } from '../../store/statement.ts';
import type { Statement } from '../../store/statement.ts';
import { gitOutput } from './git.ts';
import type { Context } from './normalise.ts';
import { ALL_REFS } from './refs.ts';

/**
 * Joins the history of files across renames, as `git log --follow` does: from the latest rename of a file back to
 * the path before it, and so on. A path that another file takes later keeps that file's commits apart.
 */

const RENAMES = 'renames_of_files';
const CHAINS = 'chains_of_renames';
const EARLIER = 'commits_before_renames';
const CHANGES = 'changes_of_former_paths';

const ORDER = 'order_of_commits';

/** The commits of the repository with their moments: the later one has the greater moment. */
const ORDERED = `SELECT c.uuid, c."filesRenamed", c."filesRenamedFrom", c."totalFilesRenamed", o.moment
  FROM (SELECT unnest(shas) AS sha, len(shas) - generate_subscripts(shas, 1) + 1 AS moment
    FROM (SELECT string_split($2, ' ') AS shas)) o
  JOIN "SourceRecord" r ON r."externalId" = o.sha AND r.kind = 'Commit' AND r."sourceId" = $1 AND NOT r.deleted
  JOIN "Commit" c ON c.uuid = r."entityUuid"`;

/** Each rename, with the moment of the rename that the file had before; 0 when it had none. */
const FOUND = `WITH renamed AS (
    SELECT moment, unnest("filesRenamed") AS now, unnest("filesRenamedFrom") AS was
    FROM temp.${ORDER} WHERE "totalFilesRenamed" > 0),
  files AS (SELECT uuid, path FROM "SourceFile" WHERE "repositoryUuid" = $1::UUID),
  known AS (SELECT r.moment, n.uuid AS now, w.uuid AS was, r.was AS path
    FROM renamed r JOIN files n ON n.path = r.now JOIN files w ON w.path = r.was)
  SELECT k.*, coalesce(p.moment, 0) AS before FROM known k ASOF LEFT JOIN known p ON p.now = k.was AND k.moment > p.moment`;

/**
 * Each change of a path that a file once had, with the moment of the rename that the path had before. A path that files
 * leave and come back to has many renames: by this moment a change is found among all of them.
 */
const CHANGED = `SELECT e."fromUuid", e."toUuid" AS path, e.moment, coalesce(r.moment, 0) AS before
  FROM (SELECT DISTINCT t."fromUuid", t."toUuid", o.moment FROM "Relation" t JOIN temp.${ORDER} o ON o.uuid = t."fromUuid"
    WHERE t.relation = 'touches' AND t."toUuid" IN (SELECT was FROM temp.${RENAMES})) e
  ASOF LEFT JOIN temp.${RENAMES} r ON r.now = e."toUuid" AND e.moment >= r.moment`;

/** The former paths of the files of a range, the latest first. */
const followed = (range: string) => `WITH RECURSIVE chain AS (
    SELECT now AS file, was, path, moment, before, 1 AS step FROM
      (SELECT * FROM temp.${RENAMES} WHERE ${range} QUALIFY row_number() OVER (PARTITION BY now ORDER BY moment DESC) = 1)
    UNION ALL
    SELECT c.file, r.was, r.path, r.moment, r.before, c.step + 1
    FROM chain c JOIN temp.${RENAMES} r ON r.now = c.was AND r.moment = c.before)
  SELECT * FROM chain WHERE was <> file`;

const TOUCHED = `SELECT DISTINCT e."fromUuid", c.file AS "toUuid"
  FROM temp.${CHAINS} c JOIN temp.${CHANGES} e ON e.path = c.was AND e.before = c.before
  WHERE e.moment < c.moment`;

const RELATION = 'touchedBefore';

/** Lists every reachable commit, children before their parents. */
export async function childrenFirst(path: string): Promise<string[]> {
  const listed = await gitOutput(path, ['rev-list', ...ALL_REFS]);
  return listed.toString('latin1').trim().split('\n');
}

/** Orders commits by date, children before their parents. */
export function inOrder(
  parents: ReadonlyMap<string, readonly string[]>,
  dates: ReadonlyMap<string, number | null>,
): string[] {
  const children = new Map<string, number>();
  for (const list of parents.values())
    for (const parent of list) children.set(parent, (children.get(parent) ?? 0) + 1);
  const passed = new Set<string>();
  const ordered: string[] = [];
  const latest = [...parents.keys()].toSorted(
    (left, right) => (dates.get(right) ?? 0) - (dates.get(left) ?? 0),
  );
  for (const next of latest) {
    passed.add(next);
    const free = (children.get(next) ?? 0) === 0 ? [next] : [];
    for (let sha = free.pop(); sha !== undefined; sha = free.pop()) {
      ordered.push(sha);
      for (const parent of parents.get(sha) ?? []) {
        const left = (children.get(parent) ?? 0) - 1;
        children.set(parent, left);
        if (left === 0 && passed.has(parent)) free.push(parent);
      }
    }
  }
  return ordered;
}

/** Commits of which the files are followed at once; a range of them needs memory in proportion. */
const COMMITS_AT_ONCE = 20_000;

/** The files of one range of so many. */
const rangeOf = (column: string, index: number, count: number): string =>
  count === 1 ? 'true' : `hash(${column}) % ${String(count)} = ${String(index)}`;

/** Joins the histories of the files of one range. */
function followRange({ sourceId, repositoryUuid }: Context, index: number, count: number): Statement[] {
  const own = [repositoryUuid];
  const files = `SELECT uuid FROM "SourceFile" WHERE "repositoryUuid" = $1::UUID AND ${rangeOf('uuid', index, count)}`;
  return [
    createTemp(CHAINS, followed(rangeOf('now', index, count))),
    createTemp(EARLIER, TOUCHED),
    update(
      'SourceFile',
      { formerPaths: 's.paths' },
      `FROM (SELECT f.uuid, p.paths FROM (${files}) f LEFT JOIN (SELECT file, list(path ORDER BY step) AS paths
         FROM (SELECT file, path, min(step) AS step FROM temp.${CHAINS} GROUP BY ALL) GROUP BY 1) p ON p.file = f.uuid) s
       WHERE t.uuid = s.uuid AND t."formerPaths" IS DISTINCT FROM s.paths`,
      own,
    ),
    deleteFrom(
      'Relation',
      `relation = '${RELATION}' AND "toUuid" IN (${files}) AND "sourceId" = $2
       AND ("fromUuid", "toUuid") NOT IN (SELECT ("fromUuid", "toUuid") FROM temp.${EARLIER})`,
      [repositoryUuid, sourceId],
    ),
    insertInto(
      'Relation',
      ['relation', 'fromUuid', 'toUuid', 'sourceId'],
      `SELECT '${RELATION}', "fromUuid", "toUuid", $1::VARCHAR FROM temp.${EARLIER}
       WHERE ("fromUuid", "toUuid") NOT IN (SELECT ("fromUuid", "toUuid") FROM "Relation" WHERE relation = '${RELATION}')`,
      [sourceId],
    ),
    ...[EARLIER, CHAINS].map(dropTemp),
  ];
}

/**
 * Computes former paths of files, and the commits that changed them under these; `shas` has children first. Files are
 * followed in ranges, so a long history needs no more memory than a short one.
 */
export function followRenames(
  context: Context,
  shas: readonly string[],
  ranges = Math.ceil(shas.length / COMMITS_AT_ONCE),
): Statement[] {
  return [
    createTemp(ORDER, ORDERED, [context.sourceId, shas.join(' ')]),
    createTemp(RENAMES, FOUND, [context.repositoryUuid]),
    createTemp(CHANGES, CHANGED),
    ...Array.from({ length: ranges }, (_, index) => followRange(context, index, ranges)).flat(),
    ...[CHANGES, RENAMES, ORDER].map(dropTemp),
  ];
}
