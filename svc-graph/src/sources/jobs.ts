import type { Worker } from 'node:worker_threads';
import { AppError, type OrgId } from '@cairn/contracts';
import { type Logger, runApart } from '@cairn/service-kit';
import { diskFull, outageOf } from '@cairn/service-kit/outages';
import { writerOf } from '../store/graph-writer.ts';
import type { GraphStore } from '../store/graph-store.ts';
import type { GraphStores } from '../store/graph-stores.ts';
import { type SourceRow, readSources } from '../store/source-row.ts';
import { type Connector, type RebuildProgress, connectorOf } from './connector.ts';
import { isOutside, outsideFolders } from './outside-folders.ts';
import { readFolders } from './folders.ts';
import { allowedHosts } from './hosts.ts';
import { type SourceTask, recordFailure } from './run-task.ts';
import { type ThreadRun, runInThread } from './run-in-thread.ts';
import { type SourceSecrets, readSecrets } from './secrets.ts';
import { endCutRuns, endRun } from './runs/end-run.ts';
import { type OpenRun, beginRun } from './runs/run-log.ts';
import { isPaused } from './schedule/reading-plan.ts';
import { INGEST_WORKER, startSourceThread } from './source-thread.ts';

export interface JobsDeps {
  readonly stores: GraphStores;
  readonly log: Logger;
  readonly connectors: readonly Connector[];
  /** The entry of the reading threads, which must serve the same connectors. */
  readonly worker?: URL;
  /** `host:port` of servers that sources may read wherever they are. */
  readonly hosts?: readonly string[];
}

interface OrgJobs {
  readonly waiting: SourceTask[];
  running:
    | {
        readonly task: SourceTask;
        readonly since: number;
        readonly ended: Promise<void>;
        stop: () => void;
        isStopped?: boolean;
        rebuilt?: RebuildProgress;
      }
    | undefined;
}

/** How often a background phase checks whether other sources wait for their first phases. */
const PREEMPT_CHECK_MS = 200;

const UNREADABLE = 'The secrets of this source cannot be decrypted. Add it again with its settings.';

const unexpected = (cause: unknown) =>
  new AppError('internal', 'Reading stopped for a reason that Cairn does not know. Sync it to try again.', {
    cause,
  });

/** Reads sources in threads, one at a time per org. */
export class Jobs {
  private readonly deps: JobsDeps;
  private readonly orgs = new Map<OrgId, OrgJobs>();
  private closing = false;
  private spare: Worker | undefined;
  /** Failed tasks by source, whose failure could not be recorded or was a full disk. */
  private readonly stalled = new Map<string, { readonly task: SourceTask; readonly error: AppError }>();
  /** The runs of tasks that have not ended; a task that gives way goes on in its run. */
  private readonly runs = new WeakMap<SourceTask, OpenRun>();
  /** Paused sources, with the tasks requested for them meanwhile. */
  private readonly paused = new Map<string, SourceTask[]>();

  constructor(deps: JobsDeps) {
    this.deps = deps;
  }

  /** Starts the thread of the next task early. */
  prepare(): void {
    if (!this.spare && !this.closing) this.keepSpare(this.startThread());
  }

  /** Keeps a thread without a task for the next one. */
  private keepSpare(worker: Worker): void {
    this.spare = worker;
    worker.unref();
  }

  private startThread(): Worker {
    const worker = startSourceThread(this.deps.worker ?? INGEST_WORKER);
    const forget = (err?: unknown) => {
      if (this.spare !== worker) return;
      this.spare = undefined;
      if (err) this.deps.log.error({ err }, 'a thread that waits to read a source has ended');
    };
    worker.once('error', forget);
    worker.once('exit', () => forget());
    return worker;
  }

  private takeWorker(): Worker {
    const worker = this.spare ?? this.startThread();
    this.spare = undefined;
    worker.ref();
    return worker;
  }

