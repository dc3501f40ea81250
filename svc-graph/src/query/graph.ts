import type { OrgId } from '@cairn/contracts';
import { DUCKDB } from './dialect/duckdb.ts';
import type { Rules } from './dialect/dialect.ts';
import { createDuckdbEngine } from './engine/duckdb-engine.ts';
import type { DuckdbSource } from './engine/duckdb-engine.ts';
import type { Engine } from './engine/engine.ts';

/** The graph of one org as questions read it: what its engine is, how one speaks to it, how old its data is. */
export interface OrgGraph {
  readonly rules: Rules;
  readonly engine: Engine;
  /** Grows with every change of the data; a question reads the data of one version. */
  dataVersion(): Promise<number>;
  /** Tells of every new data version from now on; returns the way to stop it. */
  watch(watcher: (version: number) => void): () => void;
}

/** The graphs of all orgs. */
export interface OrgGraphs {
  open(orgId: OrgId): Promise<OrgGraph>;
}

type Store = DuckdbSource & Pick<OrgGraph, 'dataVersion' | 'watch'>;

/** The graphs as they lie in the orgs' DuckDB files. */
export function duckdbGraphs(stores: { open(orgId: OrgId): Promise<Store> }): OrgGraphs {
  return {
    async open(orgId) {
      const store = await stores.open(orgId);
      return {
        rules: DUCKDB,
        engine: createDuckdbEngine(store),
        dataVersion: () => store.dataVersion(),
        watch: (watcher) => store.watch(watcher),
      };
    },
  };
}
