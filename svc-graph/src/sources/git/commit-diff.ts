import { devNull } from 'node:os';
import type { ChangedFile } from '@cairn/contracts';
import { type CommitDiff, MOST_FILES } from '../connector.ts';
import { parentsNamed } from './cut-merges.ts';
import { DIFF_OPTIONS, FIND_RENAMES } from './diff-gits.ts';
import { gitLine, gitOutput, readText, startGit } from './git.ts';

export const MOST_OF_FILE = 262_144;
export const MOST_OF_ALL = 2_097_152;
/** A diff is not waited for longer than this. */
const TIME_LIMIT = 20_000;

const CHANGES: Readonly<Record<string, ChangedFile['change']>> = { A: 'added', D: 'deleted', R: 'renamed' };

interface Entry extends Omit<ChangedFile, 'patch' | 'reason'> {
  /** A change of type, such as from file to link, is a deletion and an addition. */
  readonly patches: 1 | 2;
}

interface Counts {
  readonly additions: number | null;
  readonly deletions: number | null;
}

function countsOf(token: string): Counts {
  const [added = '-', removed = '-'] = token.split('\t');
  return added === '-'
    ? { additions: null, deletions: null }
    : { additions: Number(added), deletions: Number(removed) };
}

/** Reads `--raw --numstat -z` with renames: first all files with their change, then all with their lines. */
export function parseEntries(bytes: string): Entry[] {
  const tokens = bytes.split('\0');
  const entries: Omit<Entry, keyof Counts>[] = [];
  const counts: Counts[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] ?? '';
    if (token.startsWith(':')) {
      const status = /[A-Z](?=\d*$)/.exec(token)?.[0] ?? 'M';
      const moved = status === 'R' || status === 'C';
      const [first = '', second = ''] = tokens.slice(index + 1);
      entries.push({
        path: readText(moved ? second : first),
        previousPath: moved ? readText(first) : null,
        change: CHANGES[status] ?? 'modified',
        patches: status === 'T' ? 2 : 1,
      });
      index += moved ? 2 : 1;
    } else if (/^(?:\d+|-)\t/.test(token)) {
      counts.push(countsOf(token));
      if (token.endsWith('\t')) index += 2;
    }
  }
  return entries.map((entry, index) => ({
    ...entry,
    ...(counts[index] ?? { additions: null, deletions: null }),
  }));
}

const TOO_LONG = 'Its diff is longer than 256 KB.';
const ALL_TOO_LONG = 'The diffs of this commit are longer than 2 MB; this one is left out.';
const BINARY = 'A binary file.';
const NOT_READ = 'Its diff could not be read.';

/** Keeps the patches of a diff in their order as far as the limits allow; null for those that are cut. */
class Patches {
  readonly kept: (string | null)[] = [];
  private current: string[] = [];
  private length = 0;
  private total = 0;

  line(line: string): void {
    if (line.startsWith('diff --git ')) this.close();
    this.length += line.length + 1;
    if (this.length <= MOST_OF_FILE) this.current.push(line);
  }

  close(): void {
    if (this.length > 0) {
      const fits = this.length <= MOST_OF_FILE;
      this.kept.push(fits ? `${this.current.join('\n')}\n` : null);
      if (fits) this.total += this.length;
    }
    this.current = [];
    this.length = 0;
  }

  get full(): boolean {
    return this.total > MOST_OF_ALL;
  }
}

async function readPatches(path: string, args: readonly string[]): Promise<(string | null)[]> {
  const git = startGit(path, args);
  const timer = setTimeout(() => git.kill(), TIME_LIMIT);
  git.stdin.end();
  const patches = new Patches();
  let rest = '';
  try {
    for await (const chunk of git.stdout) {
      const lines = (rest + (chunk as Buffer).toString('latin1')).split('\n');
      rest = lines.pop() ?? '';
      // A line without end is only ever part of a file that is too long.
      if (rest.length > 4 * MOST_OF_FILE) rest = ` ${'…'.repeat(MOST_OF_FILE)}`;
      for (const line of lines) patches.line(line);
      if (patches.full) break;
    }
    if (!patches.full) await git.ended;
  } finally {
    clearTimeout(timer);
    git.kill();
  }
  if (rest !== '') patches.line(rest);
  patches.close();
  return patches.kept;
}

function present(entries: readonly Entry[], patches: readonly (string | null)[]): ChangedFile[] {
  let next = 0;
  let total = 0;
  return entries.map(({ patches: count, ...file }) => {
    const own = patches.slice(next, next + count);
    const read = own.length === count;
    next += count;
    if (!read) return { ...file, patch: null, reason: total > 0 || next > 1 ? ALL_TOO_LONG : NOT_READ };
    if (own.includes(null)) return { ...file, patch: null, reason: TOO_LONG };
    const patch = readText(own.join(''));
    if (file.additions === null && /^Binary files .* differ$/m.test(patch))
      return { ...file, patch: null, reason: BINARY };
    total += patch.length;
    return total > MOST_OF_ALL
      ? { ...file, patch: null, reason: ALL_TOO_LONG }
      : { ...file, patch, reason: null };
  });
}

const readParents = async (path: string, sha: string): Promise<string[]> =>
  (await gitOutput(path, ['rev-list', '--parents', '-1', '--end-of-options', sha]))
    .toString()
    .trim()
    .split(' ')
    .slice(1);

/** The tree without a file, whose name depends on how the repository counts its hashes. */
const emptyTree = (path: string): Promise<string | undefined> =>
  gitLine(path, ['hash-object', '-t', 'tree', devNull]);

/** Whether a shallow clone lacks what was there before a commit. */
const isCut = async (path: string, sha: string): Promise<boolean> =>
  (await readParents(path, sha)).length === 0 && (await parentsNamed(path, sha)) > 0;

/**
 * The trees to compare: of a commit its first parent, of a series what was there before its first commit; null where
 * the clone lacks it.
 */
async function comparedTrees(path: string, sha: string, since: string | undefined): Promise<string[] | null> {
  if (await isCut(path, since ?? sha)) return null;
  if (since !== undefined && since !== sha) {
    const before = (await readParents(path, since))[0] ?? (await emptyTree(path));
    return before === undefined ? [sha] : [before, sha];
  }
  return (await readParents(path, sha)).length > 1 ? [`${sha}^1`, sha] : [sha];
}

/**
 * What a commit changed against its first parent, or a series of commits against what was there before its first, as
 * unified diffs within limits; renames are found here. It has no files where a shallow clone lacks what was there.
 */
export async function commitDiff(path: string, sha: string, since?: string): Promise<CommitDiff> {
  const range = await comparedTrees(path, sha, since);
  if (range === null) return { files: [], total: 0 };
  const common = [...FIND_RENAMES, '--no-commit-id', '--end-of-options', ...range];
  const listed = await gitOutput(path, ['diff-tree', ...DIFF_OPTIONS, '--raw', '--numstat', ...common]);
  const entries = parseEntries(listed.toString('latin1'));
  const shown = entries.slice(0, MOST_FILES);
  const patches = await readPatches(path, [
    'diff-tree',
    ...DIFF_OPTIONS.filter((option) => option !== '-z'),
    '-p',
    ...common,
  ]);
  return { files: present(shown, patches), total: entries.length };
}
