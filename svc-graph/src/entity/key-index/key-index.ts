import type { OrgId } from '@cairn/contracts';
import { CATALOGUE } from '@cairn/entities';
import type { Reader } from '../../query/engine/reader.ts';
import type { GraphStore } from '../../store/graph-store.ts';
import type { ChangeSince, ChangeVersion } from '../../store/table-changes.ts';
import { INDEX_NAMES, type IndexName, keptIndex } from './index-tables.ts';
import type { KeyTable, KeyedReader, Keys } from './keyed-rows.ts';

/** What of an org's store an index is made from. */
type KeyedStore = Pick<GraphStore, 'asOfVersion' | 'changes' | 'dataVersion' | 'rows' | 'run' | 'sizes'>;

/** What is told when an index cannot be made; entities are then read without it. */
type Failed = (error: unknown) => void;

interface KeyedStores {
  open(orgId: OrgId): Promise<KeyedStore>;
}

interface KeyLimits {
  /** Tables with fewer rows are scanned as fast. */
  readonly atLeast: number;
  /** How many milliseconds the data version must be stable before an index is made. */
  readonly settled: number;
  /** How many times as long as making an index takes is waited before it is made again. */
  readonly pause: number;
  /** How many milliseconds are waited after one could not be made. */
  readonly afterFailure: number;
}

const LIMITS: KeyLimits = { atLeast: 200_000, settled: 2_000, pause: 10, afterFailure: 60_000 };
/** An index is made again when the rows that it lacks are more than one in so many. */
const LACKS = 8;
const SCHEMA = 'keys.main';

/** The kinds of entities; the table of kinds names each by its place. */
export const KINDS = CATALOGUE.kinds.filter(({ name }) => name !== 'Event');

const MAKING_KINDS = `CREATE OR REPLACE TABLE ${SCHEMA}.kinds AS SELECT hash(uuid) AS h, kind
  FROM (${KINDS.map(({ name }, place) => `SELECT uuid, ${String(place)}::UTINYINT AS kind FROM "${name}"`).join(' UNION ALL ')}) ORDER BY h`;

interface Made {
  readonly name: string;
  readonly upTo: number;
  readonly changes: ChangeVersion;
}

/** The indexes of one org: made in the background, in memory beside its graph, and unused once rows have moved. */
class OrgKeys {
  readonly #store: KeyedStore;
  readonly #limits: KeyLimits;
  readonly #failed: Failed;
  readonly #made = new Map<IndexName, Made>();
  #kinds: string | undefined;
  #working: Promise<void> | undefined;
  #notBefore = 0;
  #number = 0;

  constructor(store: KeyedStore, limits: KeyLimits, failed: Failed) {
    this.#store = store;
    this.#limits = limits;
    this.#failed = failed;
  }

