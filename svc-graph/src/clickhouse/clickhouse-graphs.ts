import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import type { ClickHouseClient } from '@clickhouse/client';
import { AppError } from '@cairn/contracts';
import type { OrgId } from '@cairn/contracts';
import { CATALOGUE } from '@cairn/entities';
import type { Logger } from '@cairn/service-kit';
import { keepForLater } from '@cairn/service-kit/keep-for-later';
import { CLICKHOUSE } from '../query/dialect/clickhouse.ts';
import { createClickhouseEngine } from '../query/engine/clickhouse-engine.ts';
import { refusalOfClickhouse } from '../query/engine/clickhouse-refusals.ts';
import type { ClickhouseLimits } from '../query/engine/clickhouse-engine.ts';
import type { OrgGraph, OrgGraphs } from '../query/graph.ts';
import type { GraphStore } from '../store/graph-store.ts';
import { OrgCatalogues } from '../store/org-catalogues.ts';
import { publish, readableVersion } from './publish.ts';
import { clusterStatements, tableStatements } from './tables.ts';
import type { There } from './tables.ts';

export interface ClickhouseDeps {
  readonly client: ClickHouseClient;
  readonly stores: { open(orgId: OrgId): Promise<GraphStore> };
  readonly limits: ClickhouseLimits;
  readonly log: Pick<Logger, 'error' | 'info'>;
  /** The cluster whose shards hold the orgs; absent for a single server. */
  readonly cluster?: string | undefined;
  /**
   * Milliseconds between two publications of an org, so that a source being read does not publish every
   * batch.
   */
  readonly every?: number;
  /** Milliseconds until a failed publication is retried. */
  readonly retry?: number;
  /**
   * Milliseconds that a query waits for the first publication of its org; the default is its whole time
   * limit.
   */
  readonly patience?: number;
}

/** More than run at once, so queries wait in the service's queue and not for a connection. */
const CONNECTIONS = 64;
const EVERY = 2_000;
const RETRY = 10_000;
/** A publication of many rows sends no bytes until it is done. */
const LONGEST_SILENCE = 600_000;
/** How long the server may take to answer a check. */
const LIFE_SIGN = 2_000;

/** A publication continues when the caller who started it is gone. */
const NOBODY_LEAVES = new AbortController().signal;

type Watcher = (version: number) => void;

/** Publishes one org's file each time it changes. */
class Follower {
  readonly #deps: ClickhouseDeps;
  readonly #org: OrgId;
  readonly #store: GraphStore;
  readonly #catalogues: OrgCatalogues;
  readonly #watchers = new Set<Watcher>();
  #version = 0;
  #running: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #closed = false;
  readonly #unwatch: () => void;

  constructor(deps: ClickhouseDeps, org: OrgId, store: GraphStore) {
    this.#deps = deps;
    this.#org = org;
    this.#store = store;
    this.#catalogues = new OrgCatalogues({ open: async () => store });
    this.#unwatch = store.watch(() => this.#soon(deps.every ?? EVERY));
  }

  get version(): number {
    return this.#version;
  }

  watch(watcher: Watcher): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  /** Resolves when queries find what the file holds now. */
  catchUp(): Promise<void> {
    return this.#run();
  }

  /**
   * Finds the readable version on the server. Queries wait for the first publication only when there is none.
   */
  async start(): Promise<void> {
    const there = await readableVersion({ client: this.#deps.client, org: this.#org }, this.#store);
    if (!there) return this.#run();
    this.#version = there.version;
    if (!there.isCurrent) this.#soon(0);
  }

  #soon(after: number): void {
    if (this.#closed) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#run().catch((err: unknown) => {
        this.#deps.log.error({ err, orgId: this.#org }, 'could not publish to ClickHouse');
        this.#soon(this.#deps.retry ?? RETRY);
      });
    }, after).unref();
  }

  /** Publishes after the running publication has ended. */
  #run(): Promise<void> {
    const work = this.#running.catch(() => undefined).then(() => this.#publish());
    this.#running = work;
    return work;
  }

  async #publish(): Promise<void> {
    const { client, cluster } = this.#deps;
    const { kinds } = await this.#catalogues.of(this.#org);
    this.#version = await publish({ client, org: this.#org, kinds, cluster }, this.#store);
    for (const watcher of this.#watchers) watcher(this.#version);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#unwatch();
    clearTimeout(this.#timer);
    await this.#running.catch(() => undefined);
  }
}

const notYet = () =>
  new AppError('unavailable', 'The data of this org is on its way to the database. Try again shortly.', {
    retryAfter: RETRY / 1_000,
  });

/** The result of a promise, or the error of `late` after this many milliseconds. */
async function within<T>(coming: Promise<T>, milliseconds: number, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), milliseconds);
  });
  return Promise.race([coming, over]).finally(() => clearTimeout(timer));
}

