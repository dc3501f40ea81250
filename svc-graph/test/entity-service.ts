import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EntityDetail, OrgId, Rows, entityContract } from '@cairn/contracts';
import type { QueryInput } from '@cairn/query';
import { silentLog, testTokens } from '@cairn/service-kit/testing';
import { Registry } from 'prom-client';
import { createApp } from '../src/app.ts';
import { derive } from '../src/derive/derive.ts';
import { CONNECTORS } from '../src/sources/connectors.ts';
import { Jobs } from '../src/sources/jobs.ts';
import type { GraphStore } from '../src/store/graph-store.ts';
import { GraphStores } from '../src/store/graph-stores.ts';
import { type GraphWriter, writerOf } from '../src/store/graph-writer.ts';
import { NEW_SOURCE, type SourceRow, addSource } from '../src/store/source-row.ts';
import { asksClickhouse, chdbGraphs } from './chdb/chdb-graphs.ts';

export const FIGURES_ORG = OrgId.parse('figures');

/** How a source is read into an org. */
type Ingest = (of: {
  writer: GraphWriter;
  orgId: string;
  source: SourceRow;
  signal: AbortSignal;
}) => Promise<unknown>;

/** The whole service over one org, with the calls of entity pages and the org's tables beside them. */
export interface EntityService {
  readonly folder: string;
  readonly store: GraphStore;
  /** Reads a source to its end. */
  read(type: string, settings: SourceRow['settings'], ingest: Ingest): Promise<void>;
  /** The status and the text of a call, in an org. */
  ask(path: string, body: object, org?: string): Promise<{ status: number; text: string }>;
  /** The answer of a call; throws what is not 200. */
  call(path: string, body: object): Promise<unknown>;
  detail(entityUuid: string): Promise<EntityDetail>;
  query(route: 'group-bys' | 'entities', query: QueryInput): Promise<Rows>;
  /** The first column of what a statement answers about an entity. */
  sql(statement: string, uuid?: string): Promise<unknown[]>;
  close(): Promise<void>;
}

/** Starts the service over an empty org; under the project clickhouse queries are asked there. */
export async function entityService(now: () => number): Promise<EntityService> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'cairn-figures-')));
  const stores = new GraphStores(join(folder, 'data'), {
    derive: (transaction, orgId) => derive(transaction, { orgId, now: now() / 1_000 }),
  });
  const store = await stores.open(FIGURES_ORG);
  const log = silentLog();
  const jobs = new Jobs({ stores, log, connectors: CONNECTORS });
  const { verifier, headers } = await testTokens();
  const chdb = asksClickhouse() ? await chdbGraphs(stores, log) : undefined;
  const searched = chdb?.graphs;
  const registry = new Registry();
  const app = createApp({
    graphs: stores,
    searched,
    jobs,
    connectors: CONNECTORS,
    verifier,
    log,
    registry,
    now,
  });
  const ask: EntityService['ask'] = async (path, body, org = FIGURES_ORG) => {
    const signedIn = await headers({ orgId: OrgId.parse(org), role: 'admin' });
    const request = { method: 'POST', headers: signedIn, body: JSON.stringify(body) };
    const answer = await app.request(`/api/${org}/${path}`, request);
    return { status: answer.status, text: await answer.text() };
  };
  const call: EntityService['call'] = async (path, body) => {
    const { status, text } = await ask(path, body);
    if (status !== 200) throw new Error(`${path}: ${String(status)} ${text}`);
    return JSON.parse(text) as unknown;
  };
  return {
    folder,
    store,
    read: async (type, settings, ingest) => {
      const source: SourceRow = { id: type, type, settings, name: type, state: NEW_SOURCE };
      await addSource(store, source);
      const { signal } = new AbortController();
      await ingest({ writer: writerOf(store), orgId: FIGURES_ORG, source, signal });
    },
    ask,
    call,
    detail: async (entityUuid) =>
      entityContract.entityDetail.output.parse(await call('entity-detail', { entityUuid })).data,
    query: async (route, query) =>
      Rows.parse(await call(`graph-search/${route}`, { ...query, format: 'json' })),
    sql: async (statement, uuid) => {
      const rows = await store.rows<Record<string, unknown>>(statement, uuid === undefined ? [] : [uuid]);
      return rows.map((row) => Object.values(row)[0]);
    },
    close: async () => {
      await chdb?.close();
      await jobs.close();
      await stores.close();
      rmSync(folder, { recursive: true });
    },
  };
}