  /** Queues a task of an org; a task that already waits is not queued twice. */
  start(task: SourceTask): void {
    const paused = this.paused.get(task.sourceId);
    if (paused) return void paused.push(task);
    const jobs = this.orgs.get(task.orgId) ?? { waiting: [], running: undefined };
    this.orgs.set(task.orgId, jobs);
    if (jobs.waiting.some(({ sourceId, kind }) => sourceId === task.sourceId && kind === task.kind)) return;
    jobs.waiting.push(task);
    this.next(jobs);
  }

  private next(jobs: OrgJobs): void {
    if (jobs.running || this.closing) return;
    const task = jobs.waiting.shift();
    if (!task) return;
    // A request that asked for it does not answer for it.
    const ended = runApart(() => this.runOrWait(jobs, task)).then(() => {
      jobs.running = undefined;
      this.next(jobs);
    });
    jobs.running = { task, since: Date.now(), ended, stop: () => undefined };
  }

  /** Runs a task. When its failure cannot be recorded, the task waits until there is room. */
  private async runOrWait(jobs: OrgJobs, task: SourceTask): Promise<void> {
    this.stalled.delete(task.sourceId);
    try {
      const store = await this.deps.stores.open(task.orgId);
      const before = await this.sourceOf(store, task.sourceId);
      if (!before || (task.kind === 'ingest' && (await isPaused(store, task.sourceId)))) return;
      const run = this.runs.get(task) ?? (await beginRun(store, task, before));
      this.runs.set(task, run);
      await this.run(jobs, task);
      const source = await this.sourceOf(store, task.sourceId);
      if (source?.state.error?.code === 'disk_full')
        this.stalled.set(task.sourceId, { task, error: diskFull(undefined) });
      if (source && !jobs.waiting.includes(task)) await this.end(jobs, { store, source, task, run });
    } catch (err) {
      this.deps.log.error({ err, ...task }, 'reading a source failed');
      const error = err instanceof AppError ? err : (outageOf(err) ?? unexpected(err));
      this.stalled.set(task.sourceId, { task, error });
    }
  }

  /** Ends the run of a task, and tells of it. */
  private async end(
    { running }: OrgJobs,
    ended: {
      readonly store: GraphStore;
      readonly source: SourceRow;
      readonly task: SourceTask;
      readonly run: OpenRun;
    },
  ): Promise<void> {
    const { store, source, task, run } = ended;
    const { orgId } = task;
    const stopped = this.closing ? 'interrupted' : 'stopped';
    const cut = running?.isStopped === true || this.closing ? stopped : undefined;
    await endRun(store, { orgId, run, source, cut });
    this.runs.delete(task);
  }

  /** Why a source is stalled. It is reported even when the full disk cannot record it. */
  stalledBy(sourceId: string): AppError | undefined {
    return this.stalled.get(sourceId)?.error;
  }

  /** Restarts tasks that wait for disk space or for their file. */
  retryStalled(): void {
    for (const { task, error } of this.stalled.values()) if (error.code !== 'internal') this.start(task);
  }

  private async run(jobs: OrgJobs, task: SourceTask): Promise<void> {
    const { stores, log } = this.deps;
    const store = await stores.open(task.orgId);
    const [source, secrets, hosts] = await Promise.all([
      this.sourceOf(store, task.sourceId),
      this.secretsOf(task),
      allowedHosts(store, this.deps.hosts),
    ]);
    const isKeptOut = source && (await this.keepOut(task, store, source));
    // Nothing is awaited after this, so whoever pauses the source can stop it.
    if (isKeptOut || !secrets || this.closing || this.paused.has(task.sourceId)) return;
    log.info({ ...task }, 'reading a source');
    const worker = this.takeWorker();
    const { running } = jobs;
    const reading = runInThread(worker, {
      store,
      message: { task, secrets, hosts },
      onRebuilt: (progress) => {
        if (running) running.rebuilt = progress;
      },
    });
    if (running) running.stop = () => reading.stop();
    const checking = setInterval(() => {
      this.preempt(jobs, task, store).catch((err: unknown) => log.warn({ err }, 'no source was preempted'));
    }, PREEMPT_CHECK_MS).unref();
    const ended = this.watch(worker, reading, task).finally(() => clearInterval(checking));
    const isBesideProcesses = task.kind === 'ingest' && this.connectorOf(source)?.startsProcesses === true;
    await (isBesideProcesses ? store.undivided(() => ended) : ended);
  }

