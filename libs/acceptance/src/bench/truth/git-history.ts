import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { devNull } from 'node:os';
import { resolve } from 'node:path';

/** Who signed a commit: as it is written, and by the mailmap of HEAD. */
export interface Signer {
  readonly rawName: string;
  readonly rawEmail: string;
  readonly name: string;
  readonly email: string;
}

/** What a commit changed in one file; lines are null where git counts none. */
export interface FileLines {
  readonly path: string;
  readonly from: string | null;
  readonly change: string;
  readonly added: number | null;
  readonly deleted: number | null;
}

/** A commit as git's plumbing tells it; a merge has no files. */
export interface HistoryCommit {
  readonly sha: string;
  readonly parents: readonly string[];
  readonly authoredAt: number;
  /** Such as +0530. */
  readonly offset: string;
  readonly committedAt: number;
  readonly author: Signer;
  readonly committer: Signer;
  readonly subject: string;
  readonly files: readonly FileLines[];
}

/** A branch or a tag: its name, its commit, and when that or the tag was made. */
export interface NamedRef {
  readonly name: string;
  readonly sha: string;
  readonly at: number;
}

/** Everything that figures of a repository are computed from. */
export interface GitHistory {
  readonly commits: readonly HistoryCommit[];
  readonly branches: readonly NamedRef[];
  readonly tags: readonly NamedRef[];
  readonly defaultBranch: string | null;
  /** The paths of the default branch. */
  readonly paths: readonly string[];
}

const FIXED = [
  '--no-pager',
  '--no-replace-objects',
  ...[
    'safe.directory=*',
    'core.quotePath=false',
    'log.showSignature=false',
    'log.mailmap=true',
    'mailmap.file=',
    'mailmap.blob=HEAD:.mailmap',
    'diff.algorithm=myers',
    'diff.orderFile=',
    'diff.renameLimit=1000',
    'i18n.logOutputEncoding=UTF-8',
  ].flatMap((setting) => ['-c', setting]),
];

/** Runs git without the configuration of the user; its output has one character for each byte. */
export async function plumbing(path: string, args: readonly string[], input = ''): Promise<string> {
  const git = spawn('git', [...FIXED, '-C', path, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: devNull,
      TZ: 'UTC',
      LC_ALL: 'C.UTF-8',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: devNull,
    },
  });
  const chunks: Buffer[] = [];
  let words = '';
  git.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  git.stderr.on('data', (chunk: Buffer) => (words += chunk.toString()));
  git.stdin.on('error', () => undefined);
  git.stdin.end(input);
  const [code] = (await once(git, 'close')) as [number | null];
  if (code !== 0) throw new Error(`git ${args[0] ?? ''} ended with ${String(code)}: ${words.trim()}`);
  return Buffer.concat(chunks).toString('latin1');
}

const strict = new TextDecoder('utf-8', { fatal: true });
const western = new TextDecoder('windows-1252');

/** Bytes, one per character, as text: UTF-8 where they are, else Western. */
function decoded(bytes: string): string {
  const buffer = Buffer.from(bytes, 'latin1');
  try {
    return strict.decode(buffer);
  } catch {
    return western.decode(buffer);
  }
}

interface Ref {
  readonly ref: string;
  readonly symbolic: string;
  readonly sha: string;
  readonly at: number;
}

const REQUEST = '(?:pull|pr|pull-requests|merge-requests)/[0-9]+/merge';
const TEST_MERGE = new RegExp(`^refs/(?:remotes/[^/]+/)?${REQUEST}$`);
const OF_TOOLS = /^refs\/(?:stash$|notes\/|replace\/)/;

/** The commit that a tag of tags leads to in the end; empty for one of something else. */
const readTaggedCommit = (path: string, tag: string): Promise<string> =>
  plumbing(path, ['rev-parse', '--quiet', '--verify', `${tag}^{commit}`]).then(
    (line) => line.trim(),
    () => '',
  );

/** Every ref that leads to a commit, but those of tools and the test merges of forges. */
async function readRefs(path: string): Promise<Ref[]> {
  const fields = ['refname', 'symref', 'objecttype', 'objectname', '*objecttype', '*objectname'];
  const format = [...fields, 'creatordate:unix'].map((field) => `%(${field})`).join('%00');
  const lines = (await plumbing(path, ['for-each-ref', `--format=${format}`])).split('\n');
  const refs = lines.map(async (line) => {
    const [ref = '', symbolic = '', type, own = '', peeledType, peeled = '', at] = line.split('\0');
    if (ref === '' || OF_TOOLS.test(ref) || TEST_MERGE.test(ref)) return [];
    const leads = type === 'commit' ? own : peeledType === 'tag' ? await readTaggedCommit(path, own) : peeled;
    const isCommit = type === 'commit' || peeledType === 'commit' || peeledType === 'tag';
    return isCommit && leads ? [{ ref: decoded(ref), symbolic, sha: leads, at: Number(at) }] : [];
  });
  return (await Promise.all(refs)).flat();
}

const LOCAL = 'refs/heads/';
const REMOTE = /^refs\/remotes\/[^/]+\//;
const ORIGIN = 'refs/remotes/origin/';

/** Branches by name; a local one stands before a remote one of its name. */
function branchesOf(refs: readonly Ref[]): NamedRef[] {
  const found = new Map<string, NamedRef>();
  const named = [
    ...refs.filter(({ ref }) => ref.startsWith(LOCAL)),
    ...refs.filter(({ ref }) => REMOTE.test(ref)),
  ];
  for (const { ref, symbolic, sha, at } of named) {
    const name = ref.replace(LOCAL, '').replace(REMOTE, '');
    if (symbolic === '' && !found.has(name)) found.set(name, { name, sha, at });
  }
  return [...found.values()];
}

