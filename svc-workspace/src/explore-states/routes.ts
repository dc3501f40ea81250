import { AppError, type workspaceContract } from '@cairn/contracts';
import type { Handlers } from '@cairn/service-kit';
import type { ExploreStateStore } from './store.ts';

/** Stores and returns encoded queries within one org. */
export function exploreStateRoutes(
  states: ExploreStateStore,
): Pick<Handlers<typeof workspaceContract>, 'storeState' | 'readState'> {
  return {
    storeState: async ({ params, input, caller }) => ({
      data: { key: await states.put(params.orgId, caller.userId, input.text) },
    }),
    readState: async ({ params }) => {
      const text = await states.get(params.orgId, params.key);
      if (text === null) throw new AppError('not_found', 'This link leads to a query that is not kept here.');
      return { data: { text } };
    },
  };
}
