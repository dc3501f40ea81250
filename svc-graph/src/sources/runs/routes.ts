import type { sourceRunContract } from '@cairn/contracts/source-runs';
import type { Handlers } from '@cairn/service-kit';
import type { SourcesDeps } from '../sources-deps.ts';
import { sourceWork } from '../source-work.ts';
import { readRuns } from './run-log.ts';

/** Lists the runs of sources. */
export function runHandlers(deps: SourcesDeps): Pick<Handlers<typeof sourceRunContract>, 'listSourceRuns'> {
  const { find } = sourceWork(deps);
  return {
    listSourceRuns: async ({ params: { orgId }, input: { id, before, limit } }) => {
      await find(orgId, id);
      const isRunning = deps.jobs.isBusy(orgId, id);
      return readRuns(await deps.stores.open(orgId), id, { before, limit, isRunning });
    },
  };
}
