import { AppError, ChangedFile, type OutputOf, graphContract } from '@cairn/contracts';
import { MOST_FILES, commitDiff } from '../sources/git/commit-diff.ts';
import { GitError } from '../sources/git/git.ts';
import type { Reader } from './reader.ts';
import { readSources } from '../store/source-row.ts';
import { findEntity } from './find.ts';

type Diff = OutputOf<typeof graphContract.entityDiff>;

async function repositoryOf(store: Reader, repositoryUuid: unknown): Promise<string> {
  const [repository] = await store.rows<{ externalId: string }>(
    'SELECT "externalId" FROM "Repository" WHERE uuid = $1::UUID',
    [String(repositoryUuid)],
  );
  const source = (await readSources(store)).find(({ id }) => id === repository?.externalId);
  if (!source) throw new AppError('source_unavailable', 'The source of this commit is no longer there.');
  return source.path;
}

/** Where git has a commit. */
export interface CommitPlace {
  readonly path: string;
  readonly sha: string;
}

interface Touched {
  readonly path: string;
  readonly change: string | null;
  readonly additions: number | null;
  readonly deletions: number | null;
  readonly total: number;
}

const TOUCHED = `SELECT f.path, r.change, r.additions::INTEGER AS additions, r.deletions::INTEGER AS deletions,
  (count(*) OVER ())::INTEGER AS total
  FROM "Relation" r JOIN "SourceFile" f ON f.uuid = r."toUuid"
  WHERE r.relation = 'touches' AND r."fromUuid" = $1::UUID
  ORDER BY f.path LIMIT ${String(MOST_FILES)}`;
const { change: Change } = ChangedFile.shape;

/** What the graph has of a change set: the files and their lines, not the text of what changed in them. */
async function touchedFiles(store: Reader, uuid: string): Promise<Diff> {
  const rows = await store.rows<Touched>(TOUCHED, [uuid]);
  const data = rows.map(({ path, change, additions, deletions }): ChangedFile => ({
    path,
    previousPath: null,
    change: Change.catch('modified').parse(change),
    additions,
    deletions,
    patch: null,
    reason: 'No diff data available',
  }));
  return { data, meta: { total: rows[0]?.total ?? 0, truncated: data.length > 0 } };
}

/** Where the commit of this uuid lies, or, of a source without a repository, what is known; an error when it is none. */
export async function commitChanges(store: Reader, uuid: string): Promise<CommitPlace | Diff> {
  const { kind, row } = await findEntity(store, uuid);
  if (kind.name !== 'Commit') throw new AppError('not_found', 'Only commits have a diff.');
  if (row['integration'] !== 'git') return touchedFiles(store, String(row['uuid']));
  return { path: await repositoryOf(store, row['repositoryUuid']), sha: String(row['sha']) };
}

/** The files that a commit changed with their diffs, read from its repository now. */
export async function readDiff({ path, sha }: CommitPlace): Promise<Diff> {
  const { files, total } = await commitDiff(path, sha).catch((cause: unknown) => {
    if (!(cause instanceof GitError) && (cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
    throw new AppError(
      'source_unavailable',
      'The repository cannot be read at the moment, or no longer holds this commit.',
      {
        cause,
      },
    );
  });
  const truncated =
    files.length < total || files.some(({ patch, reason }) => patch === null && reason !== 'A binary file.');
  return { data: files, meta: { total, truncated } };
}
