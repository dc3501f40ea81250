import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, readdir, realpath, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, resolve } from 'node:path';
import { promisify } from 'node:util';
import { checkDataFiles, readDataFile } from './data-files.ts';
import { StartError } from './exit.ts';

const run = promisify(execFile);

/** The format of the data directory. Raise it when an older Cairn could not read a new one. */
export const DATA_VERSION = 1;

/** Finds the real top folder of a git repository, bare or not; throws StartError when there is none. */
export async function repositoryAt(path: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  if (!found?.isDirectory())
    throw new StartError('noInput', `There is no folder ${path}. --repo takes the path of a git repository.`);
  try {
    const { stdout } = await run('git', [
      '-c',
      'safe.directory=*',
      '-C',
      path,
      'rev-parse',
      '--show-toplevel',
      '--git-dir',
    ]);
    const [top] = stdout.split('\n');
    return await realpath(top || path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new StartError('unavailable', 'git is not installed; Cairn reads repositories with it.');
    return bareRepositoryAt(path);
  }
}

async function bareRepositoryAt(path: string): Promise<string> {
  try {
    const { stdout } = await run('git', [
      '-c',
      'safe.directory=*',
      '-C',
      path,
      'rev-parse',
      '--is-bare-repository',
    ]);
    if (stdout.trim() === 'true') return await realpath(path);
  } catch {
    // Reported below, in one place.
  }
  throw new StartError(
    'noInput',
    `${path} is not a git repository. Run Cairn inside one, or name one with --repo PATH.`,
  );
}

/** Finds the git directory of a repository; for a linked worktree it lies outside its folder. */
export async function gitFolderOf(repo: string): Promise<string> {
  const { stdout } = await run('git', [
    '-c',
    'safe.directory=*',
    '-C',
    repo,
    'rev-parse',
    '--git-common-dir',
  ]);
  return realpath(resolve(repo, stdout.trim()));
}

/** Resolves when the port is free; throws StartError when another process has it. */
export async function checkPort(port: number): Promise<void> {
  if (port === 0) return;
  const probe = createServer();
  const problem = await new Promise<NodeJS.ErrnoException | null>((settle) => {
    probe.once('error', settle).listen(port, '127.0.0.1', () => settle(null));
  });
  await new Promise((closed) => probe.close(closed));
  if (!problem) return;
  throw new StartError(
    'unavailable',
    problem.code === 'EADDRINUSE'
      ? `Port ${port} is in use. Stop what listens there, or choose another with --port N.`
      : `Port ${port} cannot be opened (${problem.code}). Choose another with --port N.`,
  );
}

/**
 * Returns whether the data directory is `new` or `ours`. Throws StartError when it is not Cairn's, or when
 * this version cannot read it and may not `reset` it. Writes nothing.
 */
export async function checkDataDir(dir: string, { reset = false } = {}): Promise<'new' | 'ours'> {
  const entries = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new StartError(
      'cannotCreate',
      `The data directory ${dir} cannot be used (${error.code}). Choose another with --data DIR.`,
    );
  });
  await checkWritable(entries ? dir : await nearestExisting(dirname(dir)), dir);
  if (!entries?.length) return 'new';
  if (!entries.includes('version.json')) {
    throw new StartError(
      'cannotCreate',
      `${dir} holds files that are not Cairn's. Choose an empty folder with --data DIR.`,
    );
  }
  if (reset) return 'ours';
  await checkVersion(dir);
  await checkDataFiles(dir, !process.env['DATABASE_URL']);
  return 'ours';
}

async function nearestExisting(dir: string): Promise<string> {
  return (await stat(dir).catch(() => null)) ? dir : nearestExisting(dirname(dir));
}

async function checkWritable(existing: string, wanted: string): Promise<void> {
  await access(existing, constants.W_OK | constants.X_OK).catch(() => {
    throw new StartError(
      'cannotCreate',
      `The data directory ${wanted} is not writable. Choose another with --data DIR.`,
    );
  });
}

async function checkVersion(dir: string): Promise<void> {
  const file = await readDataFile(dir, 'version.json');
  if (!file || file.version <= DATA_VERSION) return;
  throw new StartError(
    'config',
    `${dir} was written by a newer Cairn (data version ${file.version}; this one reads up to ${DATA_VERSION}). Update Cairn, or choose another folder with --data DIR.`,
  );
}
