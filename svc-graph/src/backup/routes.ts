import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { graphBackupContract } from '@cairn/contracts/internal';
import type { Handlers } from '@cairn/service-kit';
import type { GraphStores } from '../store/graph-stores.ts';

/** The copies of all graphs that `npm run backup` asks for, one org after the other. */
export function backupHandlers(graphs: GraphStores): Handlers<typeof graphBackupContract> {
  return {
    backupGraphs: async ({ input: { folder } }) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const orgs = await graphs.orgs();
      for (const orgId of orgs) {
        await (await graphs.open(orgId)).copyTo(join(folder, `${orgId}.duckdb`));
      }
      return { orgs };
    },
  };
}