  /** Whether a source lies outside the folders of its org; then the reason is written to it. Building again reads no folder. */
  private async keepOut(task: SourceTask, store: GraphStore, source: SourceRow): Promise<boolean> {
    if (task.kind !== 'ingest') return false;
    const folders = await readFolders(store);
    if (!(await isOutside(this.deps.connectors, source, folders))) return false;
    await this.fail(task, outsideFolders());
    return true;
  }

  /** The secrets of a source; undefined, with the reason written to the source, when they cannot be decrypted. */
  private async secretsOf(task: SourceTask): Promise<SourceSecrets | undefined> {
    try {
      return await readSecrets(this.deps.stores, task.orgId, task.sourceId);
    } catch (cause) {
      await this.fail(task, new AppError('source_unavailable', UNREADABLE, { cause }));
      return undefined;
    }
  }

  private async sourceOf(store: GraphStore, sourceId: string): Promise<SourceRow | undefined> {
    return (await readSources(store)).find(({ id }) => id === sourceId);
  }

  private connectorOf(source: SourceRow | undefined): Connector | undefined {
    return source && connectorOf(this.deps.connectors, source.type);
  }

  private isInBackground(source: SourceRow | undefined): boolean {
    const { state, current } = source?.state.progress ?? {};
    const phase = this.connectorOf(source)?.phases.find(({ id }) => id === current);
    return state === 'running' && phase?.background === true;
  }

  /**
   * Preempts a source in a background phase while others wait for their first phases; it continues after
   * them.
   */
  private async preempt(jobs: OrgJobs, task: SourceTask, store: GraphStore): Promise<void> {
    if (task.kind !== 'ingest' || jobs.waiting.length === 0) return;
    const sources = new Map((await readSources(store)).map((source) => [source.id, source]));
    const comesFirst = ({ kind, sourceId }: SourceTask) => {
      const source = sources.get(sourceId);
      const state = source?.state.progress.state;
      return (
        kind === 'ingest' && (state === 'waiting' || (state === 'running' && !this.isInBackground(source)))
      );
    };
    if (jobs.running?.task !== task || !this.isInBackground(sources.get(task.sourceId))) return;
    if (!jobs.waiting.some(comesFirst) || jobs.waiting.includes(task) || this.paused.has(task.sourceId))
      return;
    jobs.waiting.push(task);
    jobs.running.stop();
  }

  /** Waits until a task has ended. Its thread takes the next one, which saves the time of its start. */
  private async watch(worker: Worker, { ended }: ThreadRun, task: SourceTask): Promise<void> {
    const { log } = this.deps;
    try {
      const isFree = await ended;
      if (isFree && (this.spare || this.closing)) await worker.terminate();
      else if (isFree) this.keepSpare(worker);
      log.info({ ...task }, 'stopped reading a source');
    } catch (err) {
      log.error({ err, ...task }, 'reading a source failed');
      await this.fail(task, err);
    }
  }

  private async fail(task: SourceTask, error: unknown): Promise<void> {
    const store = await this.deps.stores.open(task.orgId);
    await recordFailure(writerOf(store), task.sourceId, error);
  }

  /** Queues the unfinished tasks of an earlier process, in every org whose file opens. */
  async resume(): Promise<void> {
    const { stores } = this.deps;
    for (const orgId of await stores.orgs()) if (await stores.canOpen(orgId)) await this.resumeOrg(orgId);
  }

