import type { AskAnswer, chatContract } from '@cairn/contracts';
import type { Handlers, RouteCall } from '@cairn/service-kit';
import { onDefaultBranch, readBranches } from './default-branch.ts';
import { inDelivery, readDelivery } from './delivery-words.ts';
import type { Asker } from './graph-client.ts';
import type { FindNames, GraphNames } from './graph-names.ts';
import type { GraphValues } from './graph-values.ts';
import { planQuestion } from './planner/plan-question.ts';
import type { Lexicon } from './planner/lexicon.ts';
import { type Provided, refuseUnfilled } from './provided.ts';
import { type AskPlan, readIntent } from './read-intent.ts';

export interface AskDeps {
  readonly lexicon: Lexicon;
  readonly values: GraphValues | null;
  readonly names: GraphNames | null;
  readonly provided: Provided | null;
  readonly now: () => Date;
}

/** What of a call tells who asks, and in which zone. */
export type AskCall = Pick<RouteCall<typeof chatContract.askQuery>, 'caller' | 'request' | 'log'> & {
  readonly input: { readonly timezone?: string | undefined };
};

const noNames = () => Promise.resolve([]);

/** The caller of a route, on whose behalf the graph is asked. */
export const askerOf = ({ caller, request, log }: AskCall): Asker => ({
  orgId: caller.orgId,
  authorization: request.headers.get('authorization') ?? '',
  log,
});

/** Finds names for one caller; none without a graph. */
export const namesFor = (deps: AskDeps, call: AskCall): FindNames => deps.names?.(askerOf(call)) ?? noNames;

/** Reads texts as questions of one caller. */
export function planFor({ lexicon, values, provided, now }: AskDeps, call: AskCall): AskPlan {
  const asker = askerOf(call);
  const { firstDay } = call.caller;
  const timezone = zoneOf(call.input.timezone);
  const lookUp = values?.(asker) ?? null;
  return async (written): Promise<AskAnswer> => {
    const { text: unbranched, everywhere } = readBranches(written);
    const { text, word } = readDelivery(unbranched);
    const planned = await planQuestion({ text, now: now(), firstDay, timezone, lookUp }, lexicon);
    const answer = inDelivery(planned, word, lexicon.catalogue);
    const filled = await provided?.(asker);
    if (filled) refuseUnfilled(answer.query, filled);
    return everywhere ? answer : onDefaultBranch(answer, lookUp);
  };
}

/** Answers questions in words with a query that the asker can read, change and run, or with what else they mean. */
export function askRoutes(deps: AskDeps): Handlers<typeof chatContract> {
  return {
    askQuery: async (call) => ({ data: await planFor(deps, call)(call.input.text) }),
    askAnything: async (call) => ({
      data: await readIntent(call.input.text, namesFor(deps, call), planFor(deps, call)),
    }),
  };
}

/** Drops an unknown zone. */
function zoneOf(timezone: string | undefined): string | undefined {
  if (!timezone) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: timezone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
