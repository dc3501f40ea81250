import type { outboxContract } from '@cairn/contracts/outbox';
import type { Handlers } from '@cairn/service-kit';
import type { MessageStore } from './store.ts';

/** Takes what svc-graph tells: acts for the audit log, and what people are notified of. */
export function outboxRoutes(messages: MessageStore): Handlers<typeof outboxContract> {
  return {
    takeMessages: async ({ input }) => {
      for (const message of input.messages) await messages.take(message);
      return { success: true as const };
    },
  };
}
