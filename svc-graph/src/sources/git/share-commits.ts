import type { GraphWriter } from '../../store/graph-writer.ts';
import { readSources } from '../../store/source-row.ts';
import { createTemp, deleteFrom, dropTemp, insertInto } from '../../store/statement.ts';
import type { Statement } from '../../store/statement.ts';
import { SHARED_COMMITS } from '../../store/org-catalogues.ts';

const SHARED = 'temp.shared_commits';

/** Each commit with each repository that holds it, and a source that says so. */
const HELD = `SELECT c."entityUuid" AS "fromUuid", h."entityUuid" AS "toUuid", min(c."sourceId") AS "sourceId"
  FROM "SourceRecord" c JOIN "SourceRecord" h ON h."sourceId" = c."sourceId" AND h.kind = 'Repository'
  WHERE c.kind = 'Commit' AND NOT c.deleted GROUP BY 1, 2`;
const PAIRS = `SELECT ("fromUuid", "toUuid")`;

/**
 * Links commits to all repositories that hold them, once two repositories of the org share one. Until then the
 * column on the commit says as much.
 */
const SHARE: readonly Statement[] = [
  createTemp(
    'shared_commits',
    `SELECT 1 AS found FROM (${HELD}) GROUP BY "fromUuid" HAVING count(*) > 1 LIMIT 1`,
  ),
  deleteFrom(
    'Relation',
    `relation = 'inRepository' AND ("fromUuid", "toUuid") NOT IN (${PAIRS} FROM (${HELD}))`,
  ),
  insertInto(
    'Relation',
    ['relation', 'fromUuid', 'toUuid', 'sourceId'],
    `SELECT 'inRepository', "fromUuid", "toUuid", "sourceId" FROM (${HELD}) WHERE EXISTS (FROM ${SHARED})
     AND ("fromUuid", "toUuid") NOT IN (${PAIRS} FROM "Relation" WHERE relation = 'inRepository')`,
  ),
  insertInto(
    'Meta',
    ['key', 'value'],
    `SELECT '${SHARED_COMMITS}', 'true' WHERE EXISTS (FROM ${SHARED})
     AND NOT EXISTS (SELECT 1 FROM "Meta" WHERE key = '${SHARED_COMMITS}')`,
  ),
  dropTemp('shared_commits'),
];

/** The statements that link commits to their repositories; none where the org has one source of git. */
export async function shareCommits(writer: GraphWriter): Promise<readonly Statement[]> {
  const sources = await readSources(writer);
  return sources.filter(({ type }) => type === 'git').length > 1 ? SHARE : [];
}
