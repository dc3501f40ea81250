import { createHash } from 'node:crypto';
import { readFile, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { gitLine, gitOutput } from './git.ts';

/** What a repository is, beside its history. */
export interface Facts {
  /** The folder that all worktrees of the repository share. */
  readonly gitDir: string;
  readonly name: string;
  readonly fullName: string;
  readonly webUrl: string | null;
  readonly headBranch: string | null;
  /** Commits whose parents a shallow clone has left out. */
  readonly shallow: readonly string[];
  /** Contents of files are missing on purpose. */
  readonly partial: boolean;
  /** Changes when the mailmap does. */
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
  /^(?:https?:\/\/(?:[^@/]+@)?|ssh:\/\/(?:[^@/]+@)?|[\w.-]+@)([\w.-]+)(?::\d+(?=\/))?[/:](.+?)(?:\.git)?\/?$/;

/** The address of a repository's pages, without any credentials; only for forges whose commit pages are known. */
export function webUrlOf(remote: string | undefined): string | null {
  const [, host, path] = HOSTS.exec(remote ?? '') ?? [];
  if (!host || !path || !/^(?:[\w-]+\.)*(?:github|gitlab)\.[\w.]+$/.test(host)) return null;
  return `https://${host}/${path}`;
}

function nameOf(gitDir: string): string {
  const own = basename(gitDir);
  return own === '.git' ? basename(dirname(gitDir)) : own.replace(/\.git$/, '');
}

const sha256 = (text: Buffer) => createHash('sha256').update(text).digest('hex');
const NO_TEXT = Buffer.alloc(0);
/** What `mailmap` is where there is none. */
export const NO_MAILMAP = sha256(NO_TEXT);

async function mailmapOf(path: string): Promise<string> {
  return sha256(await gitOutput(path, ['cat-file', 'blob', 'HEAD:.mailmap']).catch(() => NO_TEXT));
}

/** The default branch of the remote, else a usual name, else where HEAD points. */
async function headBranchOf(path: string): Promise<string | null> {
  const [there, head] = await Promise.all([
    gitLine(path, [
      'for-each-ref',
      '--format=%(refname) %(symref)',
      'refs/remotes/origin/HEAD',
      'refs/heads/main',
      'refs/heads/master',
    ]),
    gitLine(path, ['symbolic-ref', '--quiet', 'HEAD']),
  ]);
  const refs = new Map((there ?? '').split('\n').map((line) => [line.split(' ')[0], line.split(' ')[1]]));
  const origin = refs.get('refs/remotes/origin/HEAD');
  if (origin) return origin.replace(/^refs\/remotes\/origin\//, '');
  const usual = ['main', 'master'].find((name) => refs.has(`refs/heads/${name}`));
  return usual ?? head?.replace(/^refs\/heads\//, '') ?? null;
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

/** Where the repository that a path lies in is, the same for a worktree, a subfolder and a bare one; throws NoRepositoryError when there is none. */
export async function findRepository(path: string): Promise<Pick<Facts, 'gitDir' | 'name'>> {
  const line = await gitLine(path, ['rev-parse', '--git-common-dir']);
  if (!line) throw new NoRepositoryError(path);
  const gitDir = await realpath(resolve(path, line)).catch((cause: unknown) => {
    throw new NoRepositoryError(path, cause);
  });
  return { gitDir, name: nameOf(gitDir) };
}

/** Reads what a repository is; throws NoRepositoryError when there is none. */
export async function readFacts(path: string): Promise<Facts> {
  // All are asked at once, since to start a git takes longer than its answer; none of these fails.
  const others = Promise.all([configOf(path), headBranchOf(path), mailmapOf(path)]);
  const { gitDir, name } = await findRepository(path);
  const shallow = await readFile(join(gitDir, 'shallow'), 'utf8').catch(() => '');
  const [{ partial, remote }, headBranch, mailmap] = await others;
  const webUrl = webUrlOf(remote);
  return {
    gitDir,
    name,
    fullName: webUrl ? new URL(webUrl).pathname.slice(1) : name,
    webUrl,
    headBranch,
    shallow: shallow.split('\n').filter((line) => line !== ''),
    partial,
    mailmap,
  };
}