  /** The indexes that hold for the data as it is now. */
  current(): Keys {
    const held = [...this.#made].flatMap(([index, made]): [IndexName, KeyTable][] => {
      const since = this.#since(index, made);
      if (since === 'changed') return [];
      return [[index, { name: made.name, from: since === 'appended' ? made.upTo : null }]];
    });
    return { ...Object.fromEntries(held), ...(this.#kinds === undefined ? {} : { kinds: this.#kinds }) };
  }

  /** True while the indexes hold that a reader began with. */
  hold(keys: Keys): boolean {
    const now = this.current();
    return INDEX_NAMES.every((index) => {
      const [used, held] = [keys[index], now[index]];
      return used === undefined || (used.name === held?.name && used.from === held.from);
    });
  }

  /** Makes the indexes in the background that are missing or lack too much. */
  want(): void {
    if (this.#working || Date.now() < this.#notBefore) return;
    this.#working = this.#work()
      .catch((error: unknown) => {
        this.#notBefore = Date.now() + this.#limits.afterFailure;
        this.#failed(error);
      })
      .finally(() => {
        this.#working = undefined;
      });
  }

  /** Resolves when no index is being made. */
  async idle(): Promise<void> {
    await this.#working;
  }

  /** Rows that were only added stand behind the others, so an index still holds for those. */
  #since(index: IndexName, { changes }: Made): ChangeSince {
    const { table, watched } = keptIndex(index);
    return this.#store.changes.since(changes, table, watched);
  }

  async #missing(): Promise<IndexName[]> {
    const sizes = await this.#store.sizes();
    return INDEX_NAMES.filter((index) => {
      const rows = sizes.get(keptIndex(index).table) ?? 0;
      const made = this.#made.get(index);
      if (made && this.#since(index, made) !== 'changed') return (rows - made.upTo) * LACKS > rows;
      return rows >= this.#limits.atLeast;
    });
  }

  async #work(): Promise<void> {
    const missing = await this.#missing();
    if (missing.length === 0) return;
    const before = await this.#store.dataVersion();
    await new Promise((resolve) => setTimeout(resolve, this.#limits.settled).unref());
    if ((await this.#store.dataVersion()) !== before) return;
    const begun = Date.now();
    for (const index of missing) await this.#make(index);
    await this.#store.asOfVersion((run) => run(MAKING_KINDS));
    this.#kinds = `${SCHEMA}.kinds`;
    // A checkpoint compresses what is in memory.
    await this.#store.rows('CHECKPOINT keys');
    this.#notBefore = Date.now() + this.#limits.pause * (Date.now() - begun);
  }

  async #make(index: IndexName): Promise<void> {
    const former = this.#made.get(index);
    const { table, making, tables } = keptIndex(index);
    this.#number += 1;
    const name = `${SCHEMA}."${index} ${String(this.#number)}"`;
    const made = await this.#store.asOfVersion(async (run, { changes }) => {
      const [upTo = 0] = await run(`SELECT coalesce(max(rowid) + 1, 0) FROM "${table}"`);
      for (const statement of making(name, upTo)) await run(statement);
      return { name, upTo, changes };
    });
    this.#made.set(index, made);
    // Who began with the former one asks again when it is gone.
    if (!former) return;
    for (const each of tables(former.name))
      await this.#store.asOfVersion((run) => run(`DROP TABLE IF EXISTS ${each}`));
  }
}

/** Finds rows of each org's graph by the entities that they name, without reading whole tables. */
export class KeyIndex {
  readonly #stores: KeyedStores;
  readonly #orgs = new WeakMap<KeyedStore, OrgKeys>();
  readonly #limits: KeyLimits;

  readonly #failed: (orgId: OrgId) => Failed;

  constructor(
    stores: KeyedStores,
    limits: Partial<KeyLimits> = {},
    failed: (orgId: OrgId, error: unknown) => void = () => undefined,
  ) {
    this.#failed = (orgId) => (error) => failed(orgId, error);
    this.#stores = stores;
    this.#limits = { ...LIMITS, ...limits };
  }

  /** Reads with the indexes that are there; reads again without them when they stopped holding meanwhile. */
  async read<T>(orgId: OrgId, { rows }: Reader, work: (reader: KeyedReader) => Promise<T>): Promise<T> {
    const org = await this.#of(orgId);
    const keys = org.current();
    org.want();
    try {
      const answer = await work({ rows, keys });
      if (org.hold(keys)) return answer;
    } catch (error) {
      if (org.hold(keys)) throw error;
    }
    return work({ rows });
  }

  /** Resolves when the indexes of an org are made that somebody asked for. */
  async idle(orgId: OrgId): Promise<void> {
    await (await this.#of(orgId)).idle();
  }

  async #of(orgId: OrgId): Promise<OrgKeys> {
    const store = await this.#stores.open(orgId);
    const known = this.#orgs.get(store) ?? new OrgKeys(store, this.#limits, this.#failed(orgId));
    this.#orgs.set(store, known);
    return known;
  }
}
