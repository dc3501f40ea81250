import type { OrgId, entityContract } from '@cairn/contracts';
import type { Catalogue, Integration } from '@cairn/entities';
import type { Handlers } from '@cairn/service-kit';
import { runQueued } from '../query/engine/queue.ts';
import type { QueueDeps } from '../query/engine/queue.ts';
import type { Connector } from '../sources/connector.ts';
import type { GraphStore } from '../store/graph-store.ts';
import { entityDetail } from './detail.ts';
import { commitChanges, readDiff } from './diff.ts';
import { entityHistory } from './history.ts';
import { readerOf } from '../query/engine/reader.ts';
import type { Reader } from '../query/engine/reader.ts';

interface Called {
  readonly params: { readonly orgId: OrgId };
  readonly signal: AbortSignal;
}

export interface EntityDeps extends QueueDeps {
  readonly stores: { open(orgId: OrgId): Promise<Pick<GraphStore, 'rows'>> };
  readonly connectors: readonly Connector[];
  /** The integrations that an org has a source of. */
  readonly integrations: (orgId: OrgId) => Promise<readonly Integration[]>;
  /** The catalogue of an org. */
  readonly catalogueOf: (orgId: OrgId) => Promise<Catalogue>;
  readonly now: () => number;
}

/** The handlers for one entity: its detail, its diff, its history. */
export function entityHandlers(deps: EntityDeps): Handlers<typeof entityContract> {
  const { stores, integrations, catalogueOf } = deps;
  const reading = <T>({ params: { orgId }, signal }: Called, work: (store: Reader) => Promise<T>) =>
    runQueued(deps, orgId, signal, async (stop) => work(readerOf(await stores.open(orgId), stop)));
  return {
    entityDetail: async (call) => {
      const { orgId } = call.params;
      const known = {
        integrations: await integrations(orgId),
        catalogue: await catalogueOf(orgId),
        now: deps.now(),
      };
      return {
        data: await reading(call, (store) => entityDetail(store, orgId, call.input.entityUuid, known)),
      };
    },
    // The source is read outside of the queue, because it does not use the engine.
    entityDiff: async (call) => {
      const changes = await reading(call, (store) =>
        commitChanges(store, deps.connectors, call.input.entityUuid),
      );
      return 'read' in changes ? readDiff(changes) : changes;
    },
    entityHistory: (call) =>
      reading(call, (store) => entityHistory(store, call.input.entityUuid, call.input.pagination)),
  };
}