  /** Queues tasks of the sources of an org whose rows must be built again. */
  async rebuildOutdated(orgId: OrgId, kinds: readonly SourceTask['kind'][]): Promise<void> {
    for (const { id, state } of await readSources(await this.deps.stores.open(orgId)))
      if (state.outdated)
        for (const kind of kinds) this.start({ orgId, sourceId: id, kind, reason: 'change' });
  }

  /** Ends the runs that an earlier process left open, and queues the unfinished tasks of an org. */
  async resumeOrg(orgId: OrgId): Promise<void> {
    const store = await this.deps.stores.open(orgId);
    const cut = new Map((await endCutRuns(store, orgId)).map((run) => [run.sourceId, run.startedBy]));
    await this.rebuildOutdated(orgId, ['renormalise']);
    for (const { id, state } of await readSources(store)) {
      const startedBy = cut.get(id);
      if (state.status === 'new' || state.status === 'ingesting' || state.error?.code === 'disk_full')
        this.start({ orgId, sourceId: id, kind: 'ingest', ...(startedBy ? { startedBy } : {}) });
    }
  }

  /** How far the rows of a source are built again, while they are; it waits for others at first. */
  rebuildOf(orgId: OrgId, sourceId: string): RebuildProgress | undefined {
    const { waiting = [], running } = this.orgs.get(orgId) ?? {};
    const isRebuild = (task: SourceTask) => task.sourceId === sourceId && task.kind === 'renormalise';
    if (running && isRebuild(running.task)) return running.rebuilt ?? { done: 0, total: 1 };
    return waiting.some(isRebuild) ? { done: 0, total: 1 } : undefined;
  }

  /** True when a task of a source waits or runs. */
  isBusy(orgId: OrgId, sourceId: string): boolean {
    const { waiting = [], running } = this.orgs.get(orgId) ?? {};
    return running?.task.sourceId === sourceId || waiting.some((task) => task.sourceId === sourceId);
  }

  /** True when a task of a source waits, or runs and has not changed the source since `lastChange`. */
  isDue(orgId: OrgId, sourceId: string, lastChange: number): boolean {
    const { waiting = [], running } = this.orgs.get(orgId) ?? {};
    if (waiting.some((task) => task.sourceId === sourceId)) return true;
    return running?.task.sourceId === sourceId && lastChange < running.since;
  }

  /** Runs work while the source is paused. Its tasks continue afterwards, if the source still exists. */
  async whilePaused(
    { orgId, sourceId }: Pick<SourceTask, 'orgId' | 'sourceId'>,
    work: () => Promise<void>,
  ): Promise<void> {
    const jobs = this.orgs.get(orgId);
    const isOf = (task: SourceTask) => task.sourceId === sourceId;
    const paused = jobs?.waiting.filter(isOf) ?? [];
    this.paused.set(sourceId, paused);
    jobs?.waiting.splice(0, Infinity, ...jobs.waiting.filter((task) => !isOf(task)));
    try {
      if (jobs?.running && isOf(jobs.running.task)) {
        paused.unshift(jobs.running.task);
        jobs.running.isStopped = true;
        jobs.running.stop();
        await jobs.running.ended;
      }
      await work();
    } finally {
      this.paused.delete(sourceId);
      for (const task of paused) this.start(task);
    }
  }

  /** Resolves when no source of an org is being read. */
  async idle(orgId: OrgId): Promise<void> {
    for (let jobs = this.orgs.get(orgId); jobs?.running;) await jobs.running.ended;
  }

  /** Stops after the current batch; the next start continues. */
  async close(): Promise<void> {
    this.closing = true;
    const running = [...this.orgs.values()].flatMap((jobs) => (jobs.running ? [jobs.running] : []));
    for (const { stop } of running) stop();
    await Promise.all(running.map(({ ended }) => ended));
    await this.spare?.terminate();
  }
}
