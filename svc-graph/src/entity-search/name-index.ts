import { keepForLater } from '@cairn/service-kit/keep-for-later';
import type { GraphStore } from '../store/graph-store.ts';
import { ENTITY_NAMES } from './searched-kinds.ts';

/** Orgs with more entities are searched without an index, which is kept in memory. */
const MOST_INDEXED = 500_000;
const NAMES = 'rollups.main.entity_names';

type Indexed = Pick<GraphStore, 'asOfVersion' | 'dataVersion'>;

/**
 * The names of each org's entities in memory, beside the graph. An index is of one version of the data; while that of
 * a new version is made in the background, names are read from the graph itself.
 */
export class NameIndex {
  readonly #versions = new WeakMap<Indexed, number>();
  readonly #making = new WeakMap<Indexed, Promise<void>>();

  /** The table to search now; undefined for the graph itself. */
  async tableOf(store: Indexed): Promise<string | undefined> {
    const version = await store.dataVersion();
    if (this.#versions.get(store) === version) return NAMES;
    if (!this.#making.has(store)) this.#making.set(store, keepForLater(this.#make(store)));
    return undefined;
  }

  /** Resolves when no index of an org is being made. */
  async idle(store: Indexed): Promise<void> {
    await this.#making.get(store);
  }

  /** A failure leaves the org without an index; the next search tries again. */
  async #make(store: Indexed): Promise<void> {
    try {
      await store.asOfVersion(async (run, { version }) => {
        const [count = 0] = await run(`SELECT count(*)::INTEGER FROM (${ENTITY_NAMES})`);
        if (count > MOST_INDEXED) return;
        // Nobody searches a table whose version is not told yet.
        this.#versions.delete(store);
        await run(`CREATE OR REPLACE TABLE ${NAMES} AS ${ENTITY_NAMES}`);
        this.#versions.set(store, version);
      });
    } catch {
      this.#versions.delete(store);
    } finally {
      this.#making.delete(store);
    }
  }
}
