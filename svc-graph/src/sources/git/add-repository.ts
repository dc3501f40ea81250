import { realpath } from 'node:fs/promises';
import { isAbsolute, relative } from 'node:path';
import { AppError, type OrgId } from '@cairn/contracts';
import { entityUuid } from '../../store/uuid.ts';
import type { NewSource } from '../connector.ts';
import { NoRepositoryError, findRepository } from './facts.ts';

async function realRoots(roots: readonly string[]): Promise<string[]> {
  const real = await Promise.all(roots.map((root) => realpath(root).catch(() => undefined)));
  return real.filter((root) => root !== undefined);
}

function liesUnder(path: string, root: string): boolean {
  const way = relative(root, path);
  return way === '' || (!way.startsWith('..') && !isAbsolute(way));
}

const outside = () =>
  new AppError(
    'invalid_input',
    'The path must be an existing folder under one of the folders this server may read.',
  );

/** The real path, when it lies under a root; links that lead out are refused. */
async function allowedPath(path: string, roots: readonly string[]): Promise<string> {
  const real = isAbsolute(path) ? await realpath(path).catch(() => undefined) : undefined;
  if (!real || !(await realRoots(roots)).some((root) => liesUnder(real, root))) throw outside();
  return real;
}

/** The repository that a path lies in; throws `invalid_input` when there is none under the roots. */
export async function addRepository(
  orgId: OrgId,
  path: string,
  roots: readonly string[],
): Promise<NewSource> {
  const real = await allowedPath(path, roots);
  const found = await findRepository(real).catch((cause: unknown) => {
    if (!(cause instanceof NoRepositoryError)) throw cause;
    throw new AppError('invalid_input', 'There is no git repository in this folder.', { cause });
  });
  await allowedPath(found.gitDir, roots);
  const id = entityUuid(orgId, 'git', `source:${found.gitDir}`);
  return { id, name: found.name, settings: { path: found.gitDir } };
}
