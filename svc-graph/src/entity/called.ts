import { AppError, type OrgId } from '@cairn/contracts';
import type { Catalogue, Integration } from '@cairn/entities';
import type { ZoneTable } from '@cairn/query';
import { runQueued } from '../query/engine/queue.ts';
import type { QueueDeps } from '../query/engine/queue.ts';
import { readerOf } from '../query/engine/reader.ts';
import { LIMITED_MESSAGE } from '../query/passes/limit-people.ts';
import type { AudienceCaller, ReaderDeps } from '../query/read-graph.ts';
import { zoneOf } from '../query/zone-of.ts';
import type { Connector } from '../sources/connector.ts';
import { formerUuids } from '../store/former-uuids.ts';
import type { KeyIndex } from './key-index/key-index.ts';
import type { KeyedReader } from './key-index/keyed-rows.ts';
import type { GraphStore } from '../store/graph-store.ts';

/** A call about one entity. */
export interface Called {
  readonly caller: AudienceCaller;
  readonly input: {
    readonly orgId?: OrgId | undefined;
    readonly entityUuid: string;
    readonly timezone?: string | undefined;
  };
  readonly params: { readonly orgId: OrgId };
  readonly signal: AbortSignal;
}

export interface EntityDeps extends QueueDeps, Pick<ReaderDeps, 'audienceOf'> {
  readonly stores: { open(orgId: OrgId): Promise<Pick<GraphStore, 'rows'>> };
  /** Finds rows of large graphs; without it tables are scanned. */
  readonly keyIndex?: KeyIndex;
  readonly connectors: readonly Connector[];
  /** The integrations that an org has a source of. */
  readonly integrations: (orgId: OrgId) => Promise<readonly Integration[]>;
  /** The catalogue of an org. */
  readonly catalogueOf: (orgId: OrgId) => Promise<Catalogue>;
  readonly now: () => number;
}

/** Refuses a body that names another org than the address: another org's thing is not found. */
function checkOrg({ params, input }: Called): void {
  if (input.orgId !== undefined && input.orgId !== params.orgId)
    throw new AppError('not_found', 'There is no such entity.');
}

/** Reads the graph of a call's org in its turn, once the body has been checked. */
export async function readingFor<T>(
  deps: EntityDeps,
  call: Called,
  work: (store: KeyedReader, zone: ZoneTable) => Promise<T>,
): Promise<T> {
  checkOrg(call);
  const zone = zoneOf(call.input.timezone);
  const { orgId } = call.params;
  return runQueued(deps, orgId, call.signal, async (stop) => {
    const reader = readerOf(await deps.stores.open(orgId), stop);
    if (!deps.keyIndex) return work(reader, zone);
    return deps.keyIndex.read(orgId, reader, (keyed) => work(keyed, zone));
  });
}

/** Persons, and daily summaries with the person that each measures. */
const MEASURED = `SELECT uuid::VARCHAR AS person, false AS measures FROM "Person" WHERE uuid = $1::UUID
  UNION ALL SELECT "personUuid"::VARCHAR, true FROM "Flow" WHERE uuid = $1::UUID`;

/** Whether the entity is a person whose measures the caller may not see; refuses an entity that is such a measure. */
export async function isLimited(
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

/** Refuses a call about a person whose measures the caller may not see. */
export async function refuseLimited(deps: EntityDeps, call: Called): Promise<void> {
  if (await isLimited(deps, call)) throw new AppError('forbidden', LIMITED_MESSAGE);
}
