import { createAdaptorServer } from '@hono/node-server';
import type { DuckDBDataChunk } from '@duckdb/node-api';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { OrgId } from '@cairn/contracts';
import { silentLog, testTokens } from '@cairn/service-kit/testing';
import { Hono } from 'hono';
import { createApp } from '../../../../../svc-graph/src/app.ts';
import { duckdbGraphs } from '../../../../../svc-graph/src/query/graph.ts';
import { CONNECTORS } from '../../../../../svc-graph/src/sources/connectors.ts';
import { Jobs } from '../../../../../svc-graph/src/sources/jobs.ts';
import type { GraphStore } from '../../../../../svc-graph/src/store/graph-store.ts';
import { PUBLISH } from '../../../../../svc-graph/src/store/load.ts';
import { deleteFrom, insertInto } from '../../../../../svc-graph/src/store/statement.ts';
import { GraphStores } from '../../../../../svc-graph/src/store/graph-stores.ts';

/** How a result of SQL is read: into values, as whole chunks, or as chunks while they arrive. */
export type Fetch = 'values' | 'chunks' | 'coming';

const NANOSECONDS = 1e6;

function viewsOf(chunk: DuckDBDataChunk): void {
  for (let column = 0; column < chunk.columnCount; column++) chunk.getColumnVector(column);
}

/** Runs SQL, reads what it answers, and tells how many rows that were. */
async function read(store: GraphStore, sql: string, fetch: Fetch): Promise<number> {
  if (fetch === 'coming') {
    const asked = {
      rows: { sql, params: [] },
      counted: { sql: `SELECT count(*) FROM (${sql})`, params: [] },
    };
    const ahead = await store.streamRows({ ...asked, limit: Number.MAX_SAFE_INTEGER, offset: 0 });
    for (let chunk = await ahead.next(); chunk; chunk = await ahead.next()) viewsOf(chunk);
    return ahead.rowCount;
  }
  const result = await store.run(sql);
  if (fetch === 'values') await result.getColumns();
  else for (let index = 0; index < result.chunkCount; index++) viewsOf(result.getChunk(index));
  return result.rowCount;
}

const CHANGED = 'bench-change';

const COMMIT_COLUMNS = [
  'uuid',
  'name',
  'externalId',
  'committedAt',
  'additions',
  'authorUuid',
  'repositoryUuid',
  'deleted',
];

const ADDED = [
  insertInto(
    'Event',
    [],
    `BY NAME SELECT * REPLACE (uuid() AS uuid, '${CHANGED}' AS "sourceEventId") FROM "Event" LIMIT 1000`,
  ),
  insertInto(
    'Commit',
    COMMIT_COLUMNS,
    `SELECT uuid(), name, '${CHANGED}', "committedAt", additions, "authorUuid", "repositoryUuid", false
     FROM "Commit" LIMIT 100`,
  ),
];

/** Adds 1,000 events and 100 commits, as a source does that is read again. */
const change = (store: GraphStore) =>
  store.transaction((transaction) => transaction.runAll([...ADDED, PUBLISH]));

/** Takes out what `change` added. */
const restore = (store: GraphStore) =>
  store.transaction((transaction) =>
    transaction.runAll([
      deleteFrom('Event', `"sourceEventId" = '${CHANGED}'`),
      deleteFrom('Commit', `"externalId" = '${CHANGED}'`),
      PUBLISH,
    ]),
  );

/** The floor of the measurements: the same file without the service, and the cost of the process. */
function floorOf(
  graphs: GraphStores,
  token: (orgId: string) => Promise<string>,
  idle: (orgId: OrgId) => Promise<void>,
): Hono {
  const lag = monitorEventLoopDelay({ resolution: 1 });
  lag.enable();
  let bytes = new Uint8Array();
  const app = new Hono();
  app.post('/sql/:orgId', async (c) => {
    const { sql, fetch } = await c.req.json<{ sql: string; fetch: Fetch }>();
    const store = await graphs.open(OrgId.parse(c.req.param('orgId')));
    const start = performance.now();
    const rows = await read(store, sql, fetch);
    return c.json({ ms: performance.now() - start, rows });
  });
  app.post('/idle/:orgId', async (c) => {
    await idle(OrgId.parse(c.req.param('orgId')));
    return c.json({});
  });
  app.post('/change/:orgId', async (c) => {
    await change(await graphs.open(OrgId.parse(c.req.param('orgId'))));
    return c.json({});
  });
  app.post('/restore/:orgId', async (c) => {
    await restore(await graphs.open(OrgId.parse(c.req.param('orgId'))));
    return c.json({});
  });
  app.get('/token/:orgId', async (c) => c.text(await token(c.req.param('orgId'))));
  app.get('/process', (c) =>
    c.json({
      rss: process.memoryUsage.rss(),
      longest: lag.max / NANOSECONDS,
      cpu: (process.cpuUsage().user + process.cpuUsage().system) / 1_000,
    }),
  );
  app.post('/lag', (c) => {
    lag.reset();
    return c.json({});
  });
  app.post('/bare/fill', async (c) => {
    bytes = new Uint8Array(await c.req.arrayBuffer());
    return c.json({});
  });
  app.post('/bare', (c) => c.body(bytes));
  return app;
}

async function listen(fetch: (request: Request) => Response | Promise<Response>): Promise<string> {
  const server = createAdaptorServer({ fetch });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

/** Runs svc-graph over a data directory in this process, once more without rollups, and beside them the floor. */
export async function serveGraph(dataDir: string): Promise<void> {
  const graphs = new GraphStores(dataDir);
  const tokens = await testTokens();
  const log = silentLog();
  const searched = duckdbGraphs(graphs);
  const connectors = CONNECTORS;
  const deps = {
    graphs,
    verifier: tokens.verifier,
    log,
    jobs: new Jobs({ stores: graphs, log, connectors }),
    connectors,
    timeLimit: 300_000,
    threads: Number(process.env['UV_THREADPOOL_SIZE'] ?? 4),
  };
  const app = createApp({ ...deps, searched });
  const scanning = createApp({ ...deps, searched: duckdbGraphs(graphs, { rollups: false }) });
  const floor = floorOf(
    graphs,
    (orgId) => tokens.token({ orgId }, { seconds: 86_400 }),
    async (orgId) => (await searched.rollups(orgId))?.idle(),
  );
  process.send?.({
    service: await listen((request) => app.fetch(request)),
    scanning: await listen((request) => scanning.fetch(request)),
    floor: await listen((request) => floor.fetch(request)),
  });
  process.once('disconnect', () => process.exit(0));
}
