import { DiffGits } from './diff-gits.ts';
import { DiffBatch, type Target } from './diff-statements.ts';
import { type More, GitReader, type Pace } from './git-reader.ts';
import { KnownFiles } from './known-files.ts';
import type { Context } from './normalise.ts';
import type { IngestRun, IngestBatch } from './ingest-run.ts';
import { type DiffRecord, parseDiffs } from './records.ts';

/** A commit whose changes have not been read. */
export interface Pending extends Target {
  readonly sha: string;
}

export interface DiffPlan {
  readonly context: Context;
  /** Newest first. */
  readonly pending: readonly Pending[];
  /** Whether lines are counted; without the contents of files, only names can be compared. */
  readonly counted: boolean;
  /** Whether the graph has none of the repository's files. */
  readonly fresh: boolean;
  /** The paths of the head; undefined when git does not list them. */
  readonly head: ReadonlySet<string> | undefined;
}

/** A batch is sent when it has this many bytes or this age. */
const BATCH_BYTES = 1 << 22;
const BATCH_MS = 1_000;
/** Bytes that may wait while a batch is being committed. */
const MOST_HELD = 1 << 24;
/** Each git process gets the commits of about this many milliseconds, and the next ones this long before it ends. */
const RUN_MS = 2_000;
const AHEAD_MS = 1_000;
/** Milliseconds of the shortest run of commits that one git process gets near the end. */
const SHORTEST_MS = 60;
const FIRST = 512;
const LEAST = 64;
const MOST = 16_384;
/** A repository with this many unreadable commits counts as damaged. */
const MOST_FAILURES = 50;

/** Gathers the output of several git processes into batches. */
class Batches {
  private readonly plan: DiffPlan;
  private readonly run: IngestRun;
  private readonly targets: ReadonlyMap<string, Target>;
  private readonly files: KnownFiles;
  private held: string[] = [];
  private batch: DiffBatch;
  private length = 0;
  private since = performance.now();
  private sending: Promise<void> | undefined;
  private broken = false;
  private ending = false;
  private ended = false;

  constructor(plan: DiffPlan, run: IngestRun) {
    this.plan = plan;
    this.run = run;
    this.targets = new Map(plan.pending.map((commit) => [commit.sha, commit]));
    this.files = new KnownFiles(plan.fresh, plan.head);
    this.batch = this.another();
  }

  private another(): DiffBatch {
    return new DiffBatch(this.plan.context, this.files, this.plan.counted);
  }

  /** Adds records. It resolves when more may be added, and rejects when an earlier batch failed. */
  async take(bytes: string, records: readonly DiffRecord[]): Promise<void> {
    this.held.push(bytes);
    for (const record of records) {
      const target = this.targets.get(record.sha);
      if (target) this.batch.add(record, target);
    }
    this.length += bytes.length;
    const waited = performance.now() - this.since;
    if (this.length < BATCH_BYTES && waited < BATCH_MS && !this.ending) return;
    if (this.sending && !this.broken && this.length < MOST_HELD) return;
    await this.sending;
    this.begin();
  }

  /** Makes the next records be sent at once, so that little is left at the end. */
  nearEnd(): void {
    this.ending = true;
  }

  /** Sends the batch while more records are added. */
  private begin(): void {
    this.ending = false;
    const sending = this.send().then(() => {
      if (this.sending === sending) this.sending = undefined;
    });
    sending.catch(() => {
      this.broken = true;
    });
    this.sending = sending;
  }

  /** Sends the batch once the previous one is committed. The last batch stays for the end of the run. */
  private async send(): Promise<void> {
    await this.run.flush();
    if (!this.ended && this.batch.length > 0) await this.run.sendTogether([this.taken()]);
  }

  private taken(): IngestBatch {
    const { held, batch } = this;
    this.held = [];
    this.batch = this.another();
    this.length = 0;
    this.since = performance.now();
    const kind = this.plan.counted ? 'diff' : 'diff-names';
    return { raw: { kind, bytes: held.join('') }, steps: batch.steps(), commits: batch.length };
  }

  /** Resolves when all is committed but the last batch, which the run keeps for its next transaction. */
  async end(): Promise<void> {
    this.ended = true;
    await this.sending;
    await this.run.flush();
    if (this.batch.length > 0) this.run.hold(this.taken());
  }
}

/** Hands commits to git processes, newest first, in runs of neighbours: git reads those faster than scattered ones. */
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

  /** Runs become shorter towards the end, so that all processes end together. */
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

  /** The commits that no process got. */
  rest(): readonly string[] {
    return this.shas.slice(this.at);
  }
}

/** Reads the rest of a failed git process commit by commit, up to the unreadable one. */
async function readRest(
  gits: DiffGits,
  left: readonly string[],
  batches: Batches,
  queue: Queue,
): Promise<void> {
  for (let rest = left; rest.length > 0;) {
    const [next = '', ...others] = rest;
    const bytes = (await gits.alone(next))?.toString('latin1') ?? '';
    const records = parseDiffs(bytes);
    if (records.length === 0) queue.failed.push(next);
    else await batches.take(bytes, records);
    if (queue.givenUp) return void queue.failed.push(...others);
    const portions = [others];
    rest = others.length > 0 ? await readBy(gits, batches, () => portions.pop()) : [];
  }
}

/** Reads with one git process; returns the commits that it could not read. */
async function readBy(gits: DiffGits, batches: Batches, more: More): Promise<readonly string[]> {
  return new GitReader(await gits.take(), (bytes, records) => batches.take(bytes, records)).read(more);
}

/** Reads with one git process after another until no commits are left. A process may fail or reach its limit of output. */
async function readShare(gits: DiffGits, batches: Batches, queue: Queue): Promise<void> {
  const more: More = (pace) => {
    const shas = queue.next(pace);
    if (queue.done && shas?.length) batches.nearEnd();
    return shas;
  };
  while (!queue.done) await readRest(gits, await readBy(gits, batches, more), batches, queue);
}

/**
 * Reads what commits changed, with all waiting git processes; returns the commits that could not be read. The run
 * keeps the last batch for its next transaction.
 */
export async function readDiffs(plan: DiffPlan, gits: DiffGits, run: IngestRun): Promise<string[]> {
  const batches = new Batches(plan, run);
  const queue = new Queue(plan, gits.readers);
  await Promise.all(Array.from({ length: gits.readers }, () => readShare(gits, batches, queue)));
  await batches.end();
  return queue.givenUp ? [...queue.failed, ...queue.rest()] : queue.failed;
}
