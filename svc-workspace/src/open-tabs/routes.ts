import { AppError } from '@cairn/contracts';
import type { openTabsContract } from '@cairn/contracts/open-tabs';
import type { Handlers } from '@cairn/service-kit';
import type { OpenTabStore } from './store.ts';

/** The workspace tabs of the user, which their devices share. */
export function openTabRoutes(openTabs: OpenTabStore): Handlers<typeof openTabsContract> {
  return {
    readOpenTabs: async ({ params: { orgId }, caller: { userId } }) => ({
      data: await openTabs.read(orgId, userId),
    }),
    saveOpenTabs: async ({ params: { orgId }, caller: { userId }, input }) => {
      if (input.tabs.some(({ current_url }) => !current_url.startsWith(`/${orgId}/`)))
        throw new AppError('invalid_input', 'A tab shows a page of its own org.');
      const saved = await openTabs.save(orgId, userId, input);
      if (!saved) throw new AppError('conflict', 'Another device saved its tabs since.');
      return { data: saved };
    },
  };
}
