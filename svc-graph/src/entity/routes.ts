import { AppError, type OrgId, type entityContract } from '@cairn/contracts';
import type { Catalogue, Integration } from '@cairn/entities';
import type { Handlers } from '@cairn/service-kit';
import { runQueued } from '../query/engine/queue.ts';
import type { QueueDeps } from '../query/engine/queue.ts';
import type { Connector } from '../sources/connector.ts';
import type { GraphStore } from '../store/graph-store.ts';
import { entityDetail } from './detail.ts';
import { commitChanges, readDiff } from './diff.ts';
import { entityHistory } from './history.ts';
import { LIMITED_MESSAGE } from '../query/passes/limit-people.ts';
import type { AudienceCaller, ReaderDeps } from '../query/read-graph.ts';
import { readerOf } from '../query/engine/reader.ts';
import type { Reader } from '../query/engine/reader.ts';
import { formerUuids } from '../store/former-uuids.ts';
import { resolutionOf } from './resolution.ts';

interface Called {
  readonly caller: AudienceCaller;
  readonly input: { readonly entityUuid: string };
  readonly params: { readonly orgId: OrgId };
  readonly signal: AbortSignal;
}

export interface EntityDeps extends QueueDeps, Pick<ReaderDeps, 'audienceOf'> {
  readonly stores: { open(orgId: OrgId): Promise<Pick<GraphStore, 'rows'>> };
  readonly connectors: readonly Connector[];
  /** The integrations that an org has a source of. */
  readonly integrations: (orgId: OrgId) => Promise<readonly Integration[]>;
  /** The catalogue of an org. */
  readonly catalogueOf: (orgId: OrgId) => Promise<Catalogue>;
  readonly now: () => number;
}

/** Persons, and daily summaries with the person that each measures. */
const MEASURED = `SELECT uuid::VARCHAR AS person, false AS measures FROM "Person" WHERE uuid = $1::UUID
  UNION ALL SELECT "personUuid"::VARCHAR, true FROM "Flow" WHERE uuid = $1::UUID`;

/** Whether the entity is a person whose measures the caller may not see; refuses an entity that is such a measure. */
async function isLimited(
  { stores, audienceOf }: EntityDeps,
  { params: { orgId }, caller, input: { entityUuid } }: Called,
): Promise<boolean> {
  const audience = await audienceOf(orgId, caller);
  if (audience === null) return false;
  const store = await stores.open(orgId);
  const uuid = (await formerUuids(store, [entityUuid])).get(entityUuid.toLowerCase()) ?? entityUuid;
  const [found] = await store.rows<{ person: string; measures: boolean }>(MEASURED, [uuid]);
  if (!found || audience.includes(found.person)) return false;
  if (found.measures) throw new AppError('forbidden', LIMITED_MESSAGE);
  return true;
}

/** The handlers for one entity: its detail, its diff, its history, its sources. */
export function entityHandlers(deps: EntityDeps): Handlers<typeof entityContract> {
  const { stores, integrations, catalogueOf } = deps;
  const reading = <T>({ params: { orgId }, signal }: Called, work: (store: Reader) => Promise<T>) =>
    runQueued(deps, orgId, signal, async (stop) => work(readerOf(await stores.open(orgId), stop)));
  return {
    entityDetail: async (call) => {
      const { orgId } = call.params;
      const known = {
        integrations: await integrations(orgId),
        catalogue: await catalogueOf(orgId),
        now: deps.now(),
      };
      const data = await reading(call, (store) => entityDetail(store, orgId, call.input.entityUuid, known));
      if (!(await isLimited(deps, call))) return { data };
      return { data: { ...data, relations: data.relations.filter(({ target }) => target === 'Team') } };
    },
    // The source is read outside of the queue, because it does not use the engine.
    entityDiff: async (call) => {
      const changes = await reading(call, (store) =>
        commitChanges(store, deps.connectors, call.input.entityUuid),
      );
      return 'read' in changes ? readDiff(changes) : changes;
    },
    resolution: async (call) => ({
      data: await reading(call, (store) => resolutionOf(store, call.input.entityUuid)),
    }),
    entityHistory: async (call) => {
      if (await isLimited(deps, call)) throw new AppError('forbidden', LIMITED_MESSAGE);
      return reading(call, (store) => entityHistory(store, call.input.entityUuid, call.input.pagination));
    },
  };
}
