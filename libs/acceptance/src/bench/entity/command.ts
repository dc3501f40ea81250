import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { OrgId } from '@cairn/contracts';
import { silentLog, testTokens } from '@cairn/service-kit/testing';
import { createAdaptorServer } from '@hono/node-server';
import { createApp } from '../../../../../svc-graph/src/app.ts';
import { KeyIndex } from '../../../../../svc-graph/src/entity/key-index/key-index.ts';
import { CONNECTORS } from '../../../../../svc-graph/src/sources/connectors.ts';
import { Jobs } from '../../../../../svc-graph/src/sources/jobs.ts';
import type { GraphStore } from '../../../../../svc-graph/src/store/graph-store.ts';
import { GraphStores } from '../../../../../svc-graph/src/store/graph-stores.ts';
import { machine, seeded } from '../query/command.ts';

const ROOT = join(import.meta.dirname, '../../../../..');
/** The longest that the 95th of a hundred calls may take. */
const BOUND_MS = 200;

/** The calls of a page, with what each takes beside the entity. */
const CALLS: Readonly<Record<string, object>> = {
  'entity-detail': {},
  'entity-history': {},
  'entity-history, 1,000 with facets': { pagination: { pageSize: 1_000 }, facets: true },
  'entity-time-machine': {},
  'entity-status-history': {},
  'entity-contributors': {},
  'entity-contributors, related': { degrees: 2 },
  'entity-work': {},
  'entity-related': {},
  'entity-lineage': {},
  'entity-around': {},
  'resolution/show': {},
};
const KINDS = ['Issue', 'PullRequest', 'Commit', 'CicdPipeline', 'Repository', 'Person'];

/** The nearest rank: of twenty calls the 95th percentile is the nineteenth. */
const quantile = (times: readonly number[], q: number) =>
  times.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(q * times.length) - 1)] ?? Number.NaN;

interface Spent {
  ms: number;
}

/** Serves the entity routes over a data directory, and counts the time that its statements take. */
async function startEntities(data: string, spent: Spent) {
  const graphs = new GraphStores(data);
  const open = graphs.open.bind(graphs);
  const timed = new Set<unknown>();
  graphs.open = async (orgId) => {
    const store = await open(orgId);
    if (timed.has(store)) return store;
    timed.add(store);
    const rows = store.rows.bind(store);
    store.rows = async <Row>(...call: Parameters<typeof rows>) => {
      const start = performance.now();
      const found = await rows<Row>(...call);
      spent.ms += performance.now() - start;
      return found;
    };
    return store;
  };
  const tokens = await testTokens();
  const log = silentLog();
  const jobs = new Jobs({ stores: graphs, log, connectors: CONNECTORS });
  const keyIndex = new KeyIndex(graphs);
  const app = createApp({ graphs, keyIndex, jobs, connectors: CONNECTORS, verifier: tokens.verifier, log });
  const server = createAdaptorServer({ fetch: app.fetch });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    graphs,
    keyIndex,
    url: `http://127.0.0.1:${String(port)}`,
    headersFor: (org: string) => tokens.headers({ orgId: org }),
    stop: async () => {
      server.close();
      await graphs.close();
    },
  };
}

type Entities = Awaited<ReturnType<typeof startEntities>>;

async function measured(
  { url, headersFor }: Entities,
  org: string,
  call: string,
  uuids: readonly string[],
  spent: Spent,
): Promise<{ http: number[]; sql: number[]; cpu: number[] }> {
  const [http, sql, cpu]: [number[], number[], number[]] = [[], [], []];
  const headers = { ...(await headersFor(org)), 'content-type': 'application/json' };
  const path = call.replace(/,.*$/, '');
  for (const entityUuid of uuids) {
    spent.ms = 0;
    const start = performance.now();
    const before = process.cpuUsage();
    const body = JSON.stringify({ entityUuid, ...CALLS[call] });
    const answer = await fetch(`${url}/api/${org}/${path}`, { method: 'POST', headers, body });
    const text = await answer.text();
    http.push(performance.now() - start);
    sql.push(spent.ms);
    const { user, system } = process.cpuUsage(before);
    cpu.push((user + system) / 1_000);
    if (!answer.ok) throw new Error(`${call}: ${text}`);
  }
  return { http, sql, cpu };
}

/** Asks one call, and waits until the indexes that it wants are made. */
async function warm({ keyIndex, url, headersFor }: Entities, org: string, store: GraphStore): Promise<void> {
  const [row] = await store.rows<{ uuid: string }>(`SELECT uuid::VARCHAR AS uuid FROM "Person" LIMIT 1`);
  const headers = { ...(await headersFor(org)), 'content-type': 'application/json' };
  const body = JSON.stringify({ entityUuid: row?.uuid });
  await fetch(`${url}/api/${org}/resolution/show`, { method: 'POST', headers, body });
  await keyIndex.idle(OrgId.parse(org));
}

/** `--data DIR --events 10m --entities N --only CALL,…`: the calls of entity pages over HTTP, on a load org. */
export async function benchEntity(args: readonly string[], print: (line: string) => void): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: 'string', default: join(ROOT, '.cache/bench') },
      events: { type: 'string', default: '10m' },
      entities: { type: 'string', default: '20' },
      only: { type: 'string' },
    },
  });
  const data = resolve(process.env['INIT_CWD'] ?? process.cwd(), values.data);
  const org = await seeded(data, values.events);
  const spent: Spent = { ms: 0 };
  const service = await startEntities(data, spent);
  try {
    const store = await service.graphs.open(OrgId.parse(org));
    await warm(service, org, store);
    print(`${machine()}; load ${loadavg()[0]?.toFixed(1) ?? '?'}; ${values.entities} entities of each kind`);
    print(
      `\n| kind | call | p50 ms | p95 ms | SQL p95 ms | CPU p50 ms | bound ${String(BOUND_MS)} |\n|---|---|--:|--:|--:|--:|---|`,
    );
    for (const kind of KINDS) {
      const rows = await store.rows<{ uuid: string }>(
        `SELECT uuid::VARCHAR AS uuid FROM "${kind}" WHERE NOT coalesce(deleted, false) ORDER BY hash(uuid) LIMIT ${String(Number(values.entities))}`,
      );
      const uuids = rows.map(({ uuid }) => uuid);
      if (uuids.length === 0) continue;
      for (const call of Object.keys(CALLS).filter((each) => !values.only || values.only.includes(each))) {
        const { http, sql, cpu } = await measured(service, org, call, uuids, spent);
        const p95 = quantile(http, 0.95);
        const cells = [quantile(http, 0.5), p95, quantile(sql, 0.95), quantile(cpu, 0.5)].map((ms) =>
          ms.toFixed(0),
        );
        print(`| ${kind} | ${call} | ${cells.join(' | ')} | ${p95 <= BOUND_MS ? 'met' : 'missed'} |`);
      }
    }
  } finally {
    await service.stop();
  }
}
