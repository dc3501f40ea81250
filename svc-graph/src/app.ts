import { entityContract, queryContract } from '@cairn/contracts';
import type { OrgId } from '@cairn/contracts';
import { type Logger, type ServiceApp, type Verifier, serve } from '@cairn/service-kit';
import type { Registry } from 'prom-client';
import { CatchUps } from './derive/catch-ups.ts';
import { calendarContract, calendarHandlers } from './derive/routes.ts';
import { entityHandlers } from './entity/routes.ts';
import { QUERY_BYTES, graphSearchHandlers } from './graph-search.ts';
import { duckdbGraphs } from './query/graph.ts';
import type { OrgGraphs } from './query/graph.ts';
import { Admission, limitsFor } from './query/engine/admission.ts';
import type { Jobs } from './sources/jobs.ts';
import { integrationsOf, sourcesContract, sourcesHandlers } from './sources/routes.ts';
import type { GraphStores } from './store/graph-stores.ts';
import { OrgCatalogues } from './store/org-catalogues.ts';
import { readSources } from './store/source-row.ts';

export interface GraphDeps {
  readonly graphs: GraphStores;
  /** Where questions are asked; the orgs' own files unless told otherwise. */
  readonly searched?: OrgGraphs | undefined;
  readonly jobs: Jobs;
  /** Works measures out anew in the background. */
  readonly catchUps?: CatchUps;
  /** Folders that repositories must lie under. */
  readonly gitRoots: readonly string[];
  readonly verifier: Verifier;
  /** How many threads libuv was started with. */
  readonly threads?: number | undefined;
  readonly log: Logger;
  /** Milliseconds that one question may take. */
  readonly timeLimit?: number;
  readonly now?: () => number;
  readonly registry?: Registry;
  /** Aborts when the service is about to end, so that open streams do. */
  readonly stopping?: AbortSignal;
}

const TIME_LIMIT = 30_000;

const contract = { ...queryContract, ...sourcesContract, ...entityContract, ...calendarContract };

/** Sources, the graph and the questions to it. */
export function createApp(deps: GraphDeps): ServiceApp {
  const { graphs, searched, jobs, gitRoots, verifier, log, registry, now = Date.now } = deps;
  const integrations = (orgId: OrgId) => integrationsOf(graphs, orgId);
  const catalogues = new OrgCatalogues(graphs);
  const catalogueOf = (orgId: OrgId) => catalogues.of(orgId);
  const catchUps = deps.catchUps ?? new CatchUps({ stores: graphs, log });
  // Queries and pages of entities share one queue.
  const queue = {
    admission: new Admission(limitsFor(deps.threads)),
    timeLimit: deps.timeLimit ?? TIME_LIMIT,
  };
  const handlers = {
    ...graphSearchHandlers({
      graphs: searched ?? duckdbGraphs(graphs),
      ...queue,
      catalogueOf,
      integrations,
      sources: async (orgId) => readSources(await graphs.open(orgId)),
      stopping: deps.stopping,
      now,
    }),
    ...sourcesHandlers({ stores: graphs, jobs, gitRoots }),
    ...calendarHandlers({ stores: graphs, catchUps }),
    ...entityHandlers({ ...queue, stores: graphs, integrations, catalogueOf, now }),
  };
  return serve(contract, handlers, {
    name: 'svc-graph',
    log,
    verifier,
    bodyLimit: QUERY_BYTES,
    checks: {
      graphs: () => graphs.orgs(),
      ...(searched ? { questions: async () => searched.check?.() } : {}),
    },
    ...(registry ? { registry } : {}),
  });
}
