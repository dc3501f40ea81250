import type { OrgId } from '@cairn/contracts';
import { DUCKDB } from './dialect/duckdb.ts';
import type { Dialect } from './dialect/dialect.ts';
import { createDuckdbEngine } from './engine/duckdb-engine.ts';
import type { DuckdbSource } from './engine/duckdb-engine.ts';
import type { Engine } from './engine/engine.ts';
import type { Pass } from './plan/plan.ts';
import { preAggregatePlan } from './rollup/pre-aggregate-plan.ts';
import { Rollups } from './rollup/rollups.ts';
import type { Deriving, RollupLimits } from './rollup/rollups.ts';
import { MemoryBudget } from './rollup/memory-budget.ts';
import type { BudgetLimits } from './rollup/memory-budget.ts';

/** A read snapshot; whoever takes one releases it. */
export interface GraphSnapshot {
  readonly engine: Engine;
  release(): void;
}

/** The graph of one org for queries: engine, dialect and data version. */
export interface OrgGraph {
  readonly dialect: Dialect;
  readonly engine: Engine;
  /** Grows with every change of the data. */
  dataVersion(): Promise<number>;
  /** An engine's own pass, for plans that read this version; answers stay the same. */
  optimise?(version: number): Pass;
  /** A read snapshot. Engines without snapshots pass a data version to every statement. */
  snapshot?(): Promise<GraphSnapshot>;
  /** Calls the watcher with each new data version; returns a function that stops it. */
  watch(watcher: (version: number) => void): () => void;
}

/** The graphs of all orgs. */
export interface OrgGraphs {
  open(orgId: OrgId): Promise<OrgGraph>;
  /** Rejects when no query can be answered now. */
  check?(): Promise<void>;
}

type Store = DuckdbSource &
  Pick<OrgGraph, 'dataVersion' | 'watch'> &
  Partial<Pick<Deriving, 'asOfVersion' | 'changes'>> & {
    /** The approximate number of rows of each table. */
    sizes?(): Promise<ReadonlyMap<string, number>>;
    snapshot?(): Promise<{ run: DuckdbSource['run']; release(): void }>;
  };

async function snapshotOf(store: Store): Promise<GraphSnapshot> {
  const snapshot = await store.snapshot?.();
  return { engine: createDuckdbEngine(store, snapshot), release: () => snapshot?.release() };
}

export interface DuckdbOptions {
  /** The limits of rollups; `false` turns rollups off. */
  readonly rollups?: Partial<RollupLimits & BudgetLimits> | false;
  /** How many times fewer rows an early aggregation must leave to pay. */
  readonly fewer?: number;
}

/** Hashing a row costs about as much as joining it, and more with more groups. */
const FEWER = 12;

/** The graphs of the orgs' DuckDB files. */
export function duckdbGraphs(
  stores: { open(orgId: OrgId): Promise<Store> },
  { rollups: limits = {}, fewer = FEWER }: DuckdbOptions = {},
): OrgGraphs & { rollups(orgId: OrgId): Promise<Rollups | null> } {
  const made = new WeakMap<Store, Rollups>();
  const budget = new MemoryBudget(limits || {});
  const rollupsOf = (store: Store): Rollups | null => {
    if (limits === false || !isDeriving(store)) return null;
    const rollups = made.get(store) ?? new Rollups(store, budget, limits);
    made.set(store, rollups);
    return rollups;
  };
  return {
    rollups: async (orgId) => rollupsOf(await stores.open(orgId)),
    async open(orgId) {
      const store = await stores.open(orgId);
      const rollups = rollupsOf(store);
      const sizes = await store.sizes?.();
      const statistics = { fewer, rowsOf: (table: string) => sizes?.get(table) ?? 0 };
      return {
        dialect: DUCKDB,
        optimise: (version) => preAggregatePlan(rollups, version, statistics),
        engine: createDuckdbEngine(store),
        dataVersion: () => store.dataVersion(),
        snapshot: () => snapshotOf(store),
        watch: (watcher) => store.watch(watcher),
      };
    },
  };
}

const isDeriving = (store: Store): store is Store & Deriving => store.asOfVersion !== undefined;
