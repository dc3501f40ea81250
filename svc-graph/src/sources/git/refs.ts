import { createHash } from 'node:crypto';
import { gitLine, gitOutput, readText } from './git.ts';

export interface BranchRef {
  readonly name: string;
  readonly sha: string;
  readonly committedAt: number;
}

export interface TagRef {
  readonly name: string;
  readonly sha: string;
  readonly at: number;
  /** Who made the tag, after `.mailmap`; null for a lightweight tag. */
  readonly tagger: { readonly name: string; readonly email: string } | null;
  readonly body: string;
}

/** The branches and tags of a repository, kept as the payload of branches and releases. */
export interface Refs {
  readonly branches: readonly BranchRef[];
  readonly tags: readonly TagRef[];
}

/** Folders in which forges keep the refs of pull and merge requests, below `refs/` or below a remote. */
const REQUESTS = ['pull', 'pr', 'pull-requests', 'merge-requests'];

/** Every ref but those of tools, and but the test merges of forges. */
export const ALL_REFS = [
  ...REQUESTS.flatMap((folder) => [
    `--exclude=refs/${folder}/[0-9]*/merge`,
    `--exclude=refs/remotes/*/${folder}/[0-9]*/merge`,
  ]),
  '--exclude=refs/stash',
  '--exclude=refs/notes/*',
  '--exclude=refs/replace/*',
  '--all',
];

const FIELDS = [
  '%(refname)',
  '%(symref)',
  '%(objecttype)',
  '%(objectname)',
  '%(*objecttype)',
  '%(*objectname)',
  '%(creatordate:unix)',
  '%(taggername)',
  '%(taggeremail:trim)',
  '%(contents:subject)',
  '%(contents:body)',
  '%(HEAD)',
];

const REQUEST = new RegExp(`^refs/(?:remotes/[^/]+/)?(?:${REQUESTS.join('|')})/\\d+/`);
const TEST_MERGE = new RegExp(`${REQUEST.source}merge$`);
const REMOTE = /^refs\/remotes\/[^/]+\//;

type Ref = Readonly<
  Record<
    | 'ref'
    | 'symref'
    | 'type'
    | 'sha'
    | 'peeledType'
    | 'peeled'
    | 'at'
    | 'name'
    | 'email'
    | 'subject'
    | 'body'
    | 'checkedOut',
    string
  >
>;

function parse(bytes: string): Ref[] {
  const parts = bytes.split('\0');
  const refs: Ref[] = [];
  for (let start = 0; start + FIELDS.length < parts.length; start += FIELDS.length) {
    const [
      ref = '',
      symref = '',
      type = '',
      sha = '',
      peeledType = '',
      peeled = '',
      at = '',
      name = '',
      email = '',
      subject = '',
      body = '',
      checkedOut = '',
    ] = parts.slice(start, start + FIELDS.length).map(readText);
    refs.push({
      ref: ref.replace(/^\n/, ''),
      symref,
      type,
      sha,
      peeledType,
      peeled,
      at,
      name,
      email,
      subject,
      body,
      checkedOut,
    });
  }
  return refs;
}

