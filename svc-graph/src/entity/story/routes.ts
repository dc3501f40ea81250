import { AppError, type InputOf } from '@cairn/contracts';
import type { entityStoryContract } from '@cairn/contracts/story';
import type { Catalogue } from '@cairn/entities';
import type { ZoneTable } from '@cairn/query';
import type { Handlers } from '@cairn/service-kit';
import { type Audience, LIMITED_MESSAGE } from '../../query/passes/limit-people.ts';
import { isOfOnePerson } from '../../query/passes/people-in-rows.ts';
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

type HistoryInput = InputOf<typeof entityStoryContract.entityHistory>;
type WorkInput = InputOf<typeof entityStoryContract.entityWork>;

interface Story {
  readonly store: KeyedReader;
  readonly found: EntityMatch;
  readonly zone: ZoneTable;
  readonly catalogue: Catalogue;
  readonly audience: Audience;
  /** Whose names its lists tell: everybody's of the work of one person, the audience's of what holds the work of many. */
  readonly named: Audience;
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
  const audience = await deps.audienceOf(call.params.orgId, call.caller);
  return readingFor(deps, call, async (store, zone) => {
    const found = await findEntity(store, call.input.entityUuid, catalogue);
    const { type } = call.input;
    if (isOfKind && type !== undefined && type !== found.kind.name)
      throw new AppError('not_found', `There is no ${type} with this uuid.`);
    const named = isOfOnePerson(found.kind.name) ? null : audience;
    return read({ store, found, zone, catalogue, audience, named });
  });
}

/** Refuses what is narrowed to people whose measures the caller may not see. */
async function refuseActors(deps: EntityDeps, call: Called, actors: readonly string[]): Promise<void> {
  const audience = actors.length === 0 ? null : await deps.audienceOf(call.params.orgId, call.caller);
  if (audience !== null && !actors.every((uuid) => audience.includes(uuid)))
    throw new AppError('forbidden', LIMITED_MESSAGE);
}

async function historyOf({ store, found, zone, audience, named }: Story, input: HistoryInput) {
  const { pagination, filters, withoutBots, facets } = input;
  const options = { ...pagination, zone, filters, withoutBots, facets, named };
  const history = await entityHistory(store, found, options);
  // How much each person did is a measure of people.
  if (audience === null || !history.meta.facets) return history;
  const kept = history.meta.facets.filter(({ field }) => field !== 'actor');
  return { ...history, meta: { ...history.meta, facets: kept } };
}

async function workOf(story: Story, input: WorkInput) {
  const { audience } = story;
  const { pagination, actorUuid, types, search } = input;
  const { store, found, zone, catalogue, named } = story;
  const work = await entityWork(store, found, {
    ...pagination,
    zone,
    catalogue,
    actorUuid,
    types,
    search,
    named,
  });
  if (audience === null) return work;
  const actors = work.meta.actors.filter(({ uuid }) => audience.includes(uuid));
  return { ...work, meta: { ...work.meta, actors } };
}

/** The handlers for the story of one entity. */
export function entityStoryHandlers(deps: EntityDeps): Handlers<typeof entityStoryContract> {
  return {
    entityHistory: async (call) => {
      const actors = call.input.filters.flatMap(({ field, values }) => (field === 'actor' ? values : []));
      await refuseActors(deps, call, actors.filter(Boolean));
      return tell(deps, call, (story) => historyOf(story, call.input));
    },
    entityTimeMachine: (call) =>
      tell(deps, call, ({ store, found, zone, named }) =>
        entityTimeMachine(store, found, { ...call.input.pagination, zone, named }),
      ),
    entityAsOf: (call) =>
      tell(deps, call, async ({ store, found }) => ({ data: await entityAsOf(store, found, call.input.at) })),
    entityStatusHistory: (call) =>
      tell(deps, call, async ({ store, found }) => ({ data: await statusHistory(store, found, deps.now()) })),
    entityContributors: (call) =>
      tell(deps, call, ({ store, found, zone, catalogue }) => {
        const { pagination, degrees, onDefaultBranch } = call.input;
        return entityContributors(store, found, { ...pagination, zone, degrees, onDefaultBranch, catalogue });
      }),
    entityWork: async (call) => {
      const { actorUuid } = call.input;
      await refuseActors(deps, call, actorUuid === undefined ? [] : [actorUuid]);
      return tell(deps, call, (story) => workOf(story, call.input));
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
      tell(deps, call, ({ store, found, zone, audience }) => {
        const { pagination, at, withoutBots } = call.input;
        return entityAround(store, found, { ...pagination, at, withoutBots, zone, named: audience });
      }),
  };
}
