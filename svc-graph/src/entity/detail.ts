import type { EntityDetail } from '@cairn/contracts';
import { type Attribute, type Catalogue, type Integration, isProvided } from '@cairn/entities';
import { workdayOf } from '@cairn/query';
import type { KeyedReader } from './key-index/keyed-rows.ts';
import { type EntityMatch, findEntity, isoOf, presentValue } from './find.ts';
import { uuidsLeadingTo } from '../store/former-uuids.ts';
import { readRelations } from './relations.ts';

function valueOf(attribute: Attribute, row: EntityMatch['row'], now: number): unknown {
  const since = attribute.since === undefined ? undefined : row[attribute.since];
  if (since === undefined) return presentValue(attribute, row[attribute.name]);
  return since === null ? undefined : Math.max(0, Math.floor((now - Date.parse(isoOf(since))) / 1_000));
}

/** The kinds that people follow (ruling 23). */
const FOLLOWED = new Set(['Person', 'Repository', 'Project', 'Team']);

/** What the detail needs beyond the graph. */
export interface DetailContext {
  readonly integrations: readonly Integration[];
  readonly catalogue: Catalogue;
  readonly now: number;
}

/** An entity, or the entity of an event, with its attributes and its relations by the org's sources. */
export async function entityDetail(
  store: KeyedReader,
  orgId: string,
  uuid: string,
  { integrations, catalogue, now }: DetailContext,
): Promise<EntityDetail> {
  const found = await findEntity(store, uuid, catalogue);
  const { kind, row } = found;
  const values = kind.attributes.map((attribute) => [attribute.name, valueOf(attribute, row, now)] as const);
  const sources = new Set(integrations);
  // Events are the history of an entity, which is read by pages.
  const shown = kind.relations.filter(
    (relation) => relation.target !== 'Event' && isProvided(kind, relation, sources),
  );
  return {
    uuid: String(row['uuid']),
    labels: [kind.name],
    name: typeof row['name'] === 'string' ? row['name'] : null,
    properties: { orgId, ...Object.fromEntries(values.filter(([, value]) => value !== undefined)) },
    ...(FOLLOWED.has(kind.name)
      ? { formerIds: [...(await uuidsLeadingTo(store, String(row['uuid'])))] }
      : {}),
    own: kind.attributes
      // Working time has the unit of this org: its calendars say how long a working day is.
      .filter(({ own, unit }) => own || workdayOf(unit))
      .map(({ name, label, type, unit, priority, definition }) => ({
        name,
        label,
        type,
        priority,
        ...(unit ? { unit } : {}),
        ...(definition ? { definition } : {}),
      })),
    relations: await readRelations(store, shown, found),
  };
}
