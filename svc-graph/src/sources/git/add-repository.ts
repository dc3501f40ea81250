import { realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, sep } from 'node:path';
import { AppError, type OrgId } from '@cairn/contracts';
import { entityUuid } from '../../store/uuid.ts';
import type { NewSource } from '../connector.ts';
import { liesInAny } from '../folders.ts';
import { NoRepositoryError, findRepository } from './facts.ts';

/** What is refused outside is said in the same words whether it is there or not, so that nobody learns which. */
const OUTSIDE = 'The path must be an existing folder in one of those that this organization may read.';
const REPOSITORY_OUTSIDE =
  'This folder belongs to a git repository that lies elsewhere, as a worktree does, and outside the folders that this organization may read.';

/** The real path, when it lies in one of the folders; links that lead out are refused. */
async function allowedPath(path: string, folders: readonly string[], outside = OUTSIDE): Promise<string> {
  const real = isAbsolute(path) ? await realpath(path).catch(() => undefined) : undefined;
  if (real && (await liesInAny(real, folders))) return real;
  throw new AppError('invalid_input', `${outside} A superuser of this Cairn can allow further folders.`);
}

/** The name with more and more of the folders that it lies in. */
function longerNames({ gitDir, name }: { readonly gitDir: string; readonly name: string }): string[] {
  const own = basename(gitDir) === '.git' ? dirname(gitDir) : gitDir;
  const above = dirname(own).split(sep).filter(Boolean);
  return above.map((_, index) => [...above.slice(above.length - 1 - index), name].join('/'));
}

/** The repository that a path lies in; throws `invalid_input` when there is none in the folders. */
export async function addRepository(
  orgId: OrgId,
  path: string,
  folders: readonly string[],
): Promise<NewSource> {
  const real = await allowedPath(path, folders);
  const found = await findRepository(real).catch((cause: unknown) => {
    if (!(cause instanceof NoRepositoryError)) throw cause;
    throw new AppError('invalid_input', 'There is no git repository in this folder.', { cause });
  });
  await allowedPath(found.gitDir, folders, REPOSITORY_OUTSIDE);
  const id = entityUuid(orgId, 'git', `source:${found.gitDir}`);
  return { id, name: found.name, longerNames: longerNames(found), settings: { path: found.gitDir } };
}
