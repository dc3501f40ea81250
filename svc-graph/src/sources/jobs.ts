import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { OrgId } from '@cairn/contracts';
import type { Logger } from '@cairn/service-kit';
import { writerOf } from '../store/graph-writer.ts';
import type { GraphStore } from '../store/graph-store.ts';
import type { GraphStores } from '../store/graph-stores.ts';
import { serveWriter } from '../store/serve-writer.ts';
import { readSources } from '../store/source-row.ts';
import { type Task, recordFailure } from './run-task.ts';

export interface JobsDeps {
  readonly stores: GraphStores;
  readonly log: Logger;
}

interface OrgJobs {
  readonly waiting: Task[];
  running:
    | { readonly task: Task; readonly since: number; readonly ended: Promise<void>; stop: () => void }
    | undefined;
}

/** How often it is looked whether the log of a source waits behind the changes of another. */
const LOOK_MS = 200;

/** A batch lives just long enough to be copied about by a small nursery. */
const resourceLimits = { maxYoungGenerationSizeMb: 128 };

/** What runs often is compiled sooner: a reading of seconds is half over before it would be. */
const COMPILE_SOON = '--no-lazy-feedback-allocation';

function startWorker(): Worker {
  setFlagsFromString(COMPILE_SOON);
  const options = { resourceLimits };
  if (!import.meta.url.endsWith('.ts'))
    return new Worker(new URL('./ingest.worker.js', import.meta.url), options);
  // From source the thread needs tsx, which a thread does not inherit; a build has the worker beside the service.
  const tsx = pathToFileURL(
    createRequire(import.meta.url)
      .resolve('tsx/esm/api')
      .replace(/cjs$/, 'mjs'),
  ).href;
  const entry = new URL('./ingest.worker.ts', import.meta.url).href;
  const code = `import(${JSON.stringify(tsx)}).then(({ register }) => { register(); return import(${JSON.stringify(entry)}); })`;
  return new Worker(code, { ...options, eval: true });
}

/** Whether gits take up processors beside the engine. */
async function isBesideGit(store: GraphStore, { kind, sourceId }: Task): Promise<boolean> {
  const source = (await readSources(store)).find(({ id }) => id === sourceId);
  return kind === 'ingest' && source?.type === 'git';
}

/** Reads sources in threads of their own, one at a time per org. */
export class Jobs {
  private readonly deps: JobsDeps;
  private readonly orgs = new Map<OrgId, OrgJobs>();
  private closing = false;
  private spare: Worker | undefined;
  /** Sources that nothing may begin to read for now, with what was asked for meanwhile. */
  private readonly held = new Map<string, Task[]>();

  constructor(deps: JobsDeps) {
    this.deps = deps;
  }

  /** Gets a thread ready for the next task; what the task is may still be looked at meanwhile. */
  prepare(): void {
    if (this.spare || this.closing) return;
    const worker = startWorker();
    this.spare = worker;
    worker.unref();
    const forget = (err?: unknown) => {
      if (this.spare !== worker) return;
      this.spare = undefined;
      if (err) this.deps.log.error({ err }, 'a thread that reads sources did not start');
    };
    worker.once('error', forget);
    worker.once('exit', () => forget());
  }

  private takeWorker(): Worker {
    const worker = this.spare ?? startWorker();
    this.spare = undefined;
    worker.ref();
    return worker;
  }

  /** Starts a task when its org's earlier ones are done; the same task waits only once. */
  start(task: Task): void {
    const held = this.held.get(task.sourceId);
    if (held) return void held.push(task);
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
    const ended = this.run(jobs, task).then(() => {
      jobs.running = undefined;
      this.next(jobs);
    });
    jobs.running = { task, since: Date.now(), ended, stop: () => undefined };
  }

  private async run(jobs: OrgJobs, task: Task): Promise<void> {
    const store = await this.deps.stores.open(task.orgId);
    if (this.closing || this.held.has(task.sourceId)) return;
    this.deps.log.info({ ...task }, 'reading a source');
    const worker = this.takeWorker();
    serveWriter(store, worker);
    worker.postMessage(task);
    if (jobs.running) jobs.running.stop = () => worker.postMessage('stop');
    const looking = setInterval(() => {
      this.giveWay(jobs, task, store).catch((err: unknown) =>
        this.deps.log.warn({ err }, 'no source gave way'),
      );
    }, LOOK_MS).unref();
    const ended = this.watch(worker, task).finally(() => clearInterval(looking));
    await ((await isBesideGit(store, task)) ? store.undivided(() => ended) : ended);
  }

