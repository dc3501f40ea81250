import { queryContract } from '@cairn/contracts';
import type { OrgId } from '@cairn/contracts';
import type { Catalogue } from '@cairn/entities';
import type { Handlers } from '@cairn/service-kit';
import { checkNames, scopeOf, withFirstDay } from '../query/query-scope.ts';
import type { PresentUuids } from '../query/present-uuids.ts';
import { readGraph } from '../query/read-graph.ts';
import type { ReaderDeps } from '../query/read-graph.ts';
import { answerEmptyReasons } from './empty-reasons.ts';
import type { SourceHealth } from '../sources/source-health.ts';

export interface EmptyReasonsDeps extends ReaderDeps {
  readonly catalogueOf: (orgId: OrgId) => Promise<Catalogue>;
  readonly sources: (orgId: OrgId) => Promise<readonly SourceHealth[]>;
  readonly now: () => number;
  /** Gives queries that name former uuids the present ones; absent where there are none. */
  readonly presentUuids?: PresentUuids;
}

/** The routes of this slice. */
export const emptyReasonsContract = { emptyReasons: queryContract.emptyReasons };

/** Why a query finds nothing. */
export function emptyReasonsHandlers(deps: EmptyReasonsDeps): Handlers<typeof emptyReasonsContract> {
  return {
    emptyReasons: async ({ caller, params: { orgId }, input, signal }) => {
      const query = withFirstDay(caller, (await deps.presentUuids?.(orgId, input)) ?? input);
      const scope = scopeOf(query, await deps.catalogueOf(orgId), deps.now());
      checkNames(query, scope);
      const sources = await deps.sources(orgId);
      const audience = await deps.audienceOf(orgId, caller);
      return readGraph(deps, { orgId, audience }, signal, (context) =>
        answerEmptyReasons({ query, scope, sources, now: deps.now() }, context),
      );
    },
  };
}
