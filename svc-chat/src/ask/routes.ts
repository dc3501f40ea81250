import type { chatContract } from '@cairn/contracts';
import type { Handlers } from '@cairn/service-kit';
import { onDefaultBranch, readBranches } from './default-branch.ts';
import type { GraphValues } from './graph-values.ts';
import { planQuestion } from './planner/plan-question.ts';
import type { Lexicon } from './planner/lexicon.ts';
import { type Provided, refuseUnfilled } from './provided.ts';

export interface AskDeps {
  readonly lexicon: Lexicon;
  readonly values: GraphValues | null;
  readonly provided: Provided | null;
  readonly now: () => Date;
}

/** Answers questions in words with a query that the asker can read, change and run. */
export function askRoutes({ lexicon, values, provided, now }: AskDeps): Handlers<typeof chatContract> {
  return {
    askQuery: async ({ caller, input, request, log }) => {
      const authorization = request.headers.get('authorization') ?? '';
      const asker = { orgId: caller.orgId, authorization, log };
      const lookUp = values?.(asker) ?? null;
      const { firstDay } = caller;
      const { text, everywhere } = readBranches(input.text);
      const question = { text, now: now(), firstDay, timezone: zoneOf(input.timezone), lookUp };
      const answer = await planQuestion(question, lexicon);
      const filled = await provided?.(asker);
      if (filled) refuseUnfilled(answer.query, filled);
      return { data: everywhere ? answer : await onDefaultBranch(answer, lookUp) };
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
