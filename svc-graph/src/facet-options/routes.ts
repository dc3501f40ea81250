import { queryContract } from '@cairn/contracts';
import type { OrgId } from '@cairn/contracts';
import type { Catalogue } from '@cairn/entities';
import type { Handlers } from '@cairn/service-kit';
import { cachedJson } from '../answers/cached-json.ts';
import type { CachedJsonDeps } from '../answers/cached-json.ts';
import { etagOf } from '../answers/etag.ts';
import { outcomeOf, respond } from '../answers/respond.ts';
import type { StreamingAnswers } from '../answers/streaming-answers.ts';
import { encodeAnswer } from '../query/codec/encode.ts';
import type { PresentUuids } from '../query/present-uuids.ts';
import { withFirstDay } from '../query/query-scope.ts';
import { readGraph } from '../query/read-graph.ts';
import { facetScope, facetsAsJson, readFacets } from './facet-options.ts';

export interface FacetDeps extends CachedJsonDeps {
  readonly streaming: StreamingAnswers;
  readonly catalogueOf: (orgId: OrgId) => Promise<Catalogue>;
  readonly now: () => number;
  /** Gives queries that name former uuids the present ones; absent where there are none. */
  readonly presentUuids?: PresentUuids;
}

/** The routes of this slice. */
export const facetOptionsContract = { facetOptions: queryContract.facetOptions };

/** Lists an attribute's values to choose from. */
export function facetOptionsHandlers(deps: FacetDeps): Handlers<typeof facetOptionsContract> {
  return {
    facetOptions: async (call) => {
      const { orgId } = call.params;
      const asked = (await deps.presentUuids?.(orgId, call.input)) ?? call.input;
      const input = withFirstDay(call.caller, asked);
      const { scope, identity } = facetScope(input, await deps.catalogueOf(orgId), deps.now());
      const { format = 'json' } = input;
      if (format === 'json') {
        return cachedJson(deps, call, {
          output: queryContract.facetOptions.output,
          identity,
          answer: async (context) => facetsAsJson(await readFacets(input, scope, context)),
        });
      }
      const audience = await deps.audienceOf(orgId, call.caller);
      const { answer } = await readGraph(deps, { orgId, audience }, call.signal, (context) =>
        readFacets(input, scope, context),
      );
      const etag = etagOf([orgId, audience, identity, answer.meta.dataVersion]);
      const encoded = encodeAnswer(answer, format);
      return respond(await outcomeOf(orgId, encoded, { etag, keep: false }, deps.streaming), call.request);
    },
  };
}
