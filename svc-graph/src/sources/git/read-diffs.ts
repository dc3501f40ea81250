import { DiffGits } from './diff-gits.ts';
import { DiffBatch, type Target } from './diff-statements.ts';
import { type More, GitReader, type Pace } from './git-reader.ts';
import { KnownFiles } from './known-files.ts';
import type { Context } from './normalise.ts';
import type { IngestRun, Batch as Sent } from './ingest-run.ts';
import { type DiffRecord, parseDiffs } from './records.ts';

/** A commit whose changes are to be read. */
export interface Pending extends Target {
  readonly sha: string;
}

export interface DiffPlan {
  readonly context: Context;
  /** Newest first. */
  readonly pending: readonly Pending[];
  /** Without the contents of files only their names can be compared. */
  readonly counted: boolean;
  /** None of the repository's files is in the graph. */
  readonly fresh: boolean;
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
const FIRST = 512;
const LEAST = 64;
const MOST = 16_384;
/** After so many commits that cannot be read the repository is taken for damaged. */
const MOST_FAILURES = 50;

/** Gathers what several gits say into batches for the graph. */
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
    this.files = new KnownFiles(plan.fresh);
    this.batch = this.another();
  }

  private another(): DiffBatch {
    return new DiffBatch(this.plan.context, this.files, this.plan.counted);
  }

  /** Resolves when more may be taken; what went wrong with an earlier batch shows here. */
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

  /** Has what is held sent at once, so that little is left to be sent when the last has been taken. */
  nearEnd(): void {
    this.ending = true;
  }

  /** Sends what is held while more is taken. */
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

  /** More is taken until the batch before is in; what is left at the end comes in with what ends the run. */
  private async send(): Promise<void> {
    await this.run.flush();
    if (!this.ended && this.batch.length > 0) await this.run.sendTogether([this.taken()]);
  }

  private taken(): Sent {
    const { held, batch } = this;
    this.held = [];
    this.batch = this.another();
    this.length = 0;
    this.since = performance.now();
    const kind = this.plan.counted ? 'diff' : 'diff-names';
    return { raw: { kind, bytes: held.join('') }, steps: batch.steps(), commits: batch.length };
  }

  /** Resolves when everything is in but what is left, which is held for what is sent next. */
  async end(): Promise<void> {
    this.ended = true;
    await this.sending;
    await this.run.flush();
    if (this.batch.length > 0) this.run.hold(this.taken());
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

/** Reads by a git of its own what it is given; answers what it could not read. */
async function readBy(gits: DiffGits, batches: Batches, more: More): Promise<readonly string[]> {
  return new GitReader(await gits.take(), (bytes, records) => batches.take(bytes, records)).read(more);
}

/** Reads by one git as much as can be; another one follows when it fails or has written much. */
async function readShare(gits: DiffGits, batches: Batches, queue: Queue): Promise<void> {
  const more: More = (pace) => {
    const shas = queue.next(pace);
    if (queue.done && shas?.length) batches.nearEnd();
    return shas;
  };
  while (!queue.done) await readRest(gits, await readBy(gits, batches, more), batches, queue);
}

/**
 * Reads what commits changed by as many gits as are waiting; answers the commits that could not be read. The last batch
 * is held for what is sent next.
 */
export async function readDiffs(plan: DiffPlan, gits: DiffGits, run: IngestRun): Promise<string[]> {
  const batches = new Batches(plan, run);
  const queue = new Queue(plan, gits.readers);
  await Promise.all(Array.from({ length: gits.readers }, () => readShare(gits, batches, queue)));
  await batches.end();
  return queue.givenUp ? [...queue.failed, ...queue.rest()] : queue.failed;
}
