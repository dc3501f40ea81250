import { AppError } from '@cairn/contracts';
import type { OrgId } from '@cairn/contracts';

export interface AdmissionLimits {
  /**
   * How many queries of all orgs run at once. Fewer than libuv has threads, or file and network reads starve.
   */
  readonly inAll: number;
  readonly perOrg: number;
  /** The same while other orgs ask too; as many as ever without it. */
  readonly besideOthers?: number;
  /** Queries of one org that may wait. */
  readonly waitingPerOrg: number;
  /** How many queries of all orgs may wait. */
  readonly waitingInAll: number;
}

interface Waiting {
  readonly start: () => void;
}

const THREADS_LEFT_FREE = 4;
const LIBUV_THREADS = 4;
const WAITING_PER_ORG = 200;
const WAITING_IN_ALL = 2_000;

/** The weight of the last run in the moving average. */
const WEIGHT_OF_LAST = 0.2;
const LONGEST_RETRY = 60;

/** Milliseconds for which an org still counts as active after its last query. */
const QUIET_MS = 5_000;

/**
 * The limits for a thread pool and a number of processors. One query keeps all processors busy. An org with half as
 * many queries as processors loses nothing, and leaves other orgs their share.
 */
export function limitsFor(threads: number | undefined, processors: number): AdmissionLimits {
  const inAll = Math.max(2, (threads ?? LIBUV_THREADS) - THREADS_LEFT_FREE);
  const perOrg = Math.max(1, Math.ceil(inAll / 2));
  const besideOthers = Math.min(perOrg, Math.max(1, Math.floor(processors / 2)));
  return { inAll, perOrg, besideOthers, waitingPerOrg: WAITING_PER_ORG, waitingInAll: WAITING_IN_ALL };
}

/**
 * Bounds how many queries run and wait. The next query belongs to the org that runs fewest; among equals, to
 * the org served least recently.
 */
export class Admission {
  readonly #limits: AdmissionLimits;
  readonly #clock: () => number;
  readonly #running = new Map<OrgId, number>();
  /** The waiting orgs, least recently served first, each with its queries in order of arrival. */
  readonly #queues = new Map<OrgId, Set<Waiting>>();
  /** When each org asked or was answered last. */
  readonly #active = new Map<OrgId, number>();
  #usualRun = 0;

  constructor(limits: AdmissionLimits, clock: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Runs the work once admitted; rejects with `cancelled` when the signal aborts before. */
  async admit<T>(org: OrgId, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#turn(org, signal);
    const since = this.#clock();
    try {
      return await work();
    } finally {
      this.#learn(this.#clock() - since);
      this.#leave(org);
      this.#next();
    }
  }

  /** Estimated seconds until the org's waiting queries are done; at least one. */
  retryAfter(org: OrgId): number {
    const rounds = ((this.#queues.get(org)?.size ?? 0) + 1) / this.#limitOf(org);
    return Math.min(LONGEST_RETRY, Math.max(1, Math.ceil((rounds * this.#usualRun) / 1_000)));
  }

  #learn(milliseconds: number): void {
    this.#usualRun += WEIGHT_OF_LAST * (milliseconds - this.#usualRun);
  }

  #of(org: OrgId): number {
    return this.#running.get(org) ?? 0;
  }

  #take(org: OrgId): void {
    this.#running.set(org, this.#of(org) + 1);
  }

  #leave(org: OrgId): void {
    this.#active.set(org, this.#clock());
    if (this.#of(org) > 1) this.#running.set(org, this.#of(org) - 1);
    else this.#running.delete(org);
  }

  /** Whether another org asks, or has asked just now. */
  #isShared(org: OrgId): boolean {
    const quiet = this.#clock() - QUIET_MS;
    for (const [other, at] of this.#active)
      if (at < quiet && this.#of(other) === 0 && !this.#queues.has(other)) this.#active.delete(other);
    return this.#active.size > (this.#active.has(org) ? 1 : 0);
  }

  #limitOf(org: OrgId): number {
    const { perOrg, besideOthers = perOrg } = this.#limits;
    return besideOthers < perOrg && this.#isShared(org) ? besideOthers : perOrg;
  }

  #mayRun(org: OrgId): boolean {
    return sum(this.#running.values()) < this.#limits.inAll && this.#of(org) < this.#limitOf(org);
  }

  #refuse(org: OrgId): AppError {
    const retryAfter = this.retryAfter(org);
    return new AppError(
      'rate_limited',
      `Too many questions are waiting for an answer. Try again in ${retryAfter} s.`,
      { retryAfter },
    );
  }

  async #turn(org: OrgId, signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw cancelled();
    this.#active.set(org, this.#clock());
    if (this.#mayRun(org)) return this.#take(org);
    const inAll = sum([...this.#queues.values()].map(({ size }) => size));
    const queue = this.#queues.get(org) ?? new Set();
    if (queue.size >= this.#limits.waitingPerOrg || inAll >= this.#limits.waitingInAll) {
      throw this.#refuse(org);
    }
    this.#queues.set(org, queue);
    return new Promise((resolve, reject) => {
      const leave = () => {
        queue.delete(waiting);
        if (queue.size === 0 && this.#queues.get(org) === queue) this.#queues.delete(org);
        reject(cancelled());
      };
      const start = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const waiting: Waiting = { start };
      signal.addEventListener('abort', leave, { once: true });
      queue.add(waiting);
    });
  }

  #next(): void {
    for (;;) {
      const able = [...this.#queues.keys()].filter((org) => this.#mayRun(org));
      const [org] = able.toSorted((a, b) => this.#of(a) - this.#of(b));
      if (org === undefined) return;
      this.#serve(org);
    }
  }

  /** Starts the first waiting query of an org, which becomes the most recently served. */
  #serve(org: OrgId): void {
    const queue = this.#queues.get(org) ?? new Set();
    const [first, ...others] = queue;
    this.#queues.delete(org);
    if (!first) return;
    queue.delete(first);
    if (others.length > 0) this.#queues.set(org, queue);
    this.#take(org);
    first.start();
  }
}

const sum = (values: Iterable<number>): number => [...values].reduce((all, value) => all + value, 0);

const cancelled = () => new AppError('cancelled', 'The request was cancelled.');
