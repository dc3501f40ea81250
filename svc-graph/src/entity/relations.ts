import { type EntityDetail, isVisible } from '@cairn/contracts';
import { CATALOGUE, type Relation } from '@cairn/entities';
import { quoted } from '../store/ddl.ts';
import type { Reader } from '../query/engine/reader.ts';
import { type EntityMatch, isoOf } from './find.ts';

type Related = EntityDetail['relations'][number];
type Item = Related['items'][number];
type Edge = Extract<Relation['via'], { kind: 'edge' }>;

const MOST_ITEMS = 20;

/** The rows that a relation reaches: a statement from FROM on with an alias `t`, and its parameters. */
interface Reached {
  readonly from: string;
  readonly params: readonly string[];
}

const ends = ({ direction }: Edge) =>
  direction === 'out' ? (['fromUuid', 'toUuid'] as const) : (['toUuid', 'fromUuid'] as const);

/** The rows of the target that a relation reaches from the entity. */
function reached({ via, target }: Relation, { row }: EntityMatch): Reached | undefined {
  const uuid = String(row['uuid']);
  const table = quoted(target);
  if (via.kind === 'link') {
    const value = row[via.column];
    return typeof value === 'string'
      ? { from: `${table} t WHERE t.uuid = $1::UUID`, params: [value] }
      : undefined;
  }
  if (via.kind === 'inverse')
    return { from: `${table} t WHERE t.${quoted(via.column)} = $1::UUID`, params: [uuid] };
  const [here, there] = ends(via);
  const edges = `SELECT ${quoted(there)} FROM "Relation" WHERE relation = $2 AND ${quoted(here)} = $1::UUID`;
  return { from: `${table} t WHERE t.uuid IN (${edges})`, params: [uuid, via.relation] };
}

/** The rows that dated edges, or edges with properties, reach; of several edges to a row the latest tells. */
function reachedByEdge(relation: Relation, via: Edge, { row }: EntityMatch, isFormer: boolean): Reached {
  const [here, there] = ends(via);
  const columns = [...new Set((relation.properties ?? []).map(({ column }) => column)), 'since', 'until'];
  const told = columns.map((column) => `${quoted(`@${column}`)}: ${quoted(column)}`);
  const edges = `SELECT ${quoted(there)} AS far, bool_or(until IS NULL) AS "isNow",
      unnest(arg_max({${told.join(', ')}}, {'now': until IS NULL, 'since': coalesce(since, TIMESTAMP '0001-01-01')}))
    FROM "Relation" WHERE relation = $2 AND ${quoted(here)} = $1::UUID GROUP BY 1`;
  const held = via.dated ? `AND ${isFormer ? 'NOT ' : ''}e."isNow"` : '';
  return {
    from: `${quoted(relation.target)} t JOIN (${edges}) e ON e.far = t.uuid WHERE TRUE ${held}`,
    params: [String(row['uuid']), via.relation],
  };
}

interface ItemRow {
  readonly uuid: string;
  readonly name: string | null;
  readonly total: number;
  readonly [edge: `@${string}`]: unknown;
}

/** The properties of an edge that have a value, and when it held. */
function edgeOf(row: ItemRow, { via, properties = [] }: Relation): Partial<Item> {
  const values = properties.flatMap(({ name, column, type }): [string, string | number][] => {
    const value = row[`@${column}`];
    if (value === null || value === undefined) return [];
    return [[name, type === 'number' ? Number(value) : String(value)]];
  });
  const isDated = via.kind === 'edge' && via.dated !== undefined;
  const [since, until] = isDated ? [row['@since'], row['@until']] : [];
  return {
    ...(values.length > 0 ? { properties: Object.fromEntries(values) } : {}),
    ...(since ? { since: isoOf(since) } : {}),
    ...(until ? { until: isoOf(until) } : {}),
  };
}

async function readItems(
  store: Reader,
  relation: Relation,
  reach: Reached | undefined,
): Promise<{ total: number; items: Item[] }> {
  if (!reach) return { total: 0, items: [] };
  const { target, via, properties = [] } = relation;
  const time = CATALOGUE.kind(target)?.timeAttribute ?? 'createdAt';
  const columns = ['since', 'until', ...properties.map(({ column }) => column)];
  const edge = isToldByEdge(via, properties) ? columns.map((column) => `, e.${quoted(`@${column}`)}`) : [];
  const rows = await store.rows<ItemRow>(
    `SELECT t.uuid::VARCHAR AS uuid, t.name, (count(*) OVER ())::INTEGER AS total${edge.join('')} FROM ${reach.from}
     AND NOT t.deleted ORDER BY t.${quoted(time)} DESC NULLS LAST, t.uuid LIMIT ${String(MOST_ITEMS)}`,
    reach.params,
  );
  const items = rows.map((row) => ({
    uuid: row.uuid,
    kind: target,
    name: row.name !== null && isVisible(row.name) ? row.name : row.uuid,
    ...edgeOf(row, relation),
  }));
  return { total: rows[0]?.total ?? 0, items };
}

/** True when the edges of a relation tell more than where they lead. */
const isToldByEdge = (via: Relation['via'], properties: readonly unknown[]): via is Edge =>
  via.kind === 'edge' && (via.dated !== undefined || properties.length > 0);

/** What a relation leads to from an entity: what holds now, and apart from it what a dated one led to before. */
export async function readRelation(store: Reader, relation: Relation, found: EntityMatch): Promise<Related> {
  const { name, label, target, via, properties = [] } = relation;
  if (!isToldByEdge(via, properties))
    return { name, label, target, ...(await readItems(store, relation, reached(relation, found))) };
  const now = await readItems(store, relation, reachedByEdge(relation, via, found, false));
  if (!via.dated) return { name, label, target, ...now };
  const former = await readItems(store, relation, reachedByEdge(relation, via, found, true));
  return { name, label, target, ...now, ...(former.total > 0 ? { former } : {}) };
}
