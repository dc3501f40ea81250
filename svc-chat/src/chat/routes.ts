import { randomUUID } from 'node:crypto';
import type { chatReplyContract } from '@cairn/contracts/chat-replies';
import type { Handlers } from '@cairn/service-kit';
import { type AskDeps, askerOf, namesFor, planFor } from '../ask/routes.ts';
import { answerMessage } from './answer-message.ts';
import { defaultSources } from './default-sources.ts';

/** Answers messages of conversations by plain rules; a model may answer behind the same route. */
export function chatRoutes(deps: AskDeps): Handlers<typeof chatReplyContract> {
  return {
    replyToMessage: async (call) => {
      const { sections, conversationId = randomUUID(), within } = call.input;
      const answer = await answerMessage({
        sections,
        within,
        find: namesFor(deps, call),
        plan: planFor(deps, call),
        defaults: async () => defaultSources((await deps.provided?.(askerOf(call))) ?? null),
      });
      return { data: { ...answer, conversationId } };
    },
  };
}
