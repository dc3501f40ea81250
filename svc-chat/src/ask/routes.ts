import type { AskAnswer, chatContract } from '@cairn/contracts';
import type { Handlers, RouteCall } from '@cairn/service-kit';
import { onDefaultBranch, readBranches } from './default-branch.ts';
import type { GraphNames } from './graph-names.ts';
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

type AskCall = Pick<RouteCall<typeof chatContract.askQuery>, 'caller' | 'input' | 'request' | 'log'>;

const noNames = () => Promise.resolve([]);

const askerOf = ({ caller, request, log }: AskCall) => ({
  orgId: caller.orgId,
  authorization: request.headers.get('authorization') ?? '',
  log,
});

/** Reads texts as questions of one caller. */
function planFor({ lexicon, values, provided, now }: AskDeps, call: AskCall): AskPlan {
  const asker = askerOf(call);
  const { firstDay } = call.caller;
  const timezone = zoneOf(call.input.timezone);
  const lookUp = values?.(asker) ?? null;
  return async (written): Promise<AskAnswer> => {
    const { text, everywhere } = readBranches(written);
    const answer = await planQuestion({ text, now: now(), firstDay, timezone, lookUp }, lexicon);
    const filled = await provided?.(asker);
    if (filled) refuseUnfilled(answer.query, filled);
    return everywhere ? answer : onDefaultBranch(answer, lookUp);
  };
}

/** Answers questions in words with a query that the asker can read, change and run, or with what else they mean. */
export function askRoutes(deps: AskDeps): Handlers<typeof chatContract> {
  return {
    askQuery: async (call) => ({ data: await planFor(deps, call)(call.input.text) }),
    askAnything: async (call) => {
      const find = deps.names?.(askerOf(call)) ?? noNames;
      return { data: await readIntent(call.input.text, find, planFor(deps, call)) };
    },
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
