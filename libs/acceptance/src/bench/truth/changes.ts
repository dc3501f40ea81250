import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decoded, plumbing, printed } from './plumbing.ts';

/** What a commit changed in one file; lines are null where git counts none. */
export interface FileLines {
  readonly path: string;
  readonly from: string | null;
  readonly change: string;
  readonly added: number | null;
  readonly deleted: number | null;
}

/** What a clone tells of the changes of a commit: lines, the names of files alone, or nothing. */
export type Told = 'lines' | 'names' | 'nothing';

/** The changes of commits, as far as a clone tells them without fetching. */
export interface ToldChanges {
  readonly files: ReadonlyMap<string, readonly FileLines[]>;
  told(sha: string): Told;
}

const BARE = /^\n?([0-9a-f]{40})$/;
const COUNTS = /^(-|\d+)\t(-|\d+)\t([^]*)$/;
const lineCount = (text: string) => (text === '-' ? null : Number(text));

/** Reads `--raw -z` of commits, each after its sha, with `--numstat` or without: sha → its files. */
export function parseFileLines(output: string, counted: boolean): Map<string, FileLines[]> {
  const tokens = output.split('\0');
  const found = new Map<string, FileLines[]>();
  let files: FileLines[] = [];
  let changes = new Map<string, string>();
  const add = (path: string, from: string | null, lines: readonly [string, string]) =>
    files.push({
      path: decoded(path),
      from: from === null ? null : decoded(from),
      change: changes.get(path) ?? 'M',
      added: lineCount(lines[0]),
      deleted: lineCount(lines[1]),
    });
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] ?? '';
    const sha = BARE.exec(token)?.[1];
    const counts = COUNTS.exec(token);
    if (sha) {
      files = [];
      changes = new Map();
      found.set(sha, files);
    } else if (token.startsWith(':')) {
      const change = token.split(' ')[4]?.[0] ?? 'M';
      at += change === 'R' ? 2 : 1;
      changes.set(tokens[at] ?? '', change);
      if (!counted) add(tokens[at] ?? '', null, ['-', '-']);
    } else if (counts) {
      const [, added = '', deleted = '', own = ''] = counts;
      if (own !== '') add(own, null, [added, deleted]);
      else add(tokens[at + 2] ?? '', tokens[at + 1] ?? '', [added, deleted]);
      if (own === '') at += 2;
    }
  }
  return found;
}

const DIFF = ['diff-tree', '--stdin', '-r', '-z', '--root', '--always', '--no-ext-diff', '--no-textconv'];
const argsOf = (counted: boolean) => [
  ...DIFF,
  '--raw',
  '--abbrev=40',
  ...(counted ? ['-M', '--numstat'] : ['--no-renames']),
];

const listOf = (shas: readonly string[]) => `${shas.join('\n')}\n`;

/** Reads commits in their order; one whose objects are absent ends git, so it is left out and git starts again after it. */
async function readFiles(
  path: string,
  shas: readonly string[],
  counted: boolean,
): Promise<Map<string, FileLines[]>> {
  const found = new Map<string, FileLines[]>();
  const keep = (output: string, most: number) => {
    for (const [sha, files] of [...parseFileLines(output, counted)].slice(0, most)) found.set(sha, files);
  };
  for (let rest = shas; rest.length > 0;) {
    const { output, failure } = await printed(path, argsOf(counted), listOf(rest));
    if (failure === null) {
      keep(output, rest.length);
      return found;
    }
    // The last one that was printed may be cut.
    const whole = Math.max(0, parseFileLines(output, counted).size - 1);
    keep(output, whole);
    const alone = await printed(path, argsOf(counted), listOf(rest.slice(whole, whole + 1)));
    if (alone.failure === null) keep(alone.output, 1);
    rest = rest.slice(whole + 1);
  }
  return found;
}

/** The commits whose parents a shallow clone lacks. */
export async function boundaryOf(gitDir: string): Promise<ReadonlySet<string>> {
  const text = await readFile(join(gitDir, 'shallow'), 'utf8').catch(() => '');
  return new Set(text.split('\n').filter((line) => line !== ''));
}

/** Whether a commit itself names several parents, also where a shallow clone hides them. */
export async function namesParents(path: string, sha: string): Promise<boolean> {
  const [header = ''] = (await plumbing(path, ['cat-file', 'commit', sha])).split('\n\n', 1);
  return header.split('\nparent ').length > 2;
}

const PARTIAL = String.raw`^(remote\..*\.promisor|extensions\.partialclone)$`;

/** Reads what commits changed: lines, in a partial clone names alone, and nothing where a clone lacks what it takes. */
export async function readChanges(
  path: string,
  shas: readonly string[],
  boundary: ReadonlySet<string>,
): Promise<ToldChanges> {
  const isPartial = await plumbing(path, ['config', '--get-regexp', PARTIAL]).then(
    (found) => found !== '',
    () => false,
  );
  const asked = shas.filter((sha) => !boundary.has(sha));
  const files = await readFiles(path, asked, !isPartial);
  const told = (sha: string): Told => (!files.has(sha) ? 'nothing' : isPartial ? 'names' : 'lines');
  return { files, told };
}
