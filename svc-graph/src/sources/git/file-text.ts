import type { BlamedLines, FileText } from '@cairn/contracts';
import type { WantedFile } from '../connector.ts';
import { gitLine, readText, startGit } from './git.ts';

/** A longer file is not shown. */
export const MOST_OF_TEXT = 262_144;
/** Who changed each line is not waited for longer than this. */
const TIME_LIMIT = 20_000;
const LOOKED_AT = 8_000;

const NOT_THERE = 'The file is not in this commit.';
const TOO_LONG = 'The file is longer than 256 KB.';
const BINARY = 'A binary file, so there is no text to show.';

/** The output of a git command as bytes, one per character; rejects when it takes too long. */
async function bytesWithin(path: string, args: readonly string[]): Promise<string> {
  const git = startGit(path, args);
  git.stdin.end();
  const timer = setTimeout(() => git.kill(), TIME_LIMIT);
  try {
    const chunks: string[] = [];
    git.stdout.setEncoding('latin1');
    git.stdout.on('data', (chunk: string) => chunks.push(chunk));
    await git.ended;
    return chunks.join('');
  } finally {
    clearTimeout(timer);
  }
}

interface Change {
  author: string;
  at: string;
}

/** Joins the lines of `git blame --porcelain` that follow each other and come from one commit. */
export function blamedLines(porcelain: string): BlamedLines[] {
  const changes = new Map<string, Change>();
  const runs: BlamedLines[] = [];
  let sha = '';
  for (const line of porcelain.split('\n')) {
    const head = /^([0-9a-f]{40,64}) \d+ (\d+)/.exec(line);
    if (head) {
      sha = head[1] ?? '';
      const [from, last] = [Number(head[2]), runs.at(-1)];
      if (last?.sha === sha && last.from + last.lines === from) last.lines += 1;
      else runs.push({ from, lines: 1, sha, author: '', at: '' });
      if (!changes.has(sha)) changes.set(sha, { author: '', at: '' });
    }
    const change = changes.get(sha);
    if (!change || line.startsWith('\t')) continue;
    if (line.startsWith('author ')) change.author = readText(line.slice('author '.length));
    if (line.startsWith('author-time '))
      change.at = new Date(Number(line.slice('author-time '.length)) * 1_000).toISOString();
  }
  return runs.map((run) => ({ ...run, ...changes.get(run.sha) }));
}

/** The first of these paths that a commit has; the first one where it has none. */
async function pathIn(repository: string, revision: string, paths: readonly string[]): Promise<string> {
  if (paths.length > 1)
    for (const path of paths)
      if ((await gitLine(repository, ['cat-file', '-t', `${revision}:${path}`])) === 'blob') return path;
  return paths[0] ?? '';
}

/** A file as a commit left it, with who last changed its lines, or as it was before the commit. */
export async function fileText(repository: string, wanted: WantedFile): Promise<FileText> {
  const { sha, before, former } = wanted;
  const revision = before ? `${sha}^1` : sha;
  const path = await pathIn(repository, revision, [wanted.path, ...former]);
  const object = `${revision}:${path}`;
  const without = (reason: string): FileText => ({ path, sha, text: null, reason, blame: [] });
  const [type, size] = await Promise.all(
    ['-t', '-s'].map((what) => gitLine(repository, ['cat-file', what, object])),
  );
  if (type !== 'blob') return without(NOT_THERE);
  if (Number(size) > MOST_OF_TEXT) return without(TOO_LONG);
  const bytes = await bytesWithin(repository, ['cat-file', 'blob', object]);
  if (bytes.slice(0, LOOKED_AT).includes('\0')) return without(BINARY);
  const blame = before
    ? []
    : blamedLines(
        await bytesWithin(repository, ['blame', '--no-textconv', '--porcelain', revision, '--', path]).catch(
          () => '',
        ),
      );
  return { path, sha, text: readText(bytes), reason: null, blame };
}
