import { type EntityDetail, isVisible } from '@cairn/contracts';
import {
  type Attribute,
  CATALOGUE,
  type Catalogue,
  type Integration,
  type Relation,
  isProvided,
} from '@cairn/entities';
import { quoted } from '../store/ddl.ts';
import type { Reader } from './reader.ts';
import { type EntityMatch, findEntity, isoOf, presentValue } from './find.ts';

const MOST_ITEMS = 20;

/** The rows of the target that a relation reaches from the entity $1. */
function reached(
  { via, target }: Relation,
  found: EntityMatch,
): { from: string; params: string[] } | undefined {
  const uuid = String(found.row['uuid']);
  const table = quoted(target);
  if (via.kind === 'link') {
    const value = found.row[via.column];
    return typeof value === 'string'
      ? { from: `${table} t WHERE t.uuid = $1::UUID`, params: [value] }
      : undefined;
  }
  if (via.kind === 'inverse')
    return { from: `${table} t WHERE t.${quoted(via.column)} = $1::UUID`, params: [uuid] };
  const [here, there] = via.direction === 'out' ? ['fromUuid', 'toUuid'] : ['toUuid', 'fromUuid'];
  const edges = `SELECT ${quoted(there)} FROM "Relation" WHERE relation = $2 AND ${quoted(here)} = $1::UUID`;
  return { from: `${table} t WHERE t.uuid IN (${edges})`, params: [uuid, via.relation] };
}

async function related(
  store: Reader,
  relation: Relation,
  found: EntityMatch,
): Promise<EntityDetail['relations'][number]> {
  const { name, label, target } = relation;
  const time = CATALOGUE.kind(target)?.timeAttribute ?? 'createdAt';
  const reach = reached(relation, found);
  const rows = reach
    ? await store.rows<{ uuid: string; name: string | null; total: number }>(
        `SELECT t.uuid::VARCHAR AS uuid, t.name, (count(*) OVER ())::INTEGER AS total FROM ${reach.from}
         AND NOT t.deleted ORDER BY t.${quoted(time)} DESC NULLS LAST, t.uuid LIMIT ${String(MOST_ITEMS)}`,
        reach.params,
      )
    : [];
  const items = rows.map((row) => ({
    uuid: row.uuid,
    kind: target,
    name: row.name !== null && isVisible(row.name) ? row.name : row.uuid,
  }));
  return { name, label, target, total: rows[0]?.total ?? 0, items };
}

function valueOf(attribute: Attribute, row: EntityMatch['row'], now: number): unknown {
  const since = attribute.since === undefined ? undefined : row[attribute.since];
  if (since === undefined) return presentValue(attribute, row[attribute.name]);
  return since === null ? undefined : Math.max(0, Math.floor((now - Date.parse(isoOf(since))) / 1_000));
}

/** What the detail needs beyond the graph. */
export interface DetailContext {
  readonly integrations: readonly Integration[];
  readonly catalogue: Catalogue;
  readonly now: number;
}

/** An entity, or the entity of an event, with its attributes and its relations by the org's sources. */
export async function entityDetail(
  store: Reader,
  orgId: string,
  uuid: string,
  { integrations, catalogue, now }: DetailContext,
): Promise<EntityDetail> {
  const found = await findEntity(store, uuid, catalogue);
  const { kind, row } = found;
  const values = kind.attributes.map((attribute) => [attribute.name, valueOf(attribute, row, now)] as const);
  const relations: EntityDetail['relations'] = [];
  const sources = new Set(integrations);
  for (const relation of kind.relations)
    if (isProvided(kind, relation, sources)) relations.push(await related(store, relation, found));
  return {
    uuid: String(row['uuid']),
    labels: [kind.name],
    name: typeof row['name'] === 'string' ? row['name'] : null,
    properties: { orgId, ...Object.fromEntries(values.filter(([, value]) => value !== undefined)) },
    own: kind.attributes
      .filter(({ own }) => own)
      .map(({ name, label, type, unit, priority, definition }) => ({
        name,
        label,
        type,
        priority,
        ...(unit ? { unit } : {}),
        ...(definition ? { definition } : {}),
      })),
    relations,
  };
}
