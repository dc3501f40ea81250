import { createHash } from 'node:crypto';
import { access, readFile, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { keepForLater } from '@cairn/service-kit/keep-for-later';
import { repositoryName } from '../../store/natural-key.ts';
import { gitLine, gitOutput } from './git.ts';
import { type Names, readNames } from './refs.ts';

/** A repository beside its history: its name, address and clone options. */
export interface RepositoryFacts {
  /** The folder that all worktrees of the repository share. */
  readonly gitDir: string;
  readonly name: string;
  readonly fullName: string;
  /** What tells the repository from others: the address of its remote, else its first commit and its folder. */
  readonly repository: string;
  readonly webUrl: string | null;
  readonly headBranch: string | null;
  /** The branch that should be the default one, but is not there. */
  readonly goneBranch: string | null;
  /** Commits whose parents a shallow clone has left out. */
  readonly shallow: readonly string[];
  /** A partial clone, without the contents of files. */
  readonly partial: boolean;
  /** A hash of the mailmap. */
  readonly mailmap: string;
}

/** The path is not, or no longer, a git repository that can be read. */
export class NoRepositoryError extends Error {
  constructor(path: string, cause?: unknown) {
    super(`There is no git repository at ${path}.`, { cause });
    this.name = 'NoRepositoryError';
  }
}

const HOSTS =
  /^(?:https?:\/\/(?:[^@/]+@)?|ssh:\/\/(?:[^@/]+@)?|[\w.-]+@)([\w.-]+)(?::\d+(?=\/))?[/:]([\w.~+/-]+?)(?:\.git)?\/?$/;

/** The address of a repository's pages, without any credentials; only for forges whose commit pages are known. */
export function webUrlOf(remote: string | undefined): string | null {
  const [, host, path] = HOSTS.exec(remote ?? '') ?? [];
  if (!host || !path || !/^(?:[\w-]+\.)*(?:github|gitlab)\.[\w.]+$/.test(host)) return null;
  return `https://${host}/${path}`;
}

const isBare = (gitDir: string) => basename(gitDir) !== '.git';

/** The name of a repository: its folder's, or of a bare one that of its remote, since its folder often says `repo`. */
function nameOf(gitDir: string, remote?: string): string {
  if (!isBare(gitDir)) return basename(dirname(gitDir));
  const [, theirs] = /([^/:\\]+?)(?:\/?\.git)?\/*$/.exec(remote ?? '') ?? [];
  return theirs ?? basename(gitDir).replace(/\.git$/, '');
}

const sha256 = (text: Buffer) => createHash('sha256').update(text).digest('hex');
const NO_TEXT = Buffer.alloc(0);
const NO_MAILMAP = sha256(NO_TEXT);

/** Whether the repository has a mailmap, by the hash of it. */
export const isMapped = (mailmap: string) => mailmap !== NO_MAILMAP;

async function mailmapOf(path: string): Promise<string> {
  return sha256(await gitOutput(path, ['cat-file', 'blob', 'HEAD:.mailmap']).catch(() => NO_TEXT));
}

async function configOf(path: string): Promise<{ partial: boolean; remote: string | undefined }> {
  const asked = String.raw`^(remote\..*\.promisor|extensions\.partialclone|remote\.origin\.url)$`;
  const lines = ((await gitLine(path, ['config', '--get-regexp', asked])) ?? '').split('\n');
  const urls = lines.filter((line) => line.startsWith('remote.origin.url '));
  return {
    partial: lines.some((line) => /^(?:remote\..*\.promisor|extensions\.partialclone)\b/.test(line)),
    remote: urls.at(-1)?.slice('remote.origin.url '.length),
  };
}

/** The commit that HEAD began with; null in a repository without commits. */
async function rootOf(path: string): Promise<string | null> {
  const found = await gitLine(path, ['rev-list', '--max-parents=0', '--first-parent', 'HEAD']);
  return found?.split('\n')[0] ?? null;
}

/** What tells a repository from others; it is found without reading its history where there is a remote. */
async function identityOf(path: string, gitDir: string, remote: string | undefined): Promise<string> {
  const known = repositoryName({ remote, root: '', folder: gitDir });
  const isNamed = known !== repositoryName({ remote: undefined, root: '', folder: gitDir });
  return isNamed ? known : repositoryName({ remote, root: await rootOf(path), folder: gitDir });
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Whether a folder is the common directory of a repository, checked without starting git. */
async function isCommonDir(path: string): Promise<boolean> {
  const [isWorktree, ...parts] = await Promise.all(
    ['commondir', 'HEAD', 'objects', 'refs'].map((name) => exists(join(path, name))),
  );
  return isWorktree === false && parts.every((there) => there);
}

const HEAD = /^(?:ref:\s*refs\/|[0-9a-f]{40})/;

/** The common directory of a repository; git is started only where the folder does not show it. */
async function commonDirOf(path: string): Promise<string> {
  const own = join(path, '.git');
  const head = (await isCommonDir(own)) && (await readFile(join(own, 'HEAD'), 'utf8').catch(() => ''));
  if (head && HEAD.test(head)) return own;
  const line = await gitLine(path, ['rev-parse', '--git-common-dir']);
  if (!line) throw new NoRepositoryError(path);
  return resolve(path, line);
}

/** The repository around a path, the same one for a worktree and a subfolder; throws NoRepositoryError when there is none. */
export async function findRepository(path: string): Promise<Pick<RepositoryFacts, 'gitDir' | 'name'>> {
  const found = await commonDirOf(path);
  const gitDir = await realpath(found).catch((cause: unknown) => {
    throw new NoRepositoryError(path, cause);
  });
  const { remote } = isBare(gitDir) ? await configOf(gitDir) : { remote: undefined };
  return { gitDir, name: nameOf(gitDir, remote) };
}

/** Reads the facts and the refs of a repository; throws NoRepositoryError when there is none. */
export async function readFacts(path: string): Promise<{ facts: RepositoryFacts; names: Names }> {
  // All run at once, since starting a git process takes longer than its answer.
  const asked = mailmapOf(path);
  const config = configOf(path);
  const others = keepForLater(Promise.all([config, readNames(path, asked.then(isMapped)), asked]));
  const gitDir = (await isCommonDir(path)) ? path : (await findRepository(path)).gitDir;
  // Without a remote, git walks the whole history for it.
  const identity = keepForLater(config.then(({ remote }) => identityOf(path, gitDir, remote)));
  const shallow = await readFile(join(gitDir, 'shallow'), 'utf8').catch(() => '');
  const [{ partial, remote }, names, mailmap] = await others;
  const webUrl = webUrlOf(remote);
  const name = nameOf(gitDir, remote);
  const facts = {
    gitDir,
    name,
    repository: await identity,
    fullName: webUrl ? new URL(webUrl).pathname.slice(1) : name,
    webUrl,
    headBranch: names.headBranch,
    goneBranch: names.goneBranch,
    shallow: shallow.split('\n').filter((line) => line !== ''),
    partial,
    mailmap,
  };
  return { facts, names };
}