/** The default branch of the remote, else a usual name, else where HEAD points, as far as they exist. */
async function defaultOf(
  path: string,
  refs: readonly Ref[],
  branches: readonly NamedRef[],
): Promise<string | null> {
  const origin = refs.find(({ ref }) => ref === `${ORIGIN}HEAD`)?.symbolic.replace(ORIGIN, '');
  const head = await plumbing(path, ['symbolic-ref', '--quiet', 'HEAD']).catch(() => '');
  const candidates = [origin, 'main', 'master', decoded(head).trim().replace(LOCAL, '')];
  const isThere = (name: string | undefined) => branches.some((branch) => branch.name === name);
  return candidates.find(isThere) ?? null;
}

const FIELDS = ['%H', '%P', '%ad', '%cd', '%an', '%ae', '%aN', '%aE', '%cn', '%ce', '%cN', '%cE', '%s'];

/** Reads `count` texts at a time from a list that NUL ends. */
function recordsOf(output: string, count: number): string[][] {
  const parts = output.split('\0');
  const records: string[][] = [];
  for (let at = 0; at + count < parts.length + 1 && (parts[at] ?? '') !== ''; at += count)
    records.push(parts.slice(at, at + count));
  return records;
}

function signerOf(fields: readonly string[]): Signer {
  const [rawName = '', rawEmail = '', name = '', email = ''] = fields.map(decoded);
  return { rawName, rawEmail: rawEmail.toLowerCase(), name, email: email.toLowerCase() };
}

const BARE = /^\n?([0-9a-f]{40})$/;

/** Reads `--raw --numstat -z` of commits, each after its sha: sha → its files. */
export function parseFileLines(output: string): Map<string, FileLines[]> {
  const tokens = output.split('\0');
  const found = new Map<string, FileLines[]>();
  let files: FileLines[] = [];
  let changes = new Map<string, string>();
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] ?? '';
    const sha = BARE.exec(token)?.[1];
    const counts = /^(-|\d+)\t(-|\d+)\t([^]*)$/.exec(token);
    if (sha) {
      files = [];
      changes = new Map();
      found.set(sha, files);
    } else if (token.startsWith(':')) {
      const change = token.split(' ')[4]?.[0] ?? 'M';
      at += change === 'R' ? 2 : 1;
      changes.set(tokens[at] ?? '', change);
    } else if (counts) {
      const [, added = '', deleted = '', own = ''] = counts;
      const from = own === '' ? (tokens[at + 1] ?? '') : null;
      const path = own === '' ? (tokens[at + 2] ?? '') : own;
      if (own === '') at += 2;
      files.push({
        path: decoded(path),
        from: from === null ? null : decoded(from),
        change: changes.get(path) ?? 'M',
        added: added === '-' ? null : Number(added),
        deleted: deleted === '-' ? null : Number(deleted),
      });
    }
  }
  return found;
}

async function readCommits(path: string, tips: readonly string[]): Promise<HistoryCommit[]> {
  const heads = `${tips.join('\n')}\n`;
  const format = `--format=tformat:${FIELDS.join('%x00')}`;
  const log = await plumbing(path, ['log', '-z', '--date=raw', format, '--no-patch', '--stdin'], heads);
  const records = recordsOf(log, FIELDS.length);
  const plain = records.filter(([, parents = '']) => !parents.includes(' ')).map(([sha = '']) => sha);
  const options = ['-r', '-z', '--root', '--always', '-M', '--raw', '--abbrev=40', '--numstat'];
  const safe = ['--no-ext-diff', '--no-textconv'];
  const diffs = await plumbing(path, ['diff-tree', '--stdin', ...options, ...safe], `${plain.join('\n')}\n`);
  const files = parseFileLines(diffs);
  return records.map((fields) => {
    const [sha = '', parents = '', authored = '', committed = ''] = fields;
    const [authoredAt, offset = ''] = authored.split(' ');
    return {
      sha,
      parents: parents.split(' ').filter((parent) => parent !== ''),
      authoredAt: Number(authoredAt),
      offset,
      committedAt: Number(committed.split(' ')[0]),
      author: signerOf(fields.slice(4, 8)),
      committer: signerOf(fields.slice(8, 12)),
      subject: decoded(fields[12] ?? ''),
      files: files.get(sha) ?? [],
    };
  });
}

/** Reads the whole history of a repository with git's plumbing, apart from how Cairn reads it. */
export async function readGitHistory(repo: string): Promise<GitHistory> {
  const path = resolve(repo, (await plumbing(repo, ['rev-parse', '--git-common-dir'])).trim());
  const refs = await readRefs(path);
  const head = (
    await plumbing(path, ['rev-parse', '--quiet', '--verify', 'HEAD^{commit}']).catch(() => '')
  ).trim();
  const tips = [...new Set([...refs.map(({ sha }) => sha), ...(head ? [head] : [])])];
  const branches = branchesOf(refs);
  const defaultBranch = await defaultOf(path, refs, branches);
  const top = branches.find(({ name }) => name === defaultBranch)?.sha;
  const listed = top ? await plumbing(path, ['ls-tree', '-r', '-z', '--name-only', '--full-tree', top]) : '';
  return {
    commits: tips.length > 0 ? await readCommits(path, tips) : [],
    branches,
    tags: refs
      .filter(({ ref }) => ref.startsWith('refs/tags/'))
      .map(({ ref, sha, at }) => ({ name: ref.slice('refs/tags/'.length), sha, at })),
    defaultBranch,
    paths: listed
      .split('\0')
      .filter((path) => path !== '')
      .map(decoded),
  };
}
