import { AppError } from '@cairn/contracts';
import type { pushContract } from '@cairn/contracts/push';
import type { Handlers } from '@cairn/service-kit';
import { readSources } from '../../store/source-row.ts';
import { isPaused } from '../schedule/reading-plan.ts';
import type { SourcesDeps } from '../sources-deps.ts';
import { PUSH_TYPE } from './connector.ts';
import { PushRate } from './push-rate.ts';
import { storeMessage } from './store-message.ts';

/** Takes what is pushed. Whether a token may push was decided before. */
export function pushHandlers(
  { stores }: Pick<SourcesDeps, 'stores'>,
  rate = new PushRate(),
): Handlers<typeof pushContract> {
  return {
    push: async ({ params: { orgId }, input }) => {
      rate.count(orgId);
      const store = await stores.open(orgId);
      const source = (await readSources(store)).find(({ type }) => type === PUSH_TYPE);
      if (source && (await isPaused(store, source.id)))
        throw new AppError(
          'conflict',
          'The Push API is paused here. An admin resumes it under Settings, Integrations.',
        );
      return { data: await store.transaction((open) => storeMessage(open, orgId, input)) };
    },
  };
}
