import { AppError, statusContract } from '@cairn/contracts';
import type { Handlers } from '@cairn/service-kit';
import type { CalendarDeps } from './routes.ts';
import { actorIdOf, tell } from '../store/outbox.ts';
import { readStatuses, statusStatements } from './statuses.ts';

/** The routes of this slice. */
export { statusContract };

/** Lists and sets the statuses of projects. */
export function statusHandlers({ stores, recomputes }: CalendarDeps): Handlers<typeof statusContract> {
  return {
    listStatuses: async ({ params: { orgId } }) => ({ data: await readStatuses(await stores.open(orgId)) }),
    setStatuses: async ({ params: { orgId }, input: { projectUuid, statuses }, caller }) => {
      const store = await stores.open(orgId);
      const known = await store.rows<{ name: string }>('SELECT name FROM "Project" WHERE uuid = $1::UUID', [
        projectUuid,
      ]);
      if (!known[0]) throw new AppError('not_found', 'There is no such project.');
      const target = { id: projectUuid, name: known[0].name ?? projectUuid };
      const changes = (statuses ?? []).map(({ name, category }) => ({
        what: name,
        from: null,
        to: category,
      }));
      const act = { kind: 'act', actorId: actorIdOf(caller), action: 'statuses.changed', target } as const;
      await recomputes.change(orgId, [
        ...statusStatements(projectUuid, statuses),
        tell(orgId, { ...act, changes: changes.slice(0, 20) }),
      ]);
      return { data: { projectUuid } };
    },
  };
}
