import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Rows } from '@cairn/contracts';
import type { OrgId } from '@cairn/contracts';
import type { QueryInput } from '@cairn/query';
import { silentLog, testTokens } from '@cairn/service-kit/testing';
import { Registry } from 'prom-client';
import { expect } from 'vitest';
import { createApp } from '../app.ts';
import { Jobs } from '../sources/jobs.ts';
import type { GraphStore } from '../store/graph-store.ts';
import { GraphStores } from '../store/graph-stores.ts';
import { chdbGraphs } from './chdb/chdb-graphs.ts';
import type { ChdbGraphs } from './chdb/chdb-graphs.ts';

/** The data of one org on both engines. */
export interface BothEngines {
  readonly stores: GraphStores;
  readonly chdb: ChdbGraphs;
  /** What DuckDB and ClickHouse answer; both are asked for the same thing at once. */
  answers(path: string, query: QueryInput): Promise<[Rows, Rows]>;
  close(): Promise<void>;
}

/** Starts both over what `fill` brings into the org's file; it may keep files of its own in the folder that it gets. */
export async function bothEngines(
  org: OrgId,
  now: number,
  fill: (store: GraphStore, folder: string) => Promise<void>,
): Promise<BothEngines> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-both-'));
  const stores = new GraphStores(join(folder, 'data'));
  await fill(await stores.open(org), folder);
  const log = silentLog();
  const jobs = new Jobs({ stores, log });
  const tokens = await testTokens();
  const { verifier } = tokens;
  const chdb = await chdbGraphs(stores, log);
  const shared = { graphs: stores, jobs, gitRoots: [], verifier, log, now: () => now };
  const duckdb = createApp({ ...shared, registry: new Registry() });
  const clickhouse = createApp({ ...shared, searched: chdb.graphs, registry: new Registry() });
  const headers = { ...(await tokens.headers({ orgId: org })), accept: 'application/json' };
  const ask = async (app: typeof duckdb, path: string, query: QueryInput): Promise<Rows> => {
    const body = JSON.stringify(query);
    const answer = await app.request(`/api/${org}/graph-search/${path}`, { method: 'POST', headers, body });
    const text = await answer.text();
    expect(answer.status, `${text} ${body}`).toBe(200);
    return Rows.parse(JSON.parse(text));
  };
  return {
    stores,
    chdb,
    answers: (path, query) => Promise.all([ask(duckdb, path, query), ask(clickhouse, path, query)]),
    close: async () => {
      await chdb.close();
      await jobs.close();
      await stores.close();
      await rm(folder, { recursive: true });
    },
  };
}