/** Throws when the server is not ClickHouse, or refuses us. */
async function signOfLife(client: ClickHouseClient): Promise<void> {
  const answer = await client.query({ query: 'SELECT 1 AS one', format: 'JSONCompact' });
  if (!(await answer.text()).includes('"one"')) throw new Error('this is no ClickHouse server');
}

async function columnsThere(client: ClickHouseClient): Promise<There> {
  const answer = await client.query({
    query: `SELECT table, groupArray(name) AS columns FROM system.columns WHERE database = currentDatabase() GROUP BY table`,
    format: 'JSONEachRow',
  });
  const rows = await answer.json<{ table: string; columns: string[] }>();
  return new Map(rows.map(({ table, columns }) => [table, new Set(columns)]));
}

/** The graphs of all orgs on a ClickHouse server, which follow the orgs' files. */
export class ClickhouseGraphs implements OrgGraphs {
  readonly #deps: ClickhouseDeps;
  readonly #orgs = new Map<OrgId, Promise<Follower>>();
  #tables: Promise<void> | undefined;
  #closed = false;

  constructor(deps: ClickhouseDeps) {
    this.#deps = deps;
  }

  /**
   * The graph of an org. The first call waits for the first publication, within the time limit of a query.
   */
  async open(orgId: OrgId): Promise<OrgGraph> {
    const { client, limits, patience = limits.timeLimit } = this.#deps;
    const follower = await within(this.#follower(orgId), patience, notYet);
    return {
      dialect: CLICKHOUSE,
      engine: createClickhouseEngine(client, limits),
      dataVersion: async () => follower.version,
      watch: (watcher) => follower.watch(watcher),
    };
  }

  /** Starts to publish orgs before anyone queries them, and retries until the server accepts. */
  follow(orgs: readonly OrgId[]): void {
    for (const orgId of orgs)
      this.#follower(orgId).catch((err: unknown) => {
        if (this.#closed) return;
        this.#deps.log.error({ err, orgId }, 'could not publish to ClickHouse');
        setTimeout(() => this.#closed || this.follow([orgId]), this.#deps.retry ?? RETRY).unref();
      });
  }

  /** Rejects when the server does not answer or refuses us. */
  async check(): Promise<void> {
    await within(signOfLife(this.#deps.client), LIFE_SIGN, () => new Error('ClickHouse is silent'));
  }

  /** Resolves when queries of an org find what its file holds now. */
  async catchUp(orgId: OrgId): Promise<void> {
    await (await this.#follower(orgId)).catchUp();
  }

  #follower(orgId: OrgId): Promise<Follower> {
    const known = this.#orgs.get(orgId);
    if (known) return known;
    const following = this.#follow(orgId).catch((error: unknown) => {
      throw refusalOfClickhouse(error, NOBODY_LEAVES);
    });
    this.#orgs.set(orgId, following);
    following.catch(() => this.#orgs.delete(orgId));
    return following;
  }

  async #follow(orgId: OrgId): Promise<Follower> {
    this.#tables ??= keepForLater(this.#createTables());
    await this.#tables.catch((error: unknown) => {
      this.#tables = undefined;
      throw error;
    });
    const follower = new Follower(this.#deps, orgId, await this.#deps.stores.open(orgId));
    try {
      await follower.start();
    } catch (error) {
      await follower.close();
      throw error;
    }
    return follower;
  }

  async #createTables(): Promise<void> {
    const { client, cluster } = this.#deps;
    await signOfLife(client);
    const statements = cluster
      ? clusterStatements(CATALOGUE.kinds, cluster)
      : tableStatements(CATALOGUE.kinds, await columnsThere(client));
    for (const query of statements) await client.command({ query });
  }

  /** Ends after the running publications; the server keeps its data. */
  async close(): Promise<void> {
    this.#closed = true;
    const orgs = await Promise.allSettled(this.#orgs.values());
    this.#orgs.clear();
    for (const org of orgs) if (org.status === 'fulfilled') await org.value.close();
    await this.#deps.client.close();
  }
}

/** A client for the server at this address; callers report its failures. */
export const clickhouseClient = (url: string): ClickHouseClient =>
  createClient({
    url,
    max_open_connections: CONNECTIONS,
    request_timeout: LONGEST_SILENCE,
    log: { level: ClickHouseLogLevel.OFF },
  });

/** The graphs on the server at this address; undefined without an address. */
export function openClickhouse(
  url: string | undefined,
  deps: Omit<ClickhouseDeps, 'client'>,
): ClickhouseGraphs | undefined {
  return url === undefined ? undefined : new ClickhouseGraphs({ ...deps, client: clickhouseClient(url) });
}
