import { availableParallelism } from 'node:os';
import { KnownFiles, type Target, diffStatements } from './diff-statements.ts';
import { type More, GitReader, type Pace } from './git-reader.ts';
import { gitOutput, recordGit } from './git.ts';
import type { Context } from './normalise.ts';
import type { Reading } from './reading.ts';
import { type DiffRecord, parseDiffs } from './records.ts';

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

/** A batch is sent when it holds so many bytes or has waited for so long. */
const BATCH_BYTES = 1 << 22;
const BATCH_MS = 1_000;
/** So much may wait while batches are brought in. */
const MOST_HELD = 1 << 24;
/** A git gets as many commits at a time as it reads in about so long, while there are enough, and the next of them so long before it has done. */
const RUN_MS = 2_000;
const AHEAD_MS = 1_000;
/** What is left to share out at the end is not shared out finer than this. */
const SHORTEST_MS = 60;
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
  private sending: Promise<void> | undefined;
  private broken = false;

  constructor(plan: DiffPlan, reading: Reading) {
    this.plan = plan;
    this.reading = reading;
    this.targets = new Map(plan.pending.map((commit) => [commit.sha, commit]));
  }

  /** Resolves when more may be taken; what went wrong with an earlier batch shows here. */
  async take(bytes: string, records: readonly DiffRecord[]): Promise<void> {
    this.held.push(bytes);
    for (const record of records) if (this.targets.has(record.sha)) this.records.push(record);
    this.length += bytes.length;
    if (this.length < BATCH_BYTES && performance.now() - this.since < BATCH_MS) return;
    if (this.sending && !this.broken && this.length < MOST_HELD) return;
    await this.sending;
    this.begin();
  }

  /** Sends what is held while more is taken. */
  private begin(): void {
    const sending = this.send().then(() => {
      if (this.sending === sending) this.sending = undefined;
    });
    sending.catch(() => {
      this.broken = true;
    });
    this.sending = sending;
  }

  private async send(): Promise<void> {
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

  /** Sends what is left; resolves when all of it is in. */
  async end(): Promise<void> {
    await this.sending;
    await this.send();
    await this.reading.flush();
  }
}

/** Shares commits out to gits, newest first, in runs that follow each other, which git reads faster than scattered ones. */
class Queue {
  readonly failed: string[] = [];
  private readonly shas: readonly string[];
  private readonly readers: number;
  private at = 0;

  constructor(plan: DiffPlan, readers: number) {
    this.shas = plan.pending.map(({ sha }) => sha);
    this.readers = readers;
  }

  get done(): boolean {
    return this.at === this.shas.length || this.givenUp;
  }

  get givenUp(): boolean {
    return this.failed.length >= MOST_FAILURES;
  }

  /** Runs become short towards the end, so that all gits end together. */
  next({ waiting, perMillisecond }: Pace): readonly string[] | undefined {
    if (this.done) return undefined;
    const within = (milliseconds: number) => Math.max(LEAST, Math.ceil(perMillisecond * milliseconds));
    const left = this.shas.length - this.at;
    const fair = Math.max(within(SHORTEST_MS), Math.ceil(left / (2 * this.readers)));
    if (waiting > Math.min(within(AHEAD_MS), fair)) return [];
    const size = Math.min(fair, perMillisecond === 0 ? FIRST : Math.min(MOST, within(RUN_MS)));
    const taken = this.shas.slice(this.at, this.at + size);
    this.at += taken.length;
    return taken;
  }

  /** What has not been handed out. */
  rest(): readonly string[] {
    return this.shas.slice(this.at);
  }
}

/** Reads one by one what is left by a git that failed, up to the commit that cannot be read. */
async function readRest(
  plan: DiffPlan,
  left: readonly string[],
  batches: Batches,
  queue: Queue,
): Promise<void> {
  for (let rest = left; rest.length > 0;) {
    const [next = '', ...others] = rest;
    const alone = await gitOutput(plan.path, options(plan.counted), `${next}\n`).catch(() => undefined);
    const bytes = alone?.toString('latin1') ?? '';
    const records = parseDiffs(bytes);
    if (records.length === 0) queue.failed.push(next);
    else await batches.take(bytes, records);
    if (queue.givenUp) return void queue.failed.push(...others);
    const portions = [others];
    rest = others.length > 0 ? await readBy(plan, batches, () => portions.pop()) : [];
  }
}

/** Reads by a git of its own what it is given; answers what it could not read. */
async function readBy(plan: DiffPlan, batches: Batches, more: More): Promise<readonly string[]> {
  const git = await recordGit(plan.path, options(plan.counted));
  return new GitReader(git, (bytes, records) => batches.take(bytes, records)).read(more);
}

/** Reads by one git as much as can be; another one follows when it fails or has written much. */
async function readShare(plan: DiffPlan, batches: Batches, queue: Queue): Promise<void> {
  while (!queue.done) {
    const left = await readBy(plan, batches, (pace) => queue.next(pace));
    await readRest(plan, left, batches, queue);
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
  await Promise.all(Array.from({ length: readers }, () => readShare(plan, batches, queue)));
  await batches.end();
  return queue.givenUp ? [...queue.failed, ...queue.rest()] : queue.failed;
}
