import { queryContract } from '@cairn/contracts';
import type { Handlers } from '@cairn/service-kit';
import { presented, settingOf } from '../answers/routes.ts';
import type { AnswersDeps } from '../answers/routes.ts';
import { readGraph } from '../query/read-graph.ts';
import { planOfQuery, scopeQuery } from '../query/run-query.ts';
import { explainQuery } from './explain.ts';

/** The routes of this slice. */
export const explainContract = { explain: queryContract.explain };

/** Explains how a query is answered: with measures as groups, else as rows. */
export function explainHandlers(deps: AnswersDeps): Handlers<typeof explainContract> {
  return {
    explain: async (call) => {
      const input = await presented(deps, call.params.orgId, call.input);
      const measures = input.groupBys.length > 0 || input.aggregations.length > 0;
      const scoped = scopeQuery(measures ? 'groups' : 'rows', input, await settingOf(deps, call));
      const { orgId } = call.params;
      const audience = await deps.audienceOf(orgId, call.caller);
      return readGraph(deps, { orgId, audience }, call.signal, async (context) =>
        explainQuery(scoped.query, await planOfQuery(scoped, context), scoped.scope, context),
      );
    },
  };
}
