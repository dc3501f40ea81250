import { Uuids } from '../../store/columns.ts';
import { momentSql } from '../../store/load.ts';
import { createTemp, dropTemp, insertInto, update } from '../../store/statement.ts';
import type { Statement } from '../../store/statement.ts';
import type { TransactionStep } from '../../store/transaction.ts';
import type { RepositoryFacts } from './facts.ts';
import { bytesOf, gitOutput, readText } from './git.ts';
import { type Context, fileUuid } from './normalise.ts';

/** The files of the default branch: their uuids, and their paths joined by NUL. */
export interface FilesOfHead {
  readonly uuids: Uuids;
  readonly paths: string;
}

/** Lists the files of the head of the default branch, else of what is checked out; undefined when git cannot. */
export async function filesOfHead(
  { gitDir }: RepositoryFacts,
  context: Context,
  top: string | undefined,
): Promise<FilesOfHead | undefined> {
  const listed = await gitOutput(gitDir, [
    'ls-tree',
    '-r',
    '-z',
    '--name-only',
    '--full-tree',
    top ?? 'HEAD',
  ]).catch(() => undefined);
  if (!listed) return undefined;
  const paths = listed.toString('latin1').split('\0').slice(0, -1);
  return {
    uuids: Uuids.of(paths.map((path) => fileUuid(context, path))),
    paths: paths.map(readText).join('\0'),
  };
}

const UUIDS = 'uuids_of_head';
const LISTED = 'files_of_head';
const COLUMNS = [
  'uuid',
  'path',
  'externalId',
  'name',
  'directory',
  'topFolder',
  'extension',
  'repositoryUuid',
  'integration',
  'deleted',
  'removed',
  'firstObservedAt',
  'observedAt',
];

/** Files that only a merge brought; no commit says that it changed them. */
const OF_MERGES = `SELECT uuid, path, path, name, if(name = path, '/', left(path, before - 1)),
    if(name = path, '/', split_part(path, '/', 1)), lower(nullif(regexp_extract(name, '.[.]([^.]*)$', 1), '')),
    $1::UUID, 'git', false, false, ${momentSql('$2')}, ${momentSql('$2')}
  FROM (SELECT *, length(path) - length(name) AS before
    FROM (SELECT *, string_split(path, '/')[-1] AS name FROM temp.${LISTED}))
  WHERE uuid NOT IN (SELECT uuid FROM "SourceFile")`;

/** Records that the source knows the files of a temporary table. */
function recordFiles({ sourceId, observedAt }: Context, table: string): Statement {
  return insertInto(
    'SourceRecord',
    ['entityUuid', 'kind', 'sourceId', 'externalId', 'firstSeen', 'lastSeen', 'deleted'],
    `SELECT uuid, 'SourceFile', $1::VARCHAR, path, ${momentSql('$2')},
       ${momentSql('$2')}, false FROM temp.${table}
     WHERE uuid NOT IN (SELECT "entityUuid" FROM "SourceRecord" WHERE "sourceId" = $1)`,
    [sourceId, String(observedAt)],
  );
}

/** Marks files as removed, or as present, where `there` says otherwise. */
const markRemoved = ({ repositoryUuid }: Context, there: string): Statement =>
  update(
    'SourceFile',
    { removed: 'NOT removed' },
    `WHERE "repositoryUuid" = $1::UUID AND removed = (${there})`,
    [repositoryUuid],
  );

/** Adds files that only a merge brought, and marks those that left the default branch or came back to it. */
export function alignFiles(context: Context, head: FilesOfHead | undefined): TransactionStep[] {
  if (!head) return [];
  if (head.uuids.length === 0) return [markRemoved(context, 'false')];
  const { repositoryUuid, observedAt } = context;
  return [
    { table: UUIDS, rows: head.uuids.length, columns: [head.uuids.column('uuid')] },
    createTemp(
      LISTED,
      `SELECT * FROM temp.${UUIDS} POSITIONAL JOIN (SELECT unnest(string_split($1, chr(0))) AS path)`,
      [head.paths],
    ),
    insertInto('SourceFile', COLUMNS, OF_MERGES, [repositoryUuid, String(observedAt)]),
    recordFiles(context, LISTED),
    markRemoved(context, `uuid IN (SELECT uuid FROM temp.${LISTED})`),
    dropTemp(LISTED),
    dropTemp(UUIDS),
  ];
}

const KEPT = 'files_of_merges';

/** A file of the graph before the rows of its repository are built again. */
export interface FileBefore {
  readonly uuid: string;
  readonly path: string;
  readonly removed: boolean;
}

/** Keeps files, of which payloads do not hold all, while a repository is built again, perhaps under another name. */
export function keepFiles(context: Context, files: readonly FileBefore[]): Statement {
  const now = files.map(({ path }) => fileUuid(context, bytesOf(path)));
  const lists = [files.map(({ uuid }) => uuid), now].map((list) => JSON.stringify(list));
  return createTemp(
    KEPT,
    `SELECT DISTINCT ON (m.now) f.* REPLACE (m.now AS uuid, $1::UUID AS "repositoryUuid")
     FROM (SELECT unnest(from_json($2::JSON, '["UUID"]')) AS was, unnest(from_json($3::JSON, '["UUID"]')) AS now) m
     JOIN "SourceFile" f ON f.uuid = m.was`,
    [context.repositoryUuid, ...lists],
  );
}

/** Gives back the kept files that no payload holds, and that the source knows them all. */
export function restoreFiles(context: Context): Statement[] {
  return [
    insertInto(
      'SourceFile',
      [],
      `BY NAME SELECT * FROM temp.${KEPT} WHERE uuid NOT IN (SELECT uuid FROM "SourceFile")`,
    ),
    recordFiles(context, KEPT),
    dropTemp(KEPT),
  ];
}
