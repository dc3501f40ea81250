import { gitOutput, readText } from './git.ts';

export interface BranchRef {
  readonly name: string;
  readonly sha: string;
  readonly committedAt: number;
}

export interface TagRef {
  readonly name: string;
  readonly sha: string;
  readonly at: number;
  /** Who made it, as `.mailmap` says; null for a plain tag. */
  readonly tagger: { readonly name: string; readonly email: string } | null;
  readonly body: string;
}

/** Where the names of a repository point: kept as the payload that branches and releases are made of. */
export interface Refs {
  readonly branches: readonly BranchRef[];
  readonly tags: readonly TagRef[];
}

/** Everything but what tools keep for themselves. */
export const ALL_REFS = [
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
];

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
    | 'body',
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
    });
  }
  return refs;
}

function branchesOf(refs: readonly Ref[]): BranchRef[] {
  const byName = new Map<string, BranchRef>();
  for (const prefix of [/^refs\/heads\//, REMOTE])
    for (const { ref, symref, type, sha, at } of refs) {
      if (!prefix.test(ref) || symref !== '' || type !== 'commit') continue;
      const name = ref.replace(prefix, '');
      if (!byName.has(name)) byName.set(name, { name, sha, committedAt: Number(at) });
    }
  return [...byName.values()];
}

async function mapped(
  path: string,
  people: readonly string[],
): Promise<Map<string, { name: string; email: string }>> {
  if (people.length === 0) return new Map();
  const output = readText(
    (await gitOutput(path, ['check-mailmap', '--stdin'], `${people.join('\n')}\n`)).toString('latin1'),
  );
  const lines = output.split('\n');
  return new Map(
    people.map((person, index) => {
      const [, name = '', email = ''] = /^(.*?)\s*<([^>]*)>$/.exec(lines[index] ?? person) ?? [];
      return [person, { name, email }];
    }),
  );
}

/** Branches, a local one before a remote one of its name, and tags of commits. */
export async function readRefs(path: string): Promise<Refs> {
  const format = `--format=${FIELDS.join('%00')}%00`;
  const output = await gitOutput(path, ['for-each-ref', format, 'refs/heads', 'refs/remotes', 'refs/tags']);
  const refs = parse(output.toString('latin1'));
  const tags = refs.filter(
    ({ ref, type, peeledType }) =>
      ref.startsWith('refs/tags/') && (type === 'commit' || peeledType === 'commit'),
  );
  const signed = (ref: Ref) => `${ref.name} <${ref.email}>`.replaceAll('\n', ' ');
  const people = await mapped(path, [...new Set(tags.filter(({ type }) => type === 'tag').map(signed))]);
  return {
    branches: branchesOf(refs),
    tags: tags.map((ref) => ({
      name: ref.ref.replace(/^refs\/tags\//, ''),
      sha: ref.type === 'tag' ? ref.peeled : ref.sha,
      at: Number(ref.at),
      tagger: ref.type === 'tag' ? (people.get(signed(ref)) ?? null) : null,
      body: ref.type === 'tag' ? [ref.subject, ref.body].join('\n\n').trim() : '',
    })),
  };
}
