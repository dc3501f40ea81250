import type { OrgId } from '@cairn/contracts';
import { CATALOGUE, type Integration } from '@cairn/entities';
import { serve, type Logger, type ServiceApp, type Verifier } from '@cairn/service-kit';
import type { Registry } from 'prom-client';
import { graphSearchContract, graphSearchHandlers } from './graph-search/routes.ts';
import { Admission, limitsFor } from './query/engine/admission.ts';
import type { GraphStores } from './store/graph-stores.ts';

export interface GraphDeps {
  readonly graphs: GraphStores;
  readonly verifier: Verifier;
  readonly log: Logger;
  /** The integrations that an org has a source of. */
  readonly integrations: (orgId: OrgId) => Promise<readonly Integration[]>;
  readonly now?: () => number;
  readonly registry?: Registry;
  /** Milliseconds that a question may take. */
  readonly timeLimit?: number;
  /** Size of the thread pool that this process was started with. */
  readonly threads?: number | undefined;
}

const TIME_LIMIT = 30_000;

/** The graph of every org: its questions. */
export function createApp(deps: GraphDeps): ServiceApp {
  const { graphs, verifier, log, integrations, registry, now = Date.now, timeLimit = TIME_LIMIT } = deps;
  const search = graphSearchHandlers({
    graphs,
    integrations,
    now,
    timeLimit,
    catalogue: CATALOGUE,
    admission: new Admission(limitsFor(deps.threads)),
  });
  return serve(graphSearchContract, search, {
    name: 'svc-graph',
    log,
    verifier,
    ...(registry ? { registry } : {}),
  });
}
