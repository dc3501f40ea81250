import type { OrgId } from '@cairn/contracts';
import type { Logger } from '@cairn/service-kit';
import type { OrgGraphs } from '../../src/query/graph.ts';
import type { GraphStore } from '../../src/store/graph-store.ts';
import { ClickhouseGraphs, clickhouseClient } from '../../src/clickhouse/clickhouse-graphs.ts';
import { findChdb } from './chdb-child.ts';
import { startChdb } from './chdb-server.ts';
import type { ChdbServer } from './chdb-server.ts';

export interface ChdbGraphs {
  readonly graphs: OrgGraphs;
  readonly server: ChdbServer;
  /** Publishes what the file of an org holds now. */
  catchUp(orgId: OrgId): Promise<void>;
  close(): Promise<void>;
}

/** Whether tests ask ClickHouse instead of the orgs' own files. */
export const asksClickhouse = (): boolean => process.env['CAIRN_TEST_ENGINE'] === 'clickhouse';

/** Tells of everything that may write to a store, as tests do without a new data version; but not of the returned one. */
function noticing(store: GraphStore, onChange: () => void): GraphStore {
  const { run, transaction } = store;
  const quiet = Object.create(store, {
    run: { value: run },
    transaction: { value: transaction },
    // What a store keeps of itself is kept in one place.
    dataVersion: { value: () => store.dataVersion() },
  }) as GraphStore;
  store.run = (...asked) => {
    if (/^\s*(INSERT|UPDATE|DELETE)/.test(asked[0])) onChange();
    return run.apply(store, asked);
  };
  store.transaction = (work) => {
    onChange();
    return transaction.call(store, work) as ReturnType<typeof work>;
  };
  return quiet;
}

/** Tests wait for a publication by asking; none comes by itself. */
const NEVER = 3_600_000;

const LIMITS = { timeLimit: 20_000, memory: 1_000_000_000, temp: 1_000_000_000 };

/** The graphs of orgs on a chdb server of their own. */
export async function chdbGraphs(
  stores: { open(orgId: OrgId): Promise<GraphStore> },
  log: Logger,
  limits = LIMITS,
): Promise<ChdbGraphs> {
  const packages = findChdb();
  if (!packages) throw new Error('chdb is not installed: npm test installs it');
  const server = await startChdb(packages);
  const first = clickhouseClient(server.url('default'));
  await first.command({ query: 'CREATE DATABASE cairn' });
  await first.close();
  const written = new Set<OrgId>();
  const graphs = new ClickhouseGraphs({
    client: clickhouseClient(server.url('cairn')),
    stores: { open: async (orgId) => noticing(await stores.open(orgId), () => written.add(orgId)) },
    limits,
    log,
    every: NEVER,
    patience: NEVER,
  });
  const open = async (orgId: OrgId) => {
    const graph = await graphs.open(orgId);
    if (written.has(orgId)) await graphs.catchUp(orgId);
    written.delete(orgId);
    return graph;
  };
  return {
    graphs: { open },
    server,
    catchUp: (orgId) => graphs.catchUp(orgId),
    close: async () => {
      await graphs.close();
      await server.close();
    },
  };
}
