import type { Durations, OrgId } from '@cairn/contracts';
import type { Logger } from '@cairn/service-kit';
import type { GraphStores } from '../store/graph-stores.ts';
import type { Statement } from '../store/statement.ts';
import { recomputeIfStale } from './derive.ts';

/** What the queue needs. */
export interface RecomputeQueueDeps {
  readonly stores: GraphStores;
  readonly log: Logger;
}

interface OrgWork {
  isDue: boolean;
  running: Promise<void> | undefined;
  failed: boolean;
  changing: Promise<unknown>;
}

/**
 * Recomputes measures in the background after definitions or calendars change, one run at a time for each org. The
 * org's file records what its measures were computed with, so a later start resumes an interrupted run.
 */
export class RecomputeQueue {
  readonly #deps: RecomputeQueueDeps;
  readonly #orgs = new Map<OrgId, OrgWork>();

  constructor(deps: RecomputeQueueDeps) {
    this.#deps = deps;
  }

  /**
   * Writes settings, even while a recompute runs, one change after another; then starts the next recompute.
   */
  async change(orgId: OrgId, statements: readonly Statement[]): Promise<void> {
    const work = this.#of(orgId);
    const store = await this.#deps.stores.open(orgId);
    const changed = work.changing.then(() => store.beside((transaction) => transaction.runAll(statements)));
    work.changing = changed.catch(() => undefined);
    await changed;
    this.start(orgId);
  }

  /** Recomputes the measures of an org if they are stale. */
  start(orgId: OrgId): void {
    const work = this.#of(orgId);
    work.isDue = true;
    work.running ??= this.#run(orgId, work);
  }

  /** Whether the measures of an org are current or being recomputed. */
  durations(orgId: OrgId): Durations {
    const work = this.#orgs.get(orgId);
    if (work?.running) return 'workingOut';
    return work?.failed ? 'failed' : 'current';
  }

  /** Resolves when no recompute of an org is running. */
  async idle(orgId: OrgId): Promise<void> {
    await this.#orgs.get(orgId)?.running;
  }

  #of(orgId: OrgId): OrgWork {
    const known = this.#orgs.get(orgId);
    if (known) return known;
    const work = { isDue: false, running: undefined, failed: false, changing: Promise.resolve() };
    this.#orgs.set(orgId, work);
    return work;
  }

  async #run(orgId: OrgId, work: OrgWork): Promise<void> {
    while (work.isDue) {
      work.isDue = false;
      try {
        await recomputeIfStale(await this.#deps.stores.open(orgId));
        work.failed = false;
      } catch (err) {
        work.failed = true;
        this.#deps.log.error({ err, orgId }, 'cannot recompute the measures');
      }
    }
    work.running = undefined;
  }
}
