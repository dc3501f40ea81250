import type { OrgId } from '@cairn/contracts';
import { DUCKDB } from './dialect/duckdb.ts';
import type { Rules } from './dialect/dialect.ts';
import { createDuckdbEngine } from './engine/duckdb-engine.ts';
import type { DuckdbSource } from './engine/duckdb-engine.ts';
import type { Engine } from './engine/engine.ts';
import type { Pass } from './plan/plan.ts';
import { gather } from './rollup/pre-aggregate-plan.ts';
import { Rollups } from './rollup/rollups.ts';
import type { Deriving, RollupLimits } from './rollup/rollups.ts';
import { Shelf } from './rollup/memory-budget.ts';
import type { ShelfLimits } from './rollup/memory-budget.ts';

/** The data as it is, whatever is written meanwhile, which must be let go. */
export interface HeldData {
  readonly engine: Engine;
  letGo(): void;
}

/** The graph of one org as questions read it: what its engine is, how one speaks to it, how old its data is. */
export interface OrgGraph {
  readonly rules: Rules;
  readonly engine: Engine;
  /** Grows with every change of the data; a question reads the data of one version. */
  dataVersion(): Promise<number>;
  /** What this engine does better in another way, for questions that read a version. */
  faster?(version: number): Pass;
  /** The data of one moment for as long as it is held; without it each statement names the version that it reads. */
  hold?(): Promise<HeldData>;
  /** Tells of every new data version from now on; returns the way to stop it. */
  watch(watcher: (version: number) => void): () => void;
}

/** The graphs of all orgs. */
export interface OrgGraphs {
  open(orgId: OrgId): Promise<OrgGraph>;
  /** Rejects when no question can be answered at the moment. */
  check?(): Promise<void>;
}

type Store = DuckdbSource &
  Pick<OrgGraph, 'dataVersion' | 'watch'> &
  Partial<Pick<Deriving, 'asOfVersion' | 'changes'>> & {
    /** How many rows each table has, as of about now. */
    sizes?(): Promise<ReadonlyMap<string, number>>;
    snapshot?(): Promise<{ run: DuckdbSource['run']; letGo(): void }>;
  };

async function holdOn(store: Store): Promise<HeldData> {
  const held = await store.snapshot?.();
  return { engine: createDuckdbEngine(store, held), letGo: () => held?.letGo() };
}

export interface DuckdbOptions {
  /** When rollups are made and what they may take; without any limits they never are. */
  readonly rollups?: Partial<RollupLimits & ShelfLimits> | false;
  /** How many times fewer than its rows what a table is gathered to must be, for that to come before joining. */
  readonly fewer?: number;
}

/** Hashing a row by its keys costs about as much as joining it does, and more the more groups there are. */
const FEWER = 12;

/** The graphs as they lie in the orgs' DuckDB files. */
export function duckdbGraphs(
  stores: { open(orgId: OrgId): Promise<Store> },
  { rollups: limits = {}, fewer = FEWER }: DuckdbOptions = {},
): OrgGraphs & { rollups(orgId: OrgId): Promise<Rollups | null> } {
  const made = new WeakMap<Store, Rollups>();
  const shelf = new Shelf(limits || {});
  const rollupsOf = (store: Store): Rollups | null => {
    if (limits === false || !isDeriving(store)) return null;
    const rollups = made.get(store) ?? new Rollups(store, shelf, limits);
    made.set(store, rollups);
    return rollups;
  };
  return {
    rollups: async (orgId) => rollupsOf(await stores.open(orgId)),
    async open(orgId) {
      const store = await stores.open(orgId);
      const rollups = rollupsOf(store);
      const sizes = await store.sizes?.();
      const known = { fewer, rowsOf: (table: string) => sizes?.get(table) ?? 0 };
      return {
        rules: DUCKDB,
        faster: (version) => gather(rollups, version, known),
        engine: createDuckdbEngine(store),
        dataVersion: () => store.dataVersion(),
        hold: () => holdOn(store),
        watch: (watcher) => store.watch(watcher),
      };
    },
  };
}

const isDeriving = (store: Store): store is Store & Deriving => store.asOfVersion !== undefined;
