import { Uuids } from '../../store/columns.ts';
import { createTemp, dropTemp, insertInto, update } from '../../store/statement.ts';
import type { Statement } from '../../store/statement.ts';
import type { TransactionStep } from '../../store/transaction.ts';
import type { RepositoryFacts } from './facts.ts';
import { gitOutput, readText } from './git.ts';
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
    $1::UUID, 'git', false, false, make_timestamp($2::BIGINT * 1000000), make_timestamp($2::BIGINT * 1000000)
  FROM (SELECT *, length(path) - length(name) AS before
    FROM (SELECT *, string_split(path, '/')[-1] AS name FROM temp.${LISTED}))
  WHERE uuid NOT IN (SELECT uuid FROM "SourceFile")`;

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
    markRemoved(context, `uuid IN (SELECT uuid FROM temp.${LISTED})`),
    dropTemp(LISTED),
    dropTemp(UUIDS),
  ];
}

const KEPT = 'files_of_merges';

/** Keeps files that no payload holds while the rows of a repository are built again. */
export function keepFilesOfMerges(repositoryUuid: string): Statement {
  return createTemp(
    KEPT,
    `SELECT * FROM "SourceFile" WHERE "repositoryUuid" = $1::UUID
     AND uuid NOT IN (SELECT "toUuid" FROM "Relation" WHERE relation = 'touches')`,
    [repositoryUuid],
  );
}

/** Gives back what `keepFilesOfMerges` kept. */
export const RESTORE_FILES_OF_MERGES: readonly Statement[] = [
  insertInto(
    'SourceFile',
    [],
    `BY NAME SELECT * FROM temp.${KEPT} WHERE uuid NOT IN (SELECT uuid FROM "SourceFile")`,
  ),
  dropTemp(KEPT),
];
