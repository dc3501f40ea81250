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
const FEED_BOUND_MS = 500;

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

interface Measured {
  readonly http: number[];
  readonly sql: number[];
  readonly cpu: number[];
}

/** Asks a path with each body, one after another. */
async function measured(
  { url, headersFor }: Entities,
  org: string,
  path: string,
  bodies: readonly object[],
  spent: Spent,
): Promise<Measured> {
  const [http, sql, cpu]: [number[], number[], number[]] = [[], [], []];
  const headers = { ...(await headersFor(org)), 'content-type': 'application/json' };
  for (const each of bodies) {
    spent.ms = 0;
    const start = performance.now();
    const before = process.cpuUsage();
    const body = JSON.stringify(each);
    const answer = await fetch(`${url}/api/${org}/${path}`, { method: 'POST', headers, body });
    const text = await answer.text();
    http.push(performance.now() - start);
    sql.push(spent.ms);
    const { user, system } = process.cpuUsage(before);
    cpu.push((user + system) / 1_000);
    if (!answer.ok) throw new Error(`${path}: ${text}`);
  }
  return { http, sql, cpu };
}

/** A line of the table: the figures of a call beside its bound. */
function lineOf(kind: string, call: string, { http, sql, cpu }: Measured, bound: number): string {
  const p95 = quantile(http, 0.95);
  const cells = [quantile(http, 0.5), p95, quantile(sql, 0.95), quantile(cpu, 0.5)].map((ms) =>
    ms.toFixed(0),
  );
  return `| ${[kind, call, ...cells, bound, p95 <= bound ? 'met' : 'missed'].join(' | ')} |`;
}

/** Some entities of a kind, the same in each run. */
async function some(store: GraphStore, kind: string, most: number): Promise<string[]> {
  const rows = await store.rows<{ uuid: string }>(
    `SELECT uuid::VARCHAR AS uuid FROM "${kind}" WHERE NOT coalesce(deleted, false) ORDER BY hash(uuid) LIMIT ${String(most)}`,
  );
  return rows.map(({ uuid }) => uuid);
}

/** Feeds of people who follow five people, three repositories, a project and a team, over the last year of the events. */
async function feedsIn(store: GraphStore, most: number): Promise<object[]> {
  const [last] = await store.rows<{ day: string }>(
    `SELECT max("occurredAt")::DATE::VARCHAR AS day FROM "Event"`,
  );
  const endDate = last?.day ?? '';
  const startDate = `${String(Number(endDate.slice(0, 4)) - 1)}${endDate.slice(4)}`;
  const [people, repositories, projects, teams] = await Promise.all(
    ['Person', 'Repository', 'Project', 'Team'].map((kind) => some(store, kind, most + 5)),
  );
  const from = (uuids: readonly string[] | undefined, at: number, count: number) =>
    uuids?.slice(at % Math.max(1, uuids.length - count + 1)).slice(0, count) ?? [];
  return Array.from({ length: most }, (_, at) => ({
    people: from(people, at, 5),
    repositories: from(repositories, at, 3),
    projects: from(projects, at, 1),
    teams: from(teams, at, 1),
    startDate,
    endDate,
  }));
}

/** Asks one call, and waits until the indexes that it wants are made. */
async function warm({ keyIndex, url, headersFor }: Entities, org: string, store: GraphStore): Promise<void> {
  const [row] = await store.rows<{ uuid: string }>(`SELECT uuid::VARCHAR AS uuid FROM "Person" LIMIT 1`);
  const headers = { ...(await headersFor(org)), 'content-type': 'application/json' };
  const body = JSON.stringify({ entityUuid: row?.uuid });
  await fetch(`${url}/api/${org}/resolution/show`, { method: 'POST', headers, body });
  await keyIndex.idle(OrgId.parse(org));
}

/** `--data DIR --events 10m --entities N --only CALL,…`: the calls of entity pages and the feed over HTTP, on a load org. */
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
      '\n| kind | call | p50 ms | p95 ms | SQL p95 ms | CPU p50 ms | bound | |\n|---|---|--:|--:|--:|--:|--:|---|',
    );
    const isChosen = (call: string) => !values.only || values.only.includes(call);
    for (const kind of KINDS) {
      const uuids = await some(store, kind, Number(values.entities));
      if (uuids.length === 0) continue;
      for (const call of Object.keys(CALLS).filter(isChosen)) {
        const bodies = uuids.map((entityUuid) => ({ entityUuid, ...CALLS[call] }));
        const times = await measured(service, org, call.replace(/,.*$/, ''), bodies, spent);
        print(lineOf(kind, call, times, BOUND_MS));
      }
    }
    if (!isChosen('feed')) return;
    const feeds = await feedsIn(store, Number(values.entities));
    print(lineOf('–', 'feed', await measured(service, org, 'feed', feeds, spent), FEED_BOUND_MS));
  } finally {
    await service.stop();
  }
}
