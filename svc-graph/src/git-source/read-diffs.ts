import { availableParallelism } from 'node:os';
import { loadStatements } from '../store/load.ts';
import { GitError, gitOutput, startGit } from './git.ts';
import { type Context, normaliseDiffs } from './normalise.ts';
import type { Reading } from './reading.ts';
import { diffBoundary, parseDiffs, pieces } from './records.ts';

/** A commit whose changes are to be read. */
export interface Pending {
  readonly sha: string;
  readonly committedAt: number | null;
}

export interface DiffPlan {
  readonly path: string;
  readonly context: Context;
  /** Newest first. */
  readonly pending: readonly Pending[];
  /** Without the contents of files only their names can be compared. */
  readonly counted: boolean;
}

const BLOCK = 64;
const PIECE = 1 << 18;
/** After so many commits that cannot be read the repository is taken for damaged. */
const MOST_FAILURES = 50;

/** Options by which changes are compared: in the repository's own terms, without renames and without its programs. */
export const DIFF_OPTIONS = [
  '-r',
  '-z',
  '--root',
  '--no-renames',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
];

function options(counted: boolean): string[] {
  return [
    'diff-tree',
    '--stdin',
    '--always',
    ...DIFF_OPTIONS,
    '--raw',
    '--abbrev=40',
    ...(counted ? ['--numstat'] : []),
  ];
}

async function readable(path: string, sha: string, counted: boolean): Promise<boolean> {
  return gitOutput(path, options(counted), `${sha}\n`).then(
    () => true,
    () => false,
  );
}

/** What one git reads of its share, and how far it came. */
async function readOnce(
  plan: DiffPlan,
  shas: readonly string[],
  dates: ReadonlyMap<string, number | null>,
  reading: Reading,
): Promise<number> {
  const { path, context, counted } = plan;
  const git = startGit(path, options(counted));
  git.stdin.end(`${shas.join('\n')}\n`);
  let done = 0;
  const take = async (bytes: string) => {
    const records = parseDiffs(bytes);
    if (records.length === 0) return;
    const loads = normaliseDiffs(records, context, (sha) => dates.get(sha) ?? null, counted);
    await reading.send(
      { kind: counted ? 'diff' : 'diff-names', bytes },
      loads.flatMap(loadStatements),
      records.length,
    );
    done += records.length;
  };
  let held = '';
  try {
    for await (const piece of pieces(git.stdout, diffBoundary, PIECE)) {
      if (held !== '') await take(held);
      held = piece;
    }
    await git.ended;
    await take(held);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    // The last record of a git that failed may be cut short.
    await take(held.slice(0, diffBoundary(held)));
  } finally {
    git.kill();
  }
  return done;
}

async function readShare(plan: DiffPlan, share: readonly Pending[], reading: Reading): Promise<string[]> {
  const dates = new Map(share.map(({ sha, committedAt }) => [sha, committedAt]));
  const failed: string[] = [];
  for (let rest = share.map(({ sha }) => sha); rest.length > 0;) {
    const done = await readOnce(plan, rest, dates, reading);
    rest = rest.slice(done);
    const [next] = rest;
    if (next === undefined) break;
    if (await readable(plan.path, next, plan.counted)) continue;
    failed.push(next);
    rest = rest.slice(1);
    if (failed.length >= MOST_FAILURES) return [...failed, ...rest];
  }
  return failed;
}

/** Reads what commits changed by as many gits as there are cores; answers the commits that could not be read. */
export async function readDiffs(
  plan: DiffPlan,
  reading: Reading,
  workers = availableParallelism(),
): Promise<string[]> {
  const shares: Pending[][] = Array.from({ length: workers }, () => []);
  for (const [index, commit] of plan.pending.entries())
    shares[Math.floor(index / BLOCK) % workers]?.push(commit);
  const failed = await Promise.all(shares.map((share) => readShare(plan, share, reading)));
  await reading.flush();
  return failed.flat();
}
