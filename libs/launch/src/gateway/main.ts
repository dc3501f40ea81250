import { join } from 'node:path';
import {
  createLogger,
  loadConfig,
  processMetrics,
  serviceEnv,
  startService,
  trustedProxies,
} from '@cairn/service-kit';
import { z } from 'zod';
import { createGateway } from './gateway.ts';
import { liveRemotes, registryWith, REMOTES } from './live-remotes.ts';

const gatewayEnv = serviceEnv.extend({
  CAIRN_GRAPH_URL: z.url(),
  CAIRN_CHAT_URL: z.url(),
  /** Further host names, separated by commas. */
  CAIRN_HOSTS: z
    .string()
    .default('')
    .transform((names) => names.split(',').map((name) => name.trim()))
    .pipe(z.array(z.string().regex(/^(?:[\w.-]*|\[[\da-f:]+\])$/i, 'must be host names without ports'))),
  /** The proxies whose word about a client counts: addresses and CIDRs, separated by commas. */
  CAIRN_TRUSTED_PROXIES: trustedProxies,
  /** The bearer token by which a scraper reads the metrics. */
  CAIRN_METRICS_TOKEN: z.string().min(16, 'needs at least 16 characters').optional(),
  /** The time limit of svc-graph, in milliseconds. */
  CAIRN_QUERY_TIME_LIMIT: z.coerce.number().int().min(100).default(30_000),
  /** The folder that holds shell/dist and mfe-…/dist. */
  CAIRN_WEB_ROOT: z.string().min(1),
  /** Another build of the shell, for development. */
  CAIRN_SHELL_DIST: z.string().min(1).optional(),
});

/** svc-graph reports a query that took too long itself, after some time for interrupting it. */
const BEYOND_THE_LIMIT_MS = 15_000;

const config = loadConfig(gatewayEnv);
const log = createLogger('gateway', config.LOG_LEVEL);
const dist = (name: string) => join(config.CAIRN_WEB_ROOT, name, 'dist');
const previous = (name: string) => join(config.CAIRN_WEB_ROOT, name, '.cache/previous');
const live = liveRemotes(process.env);
const app = createGateway({
  publicUrl: config.CAIRN_PUBLIC_URL,
  localUrl: config.CAIRN_LOCAL_URL,
  isTrustedProxy: config.CAIRN_TRUSTED_PROXIES,
  secret: config.CAIRN_SECRET,
  metricsToken: config.CAIRN_METRICS_TOKEN,
  hosts: config.CAIRN_HOSTS,
  firstByteWithin: config.CAIRN_QUERY_TIME_LIMIT + BEYOND_THE_LIMIT_MS,
  services: {
    workspace: config.CAIRN_WORKSPACE_URL,
    graph: config.CAIRN_GRAPH_URL,
    chat: config.CAIRN_CHAT_URL,
  },
  web: {
    shell: config.CAIRN_SHELL_DIST ?? dist('shell'),
    remotes: Object.fromEntries(REMOTES.map((name) => [name, dist(`mfe-${name}`)])),
    previous: Object.fromEntries([
      ['shell', previous('shell')],
      ...REMOTES.map((name) => [name, previous(`mfe-${name}`)]),
    ]),
    ...(live.size > 0 ? { registry: registryWith(join(dist('shell'), 'registry.json'), live) } : {}),
  },
  liveOrigins: [...live.values()].map((manifest) => new URL(manifest).origin),
  log,
  registry: processMetrics(),
});
await startService({ app, port: config.PORT, host: config.HOST, log });
