import { createLogger, createVerifier, loadConfig, processMetrics, startService } from '@cairn/service-kit';
import { createApp } from './app.ts';
import { graphNames } from './ask/graph-names.ts';
import { graphValues } from './ask/graph-values.ts';
import { providedBy } from './ask/provided.ts';
import { chatEnv } from './config.ts';

const config = loadConfig(chatEnv);
const log = createLogger('svc-chat', config.LOG_LEVEL);
const app = createApp({
  verifier: createVerifier({ jwksUrl: new URL('/api/auth/jwks', config.CAIRN_WORKSPACE_URL).href }),
  internalSecret: config.CAIRN_SECRET,
  log,
  values: config.CAIRN_GRAPH_URL ? graphValues(config.CAIRN_GRAPH_URL) : null,
  names: config.CAIRN_GRAPH_URL ? graphNames(config.CAIRN_GRAPH_URL) : null,
  provided: config.CAIRN_GRAPH_URL ? providedBy(config.CAIRN_GRAPH_URL) : null,
  registry: processMetrics(),
});
await startService({ app, port: config.PORT, host: config.HOST, log });
