import { AppError } from '@cairn/contracts';
import type { entityStoryContract } from '@cairn/contracts/story';
import type { Catalogue } from '@cairn/entities';
import type { ZoneTable } from '@cairn/query';
import type { Handlers } from '@cairn/service-kit';
import { LIMITED_MESSAGE } from '../../query/passes/limit-people.ts';
import { type Called, type EntityDeps, readingFor, refuseLimited } from '../called.ts';
import { type EntityMatch, findEntity } from '../find.ts';
import type { KeyedReader } from '../key-index/keyed-rows.ts';
import { entityAround } from './around.ts';
import { entityAsOf } from './as-of.ts';
import { entityContributors } from './contributors.ts';
import { entityHistory } from './history.ts';
import { entityLineage } from './lineage.ts';
import { entityRelated } from './related.ts';
import { statusHistory } from './status-history.ts';
import { entityTimeMachine } from './time-machine.ts';
import { entityWork } from './work.ts';

interface Story {
  readonly store: KeyedReader;
  readonly found: EntityMatch;
  readonly zone: ZoneTable;
  readonly catalogue: Catalogue;
}

interface StoryCall extends Called {
  readonly input: Called['input'] & { readonly type?: string | undefined };
}

/** Finds the entity of a call and reads its story; refuses one of another kind than the call says. */
async function tell<T>(
  deps: EntityDeps,
  call: StoryCall,
  read: (story: Story) => Promise<T>,
  isOfKind = true,
): Promise<T> {
  await refuseLimited(deps, call);
  const catalogue = await deps.catalogueOf(call.params.orgId);
  return readingFor(deps, call, async (store, zone) => {
    const found = await findEntity(store, call.input.entityUuid, catalogue);
    const { type } = call.input;
    if (isOfKind && type !== undefined && type !== found.kind.name)
      throw new AppError('not_found', `There is no ${type} with this uuid.`);
    return read({ store, found, zone, catalogue });
  });
}

/** Refuses a work list narrowed to a person whose measures the caller may not see. */
async function refuseActor(deps: EntityDeps, call: Called, actorUuid: string | undefined): Promise<void> {
  const audience = actorUuid === undefined ? null : await deps.audienceOf(call.params.orgId, call.caller);
  if (audience !== null && actorUuid !== undefined && !audience.includes(actorUuid))
    throw new AppError('forbidden', LIMITED_MESSAGE);
}

/** The handlers for the story of one entity. */
export function entityStoryHandlers(deps: EntityDeps): Handlers<typeof entityStoryContract> {
  return {
    entityHistory: (call) =>
      tell(deps, call, async ({ store, found, zone }) => {
        const { pagination, filters, withoutBots, facets } = call.input;
        const isCounted = (await deps.audienceOf(call.params.orgId, call.caller)) === null;
        const history = await entityHistory(store, found, {
          ...pagination,
          zone,
          filters,
          withoutBots,
          facets,
        });
        // How much each person did is a measure of people.
        if (isCounted || !history.meta.facets) return history;
        const kept = history.meta.facets.filter(({ field }) => field !== 'actor');
        return { ...history, meta: { ...history.meta, facets: kept } };
      }),
    entityTimeMachine: (call) =>
      tell(deps, call, ({ store, found, zone }) =>
        entityTimeMachine(store, found, { ...call.input.pagination, zone }),
      ),
    entityAsOf: (call) =>
      tell(deps, call, async ({ store, found }) => ({ data: await entityAsOf(store, found, call.input.at) })),
    entityStatusHistory: (call) =>
      tell(deps, call, async ({ store, found }) => ({ data: await statusHistory(store, found, deps.now()) })),
    entityContributors: (call) =>
      tell(deps, call, ({ store, found, zone, catalogue }) => {
        const { pagination, degrees } = call.input;
        return entityContributors(store, found, { ...pagination, zone, degrees, catalogue });
      }),
    entityWork: async (call) => {
      const { pagination, actorUuid, types, search } = call.input;
      await refuseActor(deps, call, actorUuid);
      return tell(deps, call, ({ store, found, zone, catalogue }) =>
        entityWork(store, found, { ...pagination, zone, catalogue, actorUuid, types, search }),
      );
    },
    entityRelated: (call) =>
      tell(
        deps,
        call,
        ({ store, found, zone, catalogue }) => {
          const { pagination, relation, direction, type } = call.input;
          return entityRelated(store, found, { ...pagination, zone, catalogue, relation, direction, type });
        },
        // Here the type is that of what it is related to.
        false,
      ),
    entityLineage: (call) =>
      tell(deps, call, async ({ store, found }) => ({ data: await entityLineage(store, found) })),
    entityAround: (call) =>
      tell(deps, call, ({ store, found, zone }) => {
        const { pagination, at, withoutBots } = call.input;
        return entityAround(store, found, { ...pagination, at, withoutBots, zone });
      }),
  };
}
