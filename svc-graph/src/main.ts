import { createLogger, createVerifier, loadConfig, processMetrics, startService } from '@cairn/service-kit';
import { createApp } from './app.ts';
import { graphEnv } from './config.ts';
import { GraphStores } from './store/graph-stores.ts';

const config = loadConfig(graphEnv);
const log = createLogger('svc-graph', config.LOG_LEVEL);
const graphs = new GraphStores(config.CAIRN_DATA_DIR);
const app = createApp({
  graphs,
  log,
  verifier: createVerifier({ jwksUrl: new URL('/api/auth/jwks', config.CAIRN_WORKSPACE_URL).href }),
  registry: processMetrics(),
  integrations: async () => ['git'],
  timeLimit: config.CAIRN_QUERY_TIME_LIMIT,
  threads: config.UV_THREADPOOL_SIZE,
});
await startService({ app, port: config.PORT, host: config.HOST, log, close: () => graphs.close() });
