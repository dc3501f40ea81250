import { queryContract } from '@cairn/contracts';
import type { OrgId } from '@cairn/contracts';
import type { Catalogue } from '@cairn/entities';
import type { Handlers } from '@cairn/service-kit';
import { cachedJson } from '../answers/cached-json.ts';
import type { CachedJsonDeps } from '../answers/cached-json.ts';
import { withFirstDay } from '../query/query-scope.ts';
import { minuteOf } from '../query/relative-to-now.ts';
import type { SourceHealth } from '../sources/source-health.ts';
import { answerHighlights } from './highlights.ts';

export interface HighlightsDeps extends CachedJsonDeps {
  readonly catalogueOf: (orgId: OrgId) => Promise<Catalogue>;
  readonly sources: (orgId: OrgId) => Promise<readonly Pick<SourceHealth, 'simulated'>[]>;
  readonly now: () => number;
}

/** The routes of this slice. */
export const highlightsContract = { overviewHighlights: queryContract.overviewHighlights };

/** Serves the figures of a period with those of the period before. */
export function highlightsHandlers(deps: HighlightsDeps): Handlers<typeof highlightsContract> {
  return {
    overviewHighlights: async (call) => {
      const { orgId } = call.params;
      const { input } = call;
      const calendar = withFirstDay(call.caller, { firstDay: input.firstDay });
      const simulated = (await deps.sources(orgId)).some((source) => source.simulated);
      const [catalogue, now] = [await deps.catalogueOf(orgId), deps.now()];
      return cachedJson(deps, call, {
        output: queryContract.overviewHighlights.output,
        identity: ['highlights', input, calendar, simulated, minuteOf(now)],
        answer: (context) => answerHighlights({ input, calendar, catalogue, now, read: context }, simulated),
      });
    },
  };
}
