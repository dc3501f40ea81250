import { AppError } from '@cairn/contracts';
import type { OrgId } from '@cairn/contracts';

export interface AdmissionLimits {
  /** Queries that run at once, of all orgs; fewer than libuv has threads, or file and network reads starve. */
  readonly inAll: number;
  readonly perOrg: number;
  /** Queries of one org that may wait for their turn. */
  readonly waitingPerOrg: number;
}

interface Waiting {
  readonly org: OrgId;
  readonly start: () => void;
}

const THREADS_LEFT_FREE = 4;
const LIBUV_THREADS = 4;

/** Limits that fit the thread pool this process was started with. */
export function limitsFor(threads: number | undefined): AdmissionLimits {
  const inAll = Math.max(2, (threads ?? LIBUV_THREADS) - THREADS_LEFT_FREE);
  return { inAll, perOrg: Math.max(1, Math.ceil(inAll / 2)), waitingPerOrg: 200 };
}

/** Bounds how many queries run at once; whoever runs least goes first, so that no org can starve another. */
export class Admission {
  readonly #limits: AdmissionLimits;
  readonly #running = new Map<OrgId, number>();
  #waiting: Waiting[] = [];

  constructor(limits: AdmissionLimits) {
    this.#limits = limits;
  }

  /** Runs the work when it is its turn; rejects with `cancelled` when the signal aborts before. */
  async admit<T>(org: OrgId, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#turn(org, signal);
    try {
      return await work();
    } finally {
      this.#running.set(org, this.#of(org) - 1);
      if (this.#of(org) === 0) this.#running.delete(org);
      this.#next();
    }
  }

  #of(org: OrgId): number {
    return this.#running.get(org) ?? 0;
  }

  #take(org: OrgId): void {
    this.#running.set(org, this.#of(org) + 1);
  }

  #mayRun(org: OrgId): boolean {
    const inAll = [...this.#running.values()].reduce((sum, count) => sum + count, 0);
    return inAll < this.#limits.inAll && this.#of(org) < this.#limits.perOrg;
  }

  #turn(org: OrgId, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.reject(cancelled());
    if (this.#mayRun(org)) {
      this.#take(org);
      return Promise.resolve();
    }
    if (this.#waiting.filter((each) => each.org === org).length >= this.#limits.waitingPerOrg) {
      return Promise.reject(
        new AppError('rate_limited', 'Too many questions are waiting for an answer. Try again shortly.'),
      );
    }
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        org,
        start: () => {
          signal.removeEventListener('abort', leave);
          resolve();
        },
      };
      const leave = () => {
        this.#waiting = this.#waiting.filter((each) => each !== waiting);
        reject(cancelled());
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(waiting);
    });
  }

  #next(): void {
    for (;;) {
      const able = this.#waiting.filter(({ org }) => this.#mayRun(org));
      const [next] = able.toSorted((a, b) => this.#of(a.org) - this.#of(b.org));
      if (!next) return;
      this.#waiting = this.#waiting.filter((each) => each !== next);
      this.#take(next.org);
      next.start();
    }
  }
}

const cancelled = () => new AppError('cancelled', 'The request was cancelled.');