function branchesOf(refs: readonly Ref[]): BranchRef[] {
  const byName = new Map<string, BranchRef>();
  for (const prefix of [/^refs\/heads\//, REMOTE])
    for (const { ref, symref, type, sha, at } of refs) {
      if (!prefix.test(ref) || symref !== '' || type !== 'commit' || TEST_MERGE.test(ref)) continue;
      const name = ref.replace(prefix, '');
      if (!byName.has(name)) byName.set(name, { name, sha, committedAt: Number(at) });
    }
  return [...byName.values()];
}

/** People after the mailmap, in the order of the output of git. */
async function mailmapped(
  path: string,
  people: readonly string[],
  mapped: boolean,
): Promise<Map<string, { name: string; email: string }>> {
  const asked = mapped && people.length > 0;
  const lines = asked ? await checkMailmap(path, people) : people;
  return new Map(
    people.map((person, index) => {
      const [, name = '', email = ''] = /^(.*?)\s*<([^>]*)>$/.exec(lines[index] ?? person) ?? [];
      return [person, { name, email }];
    }),
  );
}

async function checkMailmap(path: string, people: readonly string[]): Promise<string[]> {
  const output = await gitOutput(path, ['check-mailmap', '--stdin'], `${people.join('\n')}\n`);
  return readText(output.toString('latin1')).split('\n');
}

/** The commits that tags of tags lead to, by the tag that each names; git lists one level alone. */
async function peeledFurther(path: string, refs: readonly Ref[]): Promise<Map<string, string>> {
  const tags = [
    ...new Set(refs.filter(({ peeledType }) => peeledType === 'tag').map(({ peeled }) => peeled)),
  ];
  if (tags.length === 0) return new Map();
  const asked = tags.map((tag) => `${tag}^{}\n`).join('');
  const format = '--batch-check=%(objecttype) %(objectname)';
  const lines = (await gitOutput(path, ['cat-file', format], asked)).toString('latin1').split('\n');
  const found = tags.flatMap((tag, index) => {
    const [type, sha = ''] = (lines[index] ?? '').split(' ');
    return type === 'commit' ? [[tag, sha] as const] : [];
  });
  return new Map(found);
}

/** The tags that lead to a commit, through however many tags. */
async function tagsOfCommits(path: string, refs: readonly Ref[]): Promise<Ref[]> {
  const tags = refs.filter(({ ref }) => ref.startsWith('refs/tags/'));
  const further = await peeledFurther(path, tags);
  return tags.flatMap((tag) => {
    if (tag.type === 'commit' || tag.peeledType === 'commit') return [tag];
    const sha = further.get(tag.peeled);
    return sha === undefined ? [] : [{ ...tag, peeled: sha, peeledType: 'commit' }];
  });
}

function tagRefs(
  refs: readonly Ref[],
  people: ReadonlyMap<string, { name: string; email: string }>,
): TagRef[] {
  return refs.map((ref) => ({
    name: ref.ref.replace(/^refs\/tags\//, ''),
    sha: ref.type === 'tag' ? ref.peeled : ref.sha,
    at: Number(ref.at),
    tagger: ref.type === 'tag' ? (people.get(signed(ref)) ?? null) : null,
    body: ref.type === 'tag' ? [ref.subject, ref.body].join('\n\n').trim() : '',
  }));
}

const signed = (ref: Ref) => `${ref.name} <${ref.email}>`.replaceAll('\n', ' ');

const ORIGIN = 'refs/remotes/origin/';
const LOCAL = 'refs/heads/';

/** The branch that the remote names as its default, also when that branch is gone. */
async function remoteDefault(path: string, refs: readonly Ref[]): Promise<string | undefined> {
  if (!refs.some(({ ref }) => ref.startsWith(ORIGIN))) return undefined;
  const listed = refs.find(({ ref }) => ref === `${ORIGIN}HEAD`)?.symref;
  // Git lists no symbolic ref that leads nowhere.
  const target = listed ?? (await gitLine(path, ['symbolic-ref', '--quiet', `${ORIGIN}HEAD`]));
  return target?.startsWith(ORIGIN) ? target.slice(ORIGIN.length) : target;
}

/**
 * The branch that counts as default: that of the remote, else a usual name, else where HEAD points, else the latest
 * one. `gone` is the one that should be it and is no longer there.
 */
function defaultBranch(
  branches: readonly BranchRef[],
  remote: string | undefined,
  head: string | undefined,
): Pick<Names, 'headBranch' | 'goneBranch'> {
  const isThere = (name: string | undefined) => branches.some((branch) => branch.name === name);
  const [latest] = branches.toSorted((left, right) => right.committedAt - left.committedAt);
  const usual = [remote, 'main', 'master', head].find(isThere);
  const found = usual ?? latest?.name;
  // HEAD may name a branch that is yet to be made, so it tells of a branch that is gone only where nothing else is usual.
  const wanted = remote ?? (usual === undefined ? head : undefined);
  const isGone = found !== undefined && wanted !== undefined && !isThere(wanted);
  return { headBranch: found ?? head ?? null, goneBranch: isGone ? wanted : null };
}

/** The refs of a repository, the checked-out commit, and the branch that counts as its default. */
export interface Names {
  readonly refs: Refs;
  /** The checked-out commit, if there is one. */
  readonly head: string | undefined;
  /** The default branch of the remote, else a usual name, else where HEAD points. */
  readonly headBranch: string | null;
  /** The branch that should be the default one, but is not there. */
  readonly goneBranch: string | null;
}

/** Commit and branch of HEAD, for a HEAD that is not an existing branch. */
async function headOf(path: string): Promise<{ sha: string | undefined; branch: string | undefined }> {
  const [sha, ref] = await Promise.all([
    gitLine(path, ['rev-parse', '--quiet', '--verify', 'HEAD^{commit}']),
    gitLine(path, ['symbolic-ref', '--quiet', 'HEAD']),
  ]);
  return { sha, branch: ref?.replace(/^refs\/heads\//, '') };
}

type RefKind = 'branches' | 'tags' | 'requests' | 'others';

/** How many refs of each kind are read, and a hash of all of them with their commits. */
export type RefCounts = Readonly<Record<RefKind, number>> & {
  readonly hash: string;
};

/** Refs that tools keep for themselves. */
const OF_TOOLS = /^refs\/(?:stash$|notes\/|replace\/)/;

function kindOf(ref: string): RefKind | undefined {
  if (OF_TOOLS.test(ref) || TEST_MERGE.test(ref)) return undefined;
  if (REQUEST.test(ref)) return 'requests';
  if (ref.startsWith('refs/tags/')) return 'tags';
  return ref.startsWith(LOCAL) || REMOTE.test(ref) ? 'branches' : 'others';
}

/** Counts the refs that are read. A branch that is local and remote counts once; symbolic refs do not count. */
export async function countRefs(path: string): Promise<RefCounts> {
  const output = await gitOutput(path, ['for-each-ref', '--format=%(refname)%00%(symref)%00%(objectname)']);
  const names = { branches: new Set<string>(), tags: new Set(), requests: new Set(), others: new Set() };
  const hash = createHash('sha256');
  for (const line of output.toString('latin1').split('\n')) {
    const [ref = '', symref] = line.split('\0');
    const kind = ref === '' || symref !== '' ? undefined : kindOf(ref);
    if (!kind) continue;
    names[kind].add(ref.replace(LOCAL, '').replace(REMOTE, ''));
    hash.update(`${line}\n`);
  }
  const { branches, tags, requests, others } = names;
  return {
    branches: branches.size,
    tags: tags.size,
    requests: requests.size,
    others: others.size,
    hash: hash.digest('hex'),
  };
}

const counted = (count: number, one: string, many: string) =>
  count === 0 ? [] : [`${count.toLocaleString('en')} ${count === 1 ? one : many}`];

/** Which refs were read, in a sentence; undefined for a repository without any. */
export function coverageOf({ branches, tags, requests, others }: RefCounts): string | undefined {
  const parts = [
    ...counted(branches, 'branch', 'branches'),
    ...counted(tags, 'tag', 'tags'),
    ...counted(requests, 'pull or merge request', 'pull or merge requests'),
    ...counted(others, 'other ref', 'other refs'),
  ];
  if (parts.length === 0) return undefined;
  const read = `Commits are read from ${new Intl.ListFormat('en').format(parts)}.`;
  return requests > 0 ? `${read} Commits of requests that are on no branch count too.` : read;
}

/** Reads branches, tags of commits, and HEAD. A local branch hides a remote one of its name; `mapped`: whether there is a mailmap. */
export async function readNames(path: string, mapped: Promise<boolean>): Promise<Names> {
  const format = `--format=${FIELDS.join('%00')}%00`;
  const output = await gitOutput(path, ['for-each-ref', format, 'refs/heads', 'refs/remotes', 'refs/tags']);
  const refs = parse(output.toString('latin1'));
  const tags = await tagsOfCommits(path, refs);
  const taggers = [...new Set(tags.filter(({ type }) => type === 'tag').map(signed))];
  const own = refs.find(({ checkedOut, type }) => checkedOut === '*' && type === 'commit');
  const head = own ? { sha: own.sha, branch: own.ref.slice(LOCAL.length) } : await headOf(path);
  const branches = branchesOf(refs);
  return {
    refs: { branches, tags: tagRefs(tags, await mailmapped(path, taggers, await mapped)) },
    head: head.sha,
    ...defaultBranch(branches, await remoteDefault(path, refs), head.branch),
  };
}
