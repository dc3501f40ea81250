import type { Logger } from '@cairn/service-kit';
import type { RecomputeQueue } from '../derive/recompute-queue.ts';
import type { GraphStores } from '../store/graph-stores.ts';
import type { Jobs } from './jobs.ts';
import { repeat } from './repeat.ts';

/** What recovers, and how often it is tried. */
export interface RecoveryDeps {
  readonly graphs: GraphStores;
  readonly jobs: Jobs;
  readonly recomputes: RecomputeQueue;
  readonly log: Logger;
  readonly every?: number;
}

const EVERY = 5_000;

/** Resumes what a fault stopped: orgs whose file opens again, and sources that wait for disk space. */
export class Recovery {
  readonly #deps: RecoveryDeps;
  #stop: (() => void) | undefined;
  #logged = new Set<string>();

  constructor(deps: RecoveryDeps) {
    this.#deps = deps;
  }

  /** Tries at intervals until it is stopped. */
  start(): void {
    this.#stop = repeat(() => this.attempt(), this.#deps.every ?? EVERY);
  }

  stop(): void {
    this.#stop?.();
  }

  /** Tries once. */
  async attempt(): Promise<void> {
    const { graphs, jobs, recomputes, log } = this.#deps;
    try {
      for (const orgId of await graphs.reopen()) {
        log.info({ orgId }, 'the data of an org can be read again');
        await jobs.resumeOrg(orgId);
        recomputes.start(orgId);
      }
      if (await graphs.canWrite()) jobs.retryStalled();
    } catch (err) {
      log.error({ err }, 'an org was not resumed');
    }
    this.#logProblems();
  }

  /** Logs each damaged file once, until it is repaired. */
  #logProblems(): void {
    const problems = this.#deps.graphs.problems();
    for (const { file, message } of problems)
      if (!this.#logged.has(message)) this.#deps.log.error({ file }, message);
    this.#logged = new Set(problems.map(({ message }) => message));
  }
}
