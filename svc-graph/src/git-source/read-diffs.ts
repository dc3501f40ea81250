import { availableParallelism } from 'node:os';
import { KnownFiles, type Target, diffStatements } from './diff-statements.ts';
import { GitError, type RecordedGit, gitOutput, recordGit } from './git.ts';
import type { Context } from './normalise.ts';
import type { Reading } from './reading.ts';
import { type DiffRecord, diffBoundary, parseDiffs, pieces } from './records.ts';

/** A commit whose changes are to be read. */
export interface Pending extends Target {
  readonly sha: string;
}

export interface DiffPlan {
  readonly path: string;
  readonly context: Context;
  /** Newest first. */
  readonly pending: readonly Pending[];
  /** Without the contents of files only their names can be compared. */
  readonly counted: boolean;
}

/** So much output of git is looked at together. */
const PIECE = 1 << 22;
/** A batch is sent when it holds so many bytes or has waited for so long. */
const BATCH_BYTES = 1 << 22;
const BATCH_MS = 1_000;
/** How long one git should run, and at least: to start one takes time as well, more so the more memory we hold. */
const TURN_MS = 2_000;
const SHORTEST_MS = 150;
const FIRST = 256;
const LEAST = 64;
const MOST = 16_384;
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

/** Gathers what several gits say into batches for the graph. */
class Batches {
  private readonly plan: DiffPlan;
  private readonly reading: Reading;
  private readonly targets: ReadonlyMap<string, Target>;
  private readonly files = new KnownFiles();
  private held: string[] = [];
  private records: DiffRecord[] = [];
  private length = 0;
  private since = performance.now();

  constructor(plan: DiffPlan, reading: Reading) {
    this.plan = plan;
    this.reading = reading;
    this.targets = new Map(plan.pending.map((commit) => [commit.sha, commit]));
  }

  /** Takes whole records; resolves with their number when more may be taken. */
  async take(bytes: string): Promise<number> {
    const records = parseDiffs(bytes);
    this.held.push(bytes);
    this.records.push(...records.filter(({ sha }) => this.targets.has(sha)));
    this.length += bytes.length;
    if (this.length >= BATCH_BYTES || performance.now() - this.since >= BATCH_MS) await this.send();
    return records.length;
  }

  async send(): Promise<void> {
    const { held, records } = this;
    this.held = [];
    this.records = [];
    this.length = 0;
    this.since = performance.now();
    if (records.length === 0) return;
    const { context, counted } = this.plan;
    const target = (sha: string) => this.targets.get(sha) ?? { uuid: '', committedAt: null };
    await this.reading.send(
      { kind: counted ? 'diff' : 'diff-names', bytes: held.join('') },
      diffStatements(records, context, this.files, target, counted),
      records.length,
    );
  }
}

type Take = (bytes: string) => Promise<number>;

/** One turn of one git: a run of commits that follow each other, which git reads faster than scattered ones. */
class Turn {
  readonly shas: readonly string[];
  private readonly git: Promise<RecordedGit>;
  private readonly began = performance.now();
  /** Milliseconds that git took, whenever its output is read. */
  private readonly took: Promise<number>;

  constructor({ path, counted }: DiffPlan, shas: readonly string[]) {
    this.shas = shas;
    this.git = recordGit(path, options(counted), `${shas.join('\n')}\n`);
    this.took = this.git
      .then(({ ended }) => ended.catch(() => undefined))
      .then(() => performance.now() - this.began);
    this.took.catch(() => undefined);
  }

  /** Hands on what git said; answers how many commits that was, fewer than asked for when git failed. */
  async read(take: Take): Promise<number> {
    const git = await this.git;
    const failed = await git.ended.then(
      () => false,
      (error: unknown) => {
        if (error instanceof GitError) return true;
        throw error;
      },
    );
    let done = 0;
    let held = '';
    for await (const piece of pieces(git.output(), diffBoundary, PIECE, PIECE)) {
      if (held !== '') done += await take(held);
      held = piece;
    }
    // The last record of a git that failed may be cut short.
    if (failed) held = held.slice(0, diffBoundary(held));
    return held === '' ? done : done + (await take(held));
  }

  async commitsPerSecond(): Promise<number> {
    return (this.shas.length * 1_000) / (await this.took);
  }

  async close(): Promise<void> {
    await (await this.git).close();
  }
}

/** Shares commits out to gits, newest first, as much at a time as they read in a second. */
class Queue {
  readonly failed: string[] = [];
  private readonly shas: readonly string[];
  private readonly readers: number;
  private at = 0;
  private size = FIRST;
  private least = LEAST;

  constructor(plan: DiffPlan, readers: number) {
    this.shas = plan.pending.map(({ sha }) => sha);
    this.readers = readers;
  }

  next(): readonly string[] {
    const left = this.shas.length - this.at;
    const fair = Math.max(this.least, Math.ceil(left / (2 * this.readers)));
    const taken = this.shas.slice(this.at, this.at + Math.min(this.size, fair));
    this.at += taken.length;
    return taken;
  }

  learn(commitsPerSecond: number): void {
    const within = (milliseconds: number) =>
      Math.round(Math.min(MOST, Math.max(LEAST, (commitsPerSecond * milliseconds) / 1_000)));
    this.size = within(TURN_MS);
    this.least = within(SHORTEST_MS);
  }

  /** What has not been handed out. */
  rest(): readonly string[] {
    return this.shas.slice(this.at);
  }

  get givenUp(): boolean {
    return this.failed.length >= MOST_FAILURES;
  }
}

/** Reads one by one what is left of a turn whose git failed, up to the commit that cannot be read. */
async function readRest(
  plan: DiffPlan,
  left: readonly string[],
  batches: Batches,
  queue: Queue,
): Promise<void> {
  for (let rest = left; rest.length > 0;) {
    const [next = '', ...others] = rest;
    const alone = await gitOutput(plan.path, options(plan.counted), `${next}\n`).catch(() => undefined);
    if (alone) await batches.take(alone.toString('latin1'));
    else queue.failed.push(next);
    rest = others;
    if (queue.givenUp) return void queue.failed.push(...rest);
    if (rest.length === 0) return;
    const turn = new Turn(plan, rest);
    try {
      rest = rest.slice(await turn.read((bytes) => batches.take(bytes)));
    } finally {
      await turn.close();
    }
  }
}

/** One git after another; the next one runs while the output of the last is brought in. */
async function readTurns(plan: DiffPlan, batches: Batches, queue: Queue): Promise<void> {
  const begin = () => {
    const shas = queue.givenUp ? [] : queue.next();
    return shas.length > 0 ? new Turn(plan, shas) : undefined;
  };
  let next = begin();
  try {
    for (let turn = next; turn; turn = next) {
      queue.learn(await turn.commitsPerSecond());
      next = begin();
      try {
        const done = await turn.read((bytes) => batches.take(bytes));
        await readRest(plan, turn.shas.slice(done), batches, queue);
      } finally {
        await turn.close();
      }
    }
  } finally {
    await next?.close();
  }
}

/** Reads what commits changed by as many gits as there are cores; answers the commits that could not be read. */
export async function readDiffs(
  plan: DiffPlan,
  reading: Reading,
  readers = availableParallelism(),
): Promise<string[]> {
  const batches = new Batches(plan, reading);
  const queue = new Queue(plan, readers);
  await Promise.all(Array.from({ length: readers }, () => readTurns(plan, batches, queue)));
  await batches.send();
  await reading.flush();
  return queue.givenUp ? [...queue.failed, ...queue.rest()] : queue.failed;
}
