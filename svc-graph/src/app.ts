import { availableParallelism } from 'node:os';
import { type OrgId, entityContract, queryContract, sourceContract } from '@cairn/contracts';
import { graphBackupContract, graphSecretsContract } from '@cairn/contracts/internal';
import { feedContract } from '@cairn/contracts/feed';
import { entityStoryContract } from '@cairn/contracts/story';
import { pushContract } from '@cairn/contracts/push';
import { sourcePayloadContract } from '@cairn/contracts/source-payloads';
import { sourceOfferContract } from '@cairn/contracts/source-offers';
import { sourceInstallContract } from '@cairn/contracts/source-installs';
import { sourcePreviewContract } from '@cairn/contracts/source-preview';
import { sourceRunContract } from '@cairn/contracts/source-runs';
import { teamContract } from '@cairn/contracts/teams';
import { webhookContract } from '@cairn/contracts/webhooks';
import {
  type Elsewhere,
  type Logger,
  type ServiceApp,
  type Verifier,
  atMostEvery,
  checkWritable,
  serve,
} from '@cairn/service-kit';
import type { Registry } from 'prom-client';
import { backupHandlers } from './backup/routes.ts';
import { RecomputeQueue } from './derive/recompute-queue.ts';
import { calendarContract, calendarHandlers } from './derive/routes.ts';
import { resourceCategoryContract, resourceCategoryHandlers } from './derive/resource-categories.ts';
import { deliveryRuleContract, deliveryRuleHandlers } from './derive/delivery-rules/routes.ts';
import { statusContract, statusHandlers } from './derive/status-routes.ts';
import { entityFileContract, entityFileHandlers } from './entity/file-routes.ts';
import { entityNameContract, entitySearchContract, entitySearchHandlers } from './entity-search/routes.ts';
import type { EntityDeps } from './entity/called.ts';
import { KeyIndex } from './entity/key-index/key-index.ts';
import { entityHandlers } from './entity/routes.ts';
import { feedHandlers } from './entity/feed/routes.ts';
import { entityStoryHandlers } from './entity/story/routes.ts';
import { QUERY_BYTES, graphSearchHandlers } from './graph-search.ts';
import { audienceOf } from './identities/audience.ts';
import { identityContract, identityHandlers } from './identities/routes.ts';
import { duckdbGraphs } from './query/graph.ts';
import type { OrgGraphs } from './query/graph.ts';
import { presentUuidsIn } from './query/present-uuids.ts';
import { Admission, limitsFor } from './query/engine/admission.ts';
import type { Jobs } from './sources/jobs.ts';
import type { Connector } from './sources/connector.ts';
import { sourcesHandlers } from './sources/routes.ts';
import { secretsHandlers } from './sources/rotate-secrets.ts';
import type { Inbox } from './sources/webhooks/inbox.ts';
import { readSourceHealth } from './sources/source-health.ts';
import type { GraphStores } from './store/graph-stores.ts';
import { OrgCatalogues } from './store/org-catalogues.ts';
import { hasOwnTeams } from './teams/own-teams.ts';
import { teamHandlers } from './teams/routes.ts';

export interface GraphDeps {
  readonly graphs: GraphStores;
  /** Where questions are asked; the orgs' own files by default. */
  readonly searched?: OrgGraphs | undefined;
  readonly jobs: Jobs;
  /** Acts on messages of tools. */
  readonly inbox?: Inbox;
  /** Recomputes measures in the background. */
  readonly recomputes?: RecomputeQueue;
  /** The connectors of all types of sources. */
  readonly connectors: readonly Connector[];
  /** Finds rows of large graphs by the entities that they name. */
  readonly keyIndex?: KeyIndex;
  /** Folders that contain the allowed folders of every org; none means any. */
  readonly roots?: readonly string[];
  /** `host:port` of servers that sources may read wherever they are. */
  readonly hosts?: readonly string[];
  readonly verifier: Verifier;
  /** Opens the routes for the parts of Cairn itself; without it they are closed. */
  readonly internalSecret?: string;
  /** Sends requests to the process that owns their org, where there are several. */
  readonly elsewhere?: Elsewhere | undefined;
  /** How many threads libuv was started with. */
  readonly threads?: number | undefined;
  readonly log: Logger;
  /** Milliseconds that one query may take. */
  readonly timeLimit?: number;
  readonly now?: () => number;
  readonly registry?: Registry;
  /** Aborts when the service is about to end, so that open streams end too. */
  readonly stopping?: AbortSignal;
}

