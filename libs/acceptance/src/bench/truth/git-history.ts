import { resolve } from 'node:path';
import { type FileLines, type Told, boundaryOf, namesParents, readChanges } from './changes.ts';
import { decoded, plumbing, printed } from './plumbing.ts';

/** Who signed a commit: as it is written, and by the mailmap of HEAD. */
export interface Signer {
  readonly rawName: string;
  readonly rawEmail: string;
  readonly name: string;
  readonly email: string;
}

/** A commit as git's plumbing tells it; a merge has no files. */
export interface HistoryCommit {
  readonly sha: string;
  readonly parents: readonly string[];
  readonly isMerge: boolean;
  readonly authoredAt: number;
  /** Such as +0530. */
  readonly offset: string;
  readonly committedAt: number;
  readonly author: Signer;
  readonly committer: Signer;
  /** The subject as git has it, which may begin with a blank. */
  readonly subject: string;
  readonly message: string;
  readonly files: readonly FileLines[];
  /** What the clone tells of its changes; a merge has none of its own. */
  readonly told: Told;
}

/** A branch or a tag: its name, its commit, and when that or the tag was made. */
export interface NamedRef {
  readonly name: string;
  readonly sha: string;
  readonly at: number;
}

/** A tag with who made it; nobody did a plain one. */
export interface NamedTag extends NamedRef {
  readonly tagger: Signer | null;
}

/** Everything that figures of a repository are computed from. */
export interface GitHistory {
  readonly commits: readonly HistoryCommit[];
  readonly branches: readonly NamedRef[];
  readonly tags: readonly NamedTag[];
  readonly defaultBranch: string | null;
  /** The paths of the default branch. */
  readonly paths: readonly string[];
  /** Whether the clone lacks the beginning. */
  readonly isShallow: boolean;
}

interface Ref {
  readonly ref: string;
  readonly symbolic: string;
  readonly sha: string;
  readonly at: number;
  /** As a tag object is signed, in bytes; empty for any other ref. */
  readonly tagger: string;
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
  const signed = ['creatordate:unix', 'taggername', 'taggeremail'];
  const format = [...fields, ...signed].map((field) => `%(${field})`).join('%00');
  const lines = (await plumbing(path, ['for-each-ref', `--format=${format}`])).split('\n');
  const refs = lines.map(async (line) => {
    const [ref = '', symbolic = '', type, own = '', peeledType, peeled = '', at, ...tagger] =
      line.split('\0');
    if (ref === '' || OF_TOOLS.test(ref) || TEST_MERGE.test(ref)) return [];
    const leads = type === 'commit' ? own : peeledType === 'tag' ? await readTaggedCommit(path, own) : peeled;
    const isCommit = type === 'commit' || peeledType === 'commit' || peeledType === 'tag';
    return isCommit && leads
      ? [{ ref: decoded(ref), symbolic, sha: leads, at: Number(at), tagger: tagger.join(' ').trim() }]
      : [];
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

const FIELDS = ['%H', '%P', '%ad', '%cd', '%an', '%ae', '%aN', '%aE', '%cn', '%ce', '%cN', '%cE', '%s', '%B'];

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

/** Whether the mailmap of HEAD is there and can be read. */
const isMapped = async (path: string): Promise<boolean> =>
  (await printed(path, ['cat-file', 'blob', 'HEAD:.mailmap'])).failure === null;

async function readCommits(
  path: string,
  tips: readonly string[],
  boundary: ReadonlySet<string>,
): Promise<HistoryCommit[]> {
  const heads = `${tips.join('\n')}\n`;
  const mapped = await isMapped(path);
  const fields = FIELDS.map((field) => (mapped ? field : field.replace(/N$/, 'n').replace(/E$/, 'e')));
  const format = `--format=tformat:${fields.join('%x00')}`;
  const log = await plumbing(path, ['log', '-z', '--date=raw', format, '--no-patch', '--stdin'], heads);
  const records = recordsOf(log, FIELDS.length);
  const merges = new Set(
    records.filter(([, parents = '']) => parents.includes(' ')).map(([sha = '']) => sha),
  );
  for (const sha of boundary) if (await namesParents(path, sha)) merges.add(sha);
  const plain = records.map(([sha = '']) => sha).filter((sha) => !merges.has(sha));
  const changes = await readChanges(path, plain, boundary);
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
      message: decoded(fields[13] ?? ''),
      files: changes.files.get(sha) ?? [],
      isMerge: merges.has(sha),
      told: merges.has(sha) ? 'lines' : changes.told(sha),
    };
  });
}

const SIGNED = /^(.*?) ?<([^>]*)>$/;

const signerIn = (raw: string, mapped: string): Signer => {
  const [, rawName = '', rawEmail = ''] = SIGNED.exec(raw) ?? [];
  const [, name = rawName, email = rawEmail] = SIGNED.exec(mapped) ?? [];
  return signerOf([rawName, rawEmail, name, email]);
};

/** The tags of a repository, their taggers by the mailmap of HEAD. */
async function tagsOf(path: string, refs: readonly Ref[]): Promise<NamedTag[]> {
  const tags = refs.filter(({ ref }) => ref.startsWith('refs/tags/'));
  const signed = [...new Set(tags.map(({ tagger }) => tagger).filter((tagger) => tagger !== ''))];
  const input = signed.map((tagger) => `${tagger}\n`).join('');
  const mapped = (await isMapped(path)) ? await plumbing(path, ['check-mailmap', '--stdin'], input) : input;
  const lines = mapped.split('\n');
  const signers = new Map(signed.map((tagger, at) => [tagger, signerIn(tagger, lines[at] ?? tagger)]));
  return tags.map(({ ref, sha, at, tagger }) => ({
    name: ref.slice('refs/tags/'.length),
    sha,
    at,
    tagger: signers.get(tagger) ?? null,
  }));
}

/** Reads the whole history of a repository with git's plumbing, apart from how Cairn reads it. */
export async function readGitHistory(repo: string): Promise<GitHistory> {
  const path = resolve(repo, (await plumbing(repo, ['rev-parse', '--git-common-dir'])).trim());
  const refs = await readRefs(path);
  const head = (
    await plumbing(path, ['rev-parse', '--quiet', '--verify', 'HEAD^{commit}']).catch(() => '')
  ).trim();
  const tips = [...new Set([...refs.map(({ sha }) => sha), ...(head ? [head] : [])])];
  const boundary = await boundaryOf(path);
  const branches = branchesOf(refs);
  const defaultBranch = await defaultOf(path, refs, branches);
  const top = branches.find(({ name }) => name === defaultBranch)?.sha;
  const listed = top ? await plumbing(path, ['ls-tree', '-r', '-z', '--name-only', '--full-tree', top]) : '';
  return {
    commits: tips.length > 0 ? await readCommits(path, tips, boundary) : [],
    isShallow: boundary.size > 0,
    branches,
    tags: await tagsOf(path, refs),
    defaultBranch,
    paths: listed
      .split('\0')
      .filter((path) => path !== '')
      .map(decoded),
  };
}
