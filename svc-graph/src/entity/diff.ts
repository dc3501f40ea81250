import { AppError, type OutputOf, graphContract } from '@cairn/contracts';
import { commitDiff } from '../git-source/commit-diff.ts';
import { GitError } from '../git-source/git.ts';
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

/** Where the commit of this uuid lies; an error when it is none. */
export async function commitPlace(store: Reader, uuid: string): Promise<CommitPlace> {
  const { kind, row } = await findEntity(store, uuid);
  if (kind.name !== 'Commit') throw new AppError('not_found', 'Only commits have a diff.');
  return { path: await repositoryOf(store, row['repositoryUuid']), sha: String(row['sha']) };
}

/** The files that a commit changed with their diffs, read from its repository now. */
export async function entityDiff({ path, sha }: CommitPlace): Promise<Diff> {
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
