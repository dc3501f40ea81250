import type { Durations, OrgId } from '@cairn/contracts';
import type { Logger } from '@cairn/service-kit';
import type { GraphStore } from '../store/graph-store.ts';
import type { GraphStores } from '../store/graph-stores.ts';
import { catchUp } from './derive.ts';

export interface CatchUpsDeps {
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
 * Works out anew in the background what follows from definitions and calendars, once at a time for each org. What is
 * due can be told from the org's file alone, so that a next start goes on where this one ends.
 */
export class CatchUps {
  readonly #deps: CatchUpsDeps;
  readonly #orgs = new Map<OrgId, OrgWork>();

  constructor(deps: CatchUpsDeps) {
    this.#deps = deps;
  }

  /** Changes settings one after the other, also while measures are worked out, and then begins to work them out anew. */
  async change(orgId: OrgId, write: Parameters<GraphStore['beside']>[0]): Promise<void> {
    const work = this.#of(orgId);
    const store = await this.#deps.stores.open(orgId);
    const changed = work.changing.then(() => store.beside(write));
    work.changing = changed.catch(() => undefined);
    await changed;
    this.start(orgId);
  }

  /** Works out what an org is behind with. */
  start(orgId: OrgId): void {
    const work = this.#of(orgId);
    work.isDue = true;
    work.running ??= this.#run(orgId, work);
  }

  /** How the measures of an org are. */
  durations(orgId: OrgId): Durations {
    const work = this.#orgs.get(orgId);
    if (work?.running) return 'workingOut';
    return work?.failed ? 'failed' : 'current';
  }

  /** Resolves when nothing of an org is being worked out. */
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
        await catchUp(await this.#deps.stores.open(orgId));
        work.failed = false;
      } catch (err) {
        work.failed = true;
        this.#deps.log.error({ err, orgId }, 'cannot work the measures out anew');
      }
    }
    work.running = undefined;
  }
}
