import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, relative } from 'node:path';
import { AppError } from '@cairn/contracts';
import type { GraphStore } from '../store/graph-store.ts';
import type { GraphWriter } from '../store/graph-writer.ts';
import { readSources } from '../store/source-row.ts';
import { replaceRow } from '../store/statement.ts';
import type { Statement } from '../store/statement.ts';

const KEY = 'sourceFolders';
const READ = `SELECT value FROM "Meta" WHERE key = '${KEY}'`;

/** True when a path is a folder or lies inside it. */
export function liesUnder(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (!way.startsWith('..') && !isAbsolute(way));
}

/**
 * Whether a path lies in one of the folders when its links are followed. Folders are kept as real paths, so one that a
 * link has replaced since holds nothing.
 */
export async function liesInAny(path: string, folders: readonly string[]): Promise<boolean> {
  const real = await realpath(path).catch(() => path);
  return folders.some((folder) => liesUnder(real, folder));
}

/** The folders of sources that an earlier version added, when folders belonged to no org. */
async function foldersOfSources(store: Pick<GraphWriter, 'rows'>): Promise<string[]> {
  const paths = (await readSources(store)).flatMap(({ settings: { path } }) =>
    typeof path === 'string' ? [path] : [],
  );
  const folders = paths.map((path) => (basename(path) === '.git' ? dirname(path) : path));
  return [...new Set(folders)];
}

/** The folders that the sources of an org may read. */
export async function readFolders(store: Pick<GraphWriter, 'rows'>): Promise<string[]> {
  const [row] = await store.rows<{ value: string }>(READ);
  return row ? (JSON.parse(row.value) as string[]) : foldersOfSources(store);
}

/** Says what a changed folder is to be told; nothing is told where nothing changes. */
type FolderAct = (path: string) => Statement;

async function change(
  store: GraphStore,
  next: (folders: readonly string[]) => string[],
  told: readonly Statement[],
): Promise<string[]> {
  const before = await foldersOfSources(store);
  return store.transaction(async (transaction) => {
    const [row] = await transaction.rows<{ value: string }>(READ);
    const present = row ? (JSON.parse(row.value) as string[]) : before;
    const folders = next(present).toSorted();
    await transaction.run(replaceRow('Meta', [KEY, JSON.stringify(folders)]));
    if (folders.length !== present.length) await transaction.runAll(told);
    return folders;
  });
}

/** The real path of a folder that may be allowed: it exists, and lies under a root if there are roots. */
async function folderAt(path: string, roots: readonly string[]): Promise<string> {
  const real = isAbsolute(path) ? await realpath(path).catch(() => undefined) : undefined;
  const isFolder = real !== undefined && (await stat(real)).isDirectory();
  const realRoots = await Promise.all(roots.map((root) => realpath(root).catch(() => root)));
  if (isFolder && (roots.length === 0 || realRoots.some((root) => liesUnder(real, root)))) return real;
  throw new AppError(
    'invalid_input',
    roots.length === 0
      ? 'The path must be that of a folder on the machine that runs Cairn, from its root on.'
      : 'The path must be that of a folder under those that CAIRN_GIT_ROOTS names.',
  );
}

/** Lets the sources of an org read a folder, unless they may already; answers all its folders. */
export async function allowFolder(
  store: GraphStore,
  path: string,
  { roots, act }: { readonly roots: readonly string[]; readonly act: FolderAct },
): Promise<string[]> {
  const folder = await folderAt(path, roots);
  return change(
    store,
    (folders) => (folders.some((each) => liesUnder(folder, each)) ? [...folders] : [...folders, folder]),
    [act(folder)],
  );
}

/** Takes a folder from an org, and answers the folders that are left. */
export function forbidFolder(store: GraphStore, path: string, act: FolderAct): Promise<string[]> {
  return change(store, (folders) => folders.filter((folder) => folder !== path), [act(path)]);
}
