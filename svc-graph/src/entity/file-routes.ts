import { entityFileContract } from '@cairn/contracts';
import type { Handlers } from '@cairn/service-kit';
import { type QueueDeps, runQueued } from '../query/engine/queue.ts';
import { readerOf } from '../query/engine/reader.ts';
import type { Connector } from '../sources/connector.ts';
import type { GraphStores } from '../store/graph-stores.ts';
import { readableFile } from './file.ts';

/** The routes of this slice. */
export { entityFileContract };

export interface EntityFileDeps extends QueueDeps {
  readonly stores: Pick<GraphStores, 'open'>;
  readonly connectors: readonly Connector[];
}

/** Reads files from their sources, outside of the queue of the engine. */
export function entityFileHandlers(deps: EntityFileDeps): Handlers<typeof entityFileContract> {
  return {
    entityFile: async ({ params: { orgId }, input: { entityUuid, path, sha }, signal }) => {
      const read = await runQueued(deps, orgId, signal, async (stop) => {
        const store = await deps.stores.open(orgId);
        return readableFile(readerOf(store, stop), deps.connectors, entityUuid, { path, sha });
      });
      return { data: await read() };
    },
  };
}