  /** Lets logs go first: a source whose log is in goes on with its changes when no other waits to be read at all. */
  private async giveWay(jobs: OrgJobs, task: Task, store: GraphStore): Promise<void> {
    if (task.kind !== 'ingest' || jobs.waiting.length === 0) return;
    const states = new Map((await readSources(store)).map(({ id, state }) => [id, state]));
    const phaseOf = (id: string) => states.get(id)?.progress.phase;
    const isUnread = ({ kind, sourceId }: Task) =>
      kind === 'ingest' && (phaseOf(sourceId) === 'waiting' || phaseOf(sourceId) === 'log');
    if (jobs.running?.task !== task || phaseOf(task.sourceId) !== 'diff' || !jobs.waiting.some(isUnread))
      return;
    if (jobs.waiting.includes(task) || this.held.has(task.sourceId)) return;
    jobs.waiting.push(task);
    jobs.running.stop();
  }

  private watch(worker: Worker, task: Task): Promise<void> {
    let written = Promise.resolve();
    return new Promise((resolve) => {
      worker.once('error', (err) => {
        this.deps.log.error({ err, ...task }, 'reading a source failed');
        written = this.fail(task, err);
      });
      worker.once('exit', (code) => {
        this.deps.log.info({ code, ...task }, 'stopped reading a source');
        resolve(written);
      });
    });
  }

  private async fail(task: Task, error: unknown): Promise<void> {
    const store = await this.deps.stores.open(task.orgId);
    await recordFailure(writerOf(store), task.sourceId, error);
  }

  /** Goes on with whatever an earlier process left unfinished. */
  async resume(): Promise<void> {
    for (const orgId of await this.deps.stores.orgs()) {
      const store = await this.deps.stores.open(orgId);
      for (const { id, state } of await readSources(store))
        if (state.status === 'new' || state.status === 'ingesting')
          this.start({ orgId, sourceId: id, kind: 'ingest' });
    }
  }

  /** Whether something is still to be done with a source that has shown no sign of it since the given moment. */
  isDue(orgId: OrgId, sourceId: string, lastSign: number): boolean {
    const { waiting = [], running } = this.orgs.get(orgId) ?? {};
    if (waiting.some((task) => task.sourceId === sourceId)) return true;
    return running?.task.sourceId === sourceId && lastSign < running.since;
  }

  /** Does something while nothing is read of a source; what was to be read of it is begun after that, if it is there still. */
  async without(
    { orgId, sourceId }: Pick<Task, 'orgId' | 'sourceId'>,
    work: () => Promise<void>,
  ): Promise<void> {
    const jobs = this.orgs.get(orgId);
    const isOf = (task: Task) => task.sourceId === sourceId;
    const held = jobs?.waiting.filter(isOf) ?? [];
    this.held.set(sourceId, held);
    jobs?.waiting.splice(0, Infinity, ...jobs.waiting.filter((task) => !isOf(task)));
    try {
      if (jobs?.running && isOf(jobs.running.task)) {
        held.unshift(jobs.running.task);
        jobs.running.stop();
        await jobs.running.ended;
      }
      await work();
    } finally {
      this.held.delete(sourceId);
      for (const task of held) this.start(task);
    }
  }

  /** Resolves when nothing of an org is being read. */
  async idle(orgId: OrgId): Promise<void> {
    for (let jobs = this.orgs.get(orgId); jobs?.running;) await jobs.running.ended;
  }

  /** Stops after the batch at hand; the next start goes on. */
  async close(): Promise<void> {
    this.closing = true;
    const running = [...this.orgs.values()].flatMap((jobs) => (jobs.running ? [jobs.running] : []));
    for (const { stop } of running) stop();
    await Promise.all(running.map(({ ended }) => ended));
    await this.spare?.terminate();
  }
}