const TIME_LIMIT = 30_000;
const DISK_CHECK_MS = 2_000;

const contract = {
  ...graphBackupContract,
  ...graphSecretsContract,
  ...queryContract,
  ...sourceContract,
  ...sourceRunContract,
  ...sourcePreviewContract,
  ...sourceOfferContract,
  ...sourcePayloadContract,
  ...webhookContract,
  ...pushContract,
  ...sourceInstallContract,
  ...entityContract,
  ...entityStoryContract,
  ...feedContract,
  ...teamContract,
  ...calendarContract,
  ...identityContract,
  ...statusContract,
  ...deliveryRuleContract,
  ...resourceCategoryContract,
  ...entitySearchContract,
  ...entityNameContract,
  ...entityFileContract,
};

const handlersOfEntities = (deps: EntityDeps & Parameters<typeof entityFileHandlers>[0]) => ({
  ...entityHandlers(deps),
  ...entityStoryHandlers(deps),
  ...feedHandlers(deps),
  ...entityFileHandlers(deps),
});

const handlersOfMeasures = (deps: Parameters<typeof calendarHandlers>[0]) => ({
  ...calendarHandlers(deps),
  ...statusHandlers(deps),
  ...deliveryRuleHandlers(deps),
  ...resourceCategoryHandlers(deps),
});

const handlersOfCommands = (graphs: GraphStores) => ({
  ...backupHandlers(graphs),
  ...secretsHandlers(graphs),
});

const checksOf = ({ graphs, searched }: GraphDeps) => ({
  graphs: () => graphs.orgs(),
  // Anybody may ask for readiness and each check writes, so checks run at intervals.
  disk: atMostEvery(DISK_CHECK_MS, () => checkWritable(graphs.dataDir)),
  ...(searched ? { questions: async () => searched.check?.() } : {}),
});

const keyIndexOf = ({ graphs, log }: GraphDeps) =>
  new KeyIndex(graphs, {}, (orgId, error) => log.warn({ orgId, err: error }, 'no index of keys'));

/** Sources, the graph and the questions to it. */
export function createApp(deps: GraphDeps): ServiceApp {
  const { graphs, searched, connectors, verifier, log, registry, now = Date.now } = deps;
  const sources = (orgId: OrgId) => readSourceHealth(graphs, connectors, orgId);
  const integrations = async (orgId: OrgId) => [
    ...new Set([
      ...(await sources(orgId)).flatMap(({ provides }) => provides),
      ...((await hasOwnTeams(graphs, orgId)) ? (['settings'] as const) : []),
    ]),
  ];
  const catalogues = new OrgCatalogues(graphs);
  const catalogueOf = (orgId: OrgId) => catalogues.of(orgId);
  const recomputes = deps.recomputes ?? new RecomputeQueue({ stores: graphs, log });
  const limit = audienceOf.bind(null, graphs);
  // Queries and pages of entities share one queue. Another engine has processors of its own.
  const queue = {
    admission: new Admission(limitsFor(deps.threads, searched ? Infinity : availableParallelism())),
    timeLimit: deps.timeLimit ?? TIME_LIMIT,
  };
  const routes = {
    ...graphSearchHandlers({
      graphs: searched ?? duckdbGraphs(graphs),
      audienceOf: limit,
      ...queue,
      catalogueOf,
      integrations,
      presentUuids: presentUuidsIn(graphs),
      sources,
      stopping: deps.stopping,
      now,
    }),
    ...sourcesHandlers({ ...deps, stores: graphs }),
    ...handlersOfMeasures({ stores: graphs, recomputes }),
    ...teamHandlers({ stores: graphs, now }),
    ...identityHandlers({ ...queue, stores: graphs }),
    ...handlersOfCommands(graphs),
    ...entitySearchHandlers({ ...queue, audienceOf: limit, stores: graphs, now }),
    ...handlersOfEntities({
      ...queue,
      audienceOf: limit,
      stores: graphs,
      keyIndex: deps.keyIndex ?? keyIndexOf(deps),
      connectors,
      integrations,
      catalogueOf,
      now,
    }),
  };
  return serve(contract, routes, {
    name: 'svc-graph',
    log,
    verifier,
    ...(deps.internalSecret ? { internalSecret: deps.internalSecret } : {}),
    bodyLimit: QUERY_BYTES,
    elsewhere: deps.elsewhere,
    checks: checksOf(deps),
    problems: () => graphs.problems(),
    ...(registry ? { registry } : {}),
  });
}
