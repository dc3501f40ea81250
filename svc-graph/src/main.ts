import { AppError, type OrgId } from '@cairn/contracts';
import {
  EXIT_CONFIG,
  createLogger,
  createVerifier,
  loadConfig,
  processMetrics,
  startService,
} from '@cairn/service-kit';
import { createApp } from './app.ts';
import { openClickhouse } from './clickhouse/clickhouse-graphs.ts';
import { bytesOf, graphEnv } from './config.ts';
import { RecomputeQueue } from './derive/recompute-queue.ts';
import { deriveNow } from './derive/derive.ts';
import { CONNECTORS } from './sources/connectors.ts';
import { Jobs } from './sources/jobs.ts';
import { Delivery, sendTo } from './outbox/deliver.ts';
import { beginOwnership } from './ownership/begin-ownership.ts';
import { answerByOwner } from './ownership/elsewhere.ts';
import { Recovery } from './sources/recovery.ts';
import { repeat } from './sources/repeat.ts';
import { EXPIRE_EVERY, expireKept } from './sources/schedule/expiry.ts';
import { LOOK_EVERY, startDueReadings } from './sources/schedule/scheduler.ts';
import { Inbox } from './sources/webhooks/inbox.ts';
import { NewerDataError } from './store/schema.ts';
import { GraphStores } from './store/graph-stores.ts';
import { NotOwnedError } from './store/org-lease.ts';

const config = loadConfig(graphEnv);
const log = createLogger('svc-graph', config.LOG_LEVEL);
const ownership = await beginOwnership(config, log);
const graphs = new GraphStores(config.CAIRN_DATA_DIR, {
  limits: { memory: config.CAIRN_QUERY_MEMORY, temp: config.CAIRN_QUERY_TEMP },
  derive: deriveNow,
  lease: ownership,
});
const connectors = CONNECTORS;
const delivery = new Delivery({
  stores: graphs,
  send: sendTo(config.CAIRN_WORKSPACE_URL, config.CAIRN_SECRET),
  log,
});
const jobs = new Jobs({
  stores: graphs,
  log,
  connectors,
  hosts: config.CAIRN_SOURCE_HOSTS,
});
const inbox = new Inbox({ stores: graphs, jobs, connectors, log });
const recomputes = new RecomputeQueue({ stores: graphs, log });
const recovery = new Recovery({ graphs, jobs, recomputes, log });
const searched = openClickhouse(config.CLICKHOUSE_URL, {
  stores: graphs,
  limits: {
    timeLimit: config.CAIRN_QUERY_TIME_LIMIT,
    memory: bytesOf(config.CAIRN_QUERY_MEMORY),
    temp: bytesOf(config.CAIRN_QUERY_TEMP),
  },
  cluster: config.CLICKHOUSE_CLUSTER,
  log,
});

function refuseGraph(err: unknown): never {
  log.fatal({ err }, err instanceof NewerDataError ? err.message : 'cannot open the graph');
  process.exit(err instanceof NewerDataError ? EXIT_CONFIG : 1);
}

/** Goes on with what people and tools asked of an org before, beside its readings. */
async function goOnBeside(orgId: OrgId): Promise<void> {
  if (!(await graphs.canOpen(orgId))) return;
  recomputes.start(orgId);
  inbox.goOn(orgId);
  void delivery.deliver(orgId);
}

/** Takes up what the former owner of an org left. A file that cannot be read waits until it is mended. */
async function takeUp(orgId: OrgId): Promise<void> {
  try {
    await graphs.open(orgId);
  } catch (err) {
    if (err instanceof NewerDataError) refuseGraph(err);
    if (err instanceof AppError && !(err instanceof NotOwnedError)) return;
    throw err;
  }
  await jobs.resumeOrg(orgId);
  searched?.follow([orgId]);
  await goOnBeside(orgId);
}

try {
  if (ownership) {
    await ownership.takeUp({
      everyOrg: () => graphs.everyOrg(),
      hasFile: (orgId) => graphs.hasFile(orgId),
      goOn: takeUp,
    });
  } else {
    await graphs.openLost();
    await jobs.resume();
  }
} catch (err) {
  refuseGraph(err);
}

if (!ownership) searched?.follow(await graphs.orgs());

const stopping = new AbortController();

const app = createApp({
  graphs,
  searched,
  jobs,
  inbox,
  recomputes,
  connectors,
  roots: config.CAIRN_GIT_ROOTS,
  hosts: config.CAIRN_SOURCE_HOSTS,
  timeLimit: config.CAIRN_QUERY_TIME_LIMIT,
  threads: config.UV_THREADPOOL_SIZE,
  verifier: createVerifier({ jwksUrl: new URL('/api/auth/jwks', config.CAIRN_WORKSPACE_URL).href }),
  internalSecret: config.CAIRN_SECRET,
  elsewhere: ownership && answerByOwner(ownership),
  log,
  registry: processMetrics(),
  stopping: stopping.signal,
});

await startService({
  app,
  port: config.PORT,
  host: config.HOST,
  log,
  onStopping: () => {
    stopping.abort();
    void ownership?.stopTaking();
    recovery.stop();
  },
  close: async () => {
    await ownership?.stopTaking();
    await jobs.close();
    await delivery.close();
    await searched?.close();
    await graphs.close();
    await ownership?.close();
  },
});

if (!ownership) for (const orgId of await graphs.orgs()) await goOnBeside(orgId);

await recovery.attempt();
recovery.start();
stopping.signal.addEventListener(
  'abort',
  repeat(() => startDueReadings({ stores: graphs, jobs, connectors, log }), LOOK_EVERY),
);

stopping.signal.addEventListener(
  'abort',
  repeat(() => expireKept({ stores: graphs, jobs, connectors, log }), EXPIRE_EVERY),
);

// The first source that is added finds its thread waiting.
jobs.prepare();
