import type { entityContract } from '@cairn/contracts';
import type { Handlers } from '@cairn/service-kit';
import { type EntityDeps, isLimited, readingFor } from './called.ts';
import { entityDetail } from './detail.ts';
import { readChanges, readDiff } from './diff.ts';
import { resolutionOf } from './resolution.ts';

/** The handlers for one entity: its detail, its diff, its sources. */
export function entityHandlers(deps: EntityDeps): Handlers<typeof entityContract> {
  const { integrations, catalogueOf } = deps;
  return {
    entityDetail: async (call) => {
      const { orgId } = call.params;
      const known = {
        integrations: await integrations(orgId),
        catalogue: await catalogueOf(orgId),
        now: deps.now(),
      };
      const data = await readingFor(deps, call, (store) =>
        entityDetail(store, orgId, call.input.entityUuid, known),
      );
      if (!(await isLimited(deps, call))) return { data };
      return { data: { ...data, relations: data.relations.filter(({ target }) => target === 'Team') } };
    },
    // The source is read outside of the queue, because it does not use the engine.
    entityDiff: async (call) => {
      const changes = await readingFor(deps, call, (store) =>
        readChanges(store, deps.connectors, call.input.entityUuid),
      );
      return 'read' in changes ? readDiff(changes) : changes;
    },
    resolution: async (call) => ({
      data: await readingFor(deps, call, (store) => resolutionOf(store, call.input.entityUuid)),
    }),
  };
}
