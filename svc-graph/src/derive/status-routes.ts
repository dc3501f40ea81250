import { AppError, statusContract } from '@cairn/contracts';
import type { Handlers } from '@cairn/service-kit';
import type { CalendarDeps } from './routes.ts';
import { readStatuses, statusStatements } from './statuses.ts';

/** The routes of this slice. */
export { statusContract };

/** Lists and sets the statuses of projects. */
export function statusHandlers({ stores, recomputes }: CalendarDeps): Handlers<typeof statusContract> {
  return {
    listStatuses: async ({ params: { orgId } }) => ({ data: await readStatuses(await stores.open(orgId)) }),
    setStatuses: async ({ params: { orgId }, input: { projectUuid, statuses } }) => {
      const store = await stores.open(orgId);
      const known = await store.rows('SELECT 1 FROM "Project" WHERE uuid = $1::UUID', [projectUuid]);
      if (known.length === 0) throw new AppError('not_found', 'There is no such project.');
      await recomputes.change(orgId, statusStatements(projectUuid, statuses));
      return { data: { projectUuid } };
    },
  };
}
