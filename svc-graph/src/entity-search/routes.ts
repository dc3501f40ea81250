import { entitySearchContract } from '@cairn/contracts';
import { entityNameContract } from '@cairn/contracts/entity-names';
import type { Handlers } from '@cairn/service-kit';
import { runQueued } from '../query/engine/queue.ts';
import type { QueueDeps } from '../query/engine/queue.ts';
import { readerOf } from '../query/engine/reader.ts';
import type { GraphStores } from '../store/graph-stores.ts';
import { NameIndex } from './name-index.ts';
import { nameEntities } from './name-entities.ts';
import { searchEntities } from './search-entities.ts';

/** The routes of this slice. */
export { entityNameContract, entitySearchContract };

export interface EntitySearchDeps extends QueueDeps {
  readonly stores: Pick<GraphStores, 'open'>;
}

/** Finds entities by what they are called, and tells what they are called. */
export function entitySearchHandlers(
  deps: EntitySearchDeps,
): Handlers<typeof entitySearchContract & typeof entityNameContract> {
  const index = new NameIndex();
  return {
    searchEntities: ({ params: { orgId }, input, signal }) =>
      runQueued(deps, orgId, signal, async (stop) => {
        const store = await deps.stores.open(orgId);
        return searchEntities(readerOf(store, stop), input, await index.tableOf(store));
      }),
    nameEntities: ({ params: { orgId }, input: { uuids }, signal }) =>
      runQueued(deps, orgId, signal, async (stop) => {
        const store = await deps.stores.open(orgId);
        return { data: await nameEntities(readerOf(store, stop), uuids, await index.tableOf(store)) };
      }),
  };
}
