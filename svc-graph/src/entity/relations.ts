import { type EntityDetail, isVisible } from '@cairn/contracts';
import { CATALOGUE, type Relation } from '@cairn/entities';
import { quoted } from '../store/ddl.ts';
import { type EntityMatch, isoOf } from './find.ts';
import { EDGE_COLUMNS } from './key-index/index-tables.ts';
import { type KeyedReader, edgesAt } from './key-index/keyed-rows.ts';

type Related = EntityDetail['relations'][number];
type Item = Related['items'][number];

const MOST_ITEMS = 20;

const NO_PROPERTY = new Set(['relation', 'fromUuid', 'toUuid']);
/** What an edge tells of itself, beside its ends. */
const TOLD = EDGE_COLUMNS.filter((column) => !NO_PROPERTY.has(column));
const COLUMNS = TOLD.map(quoted).join(', ');

/** The given edges at the entity `$1`, each end and relation once: of several to an entity the latest tells. */
const edgesIn = (near: string) => `near AS MATERIALIZED (${near}),
  edge AS MATERIALIZED (SELECT relation, direction, far, bool_or(until IS NULL) AS "isNow",
      unnest(arg_max({${TOLD.map((column) => `${quoted(`@${column}`)}: ${quoted(column)}`).join(', ')}},
        {'now': until IS NULL, 'since': coalesce(since, TIMESTAMP '0001-01-01')}))
    FROM (SELECT relation, 'out' AS direction, "toUuid" AS far, ${COLUMNS} FROM near WHERE "fromUuid" = $1::UUID
      UNION ALL SELECT relation, 'in', "fromUuid", ${COLUMNS} FROM near WHERE "toUuid" = $1::UUID) GROUP BY relation, direction, far)`;

const BY_EDGE = TOLD.map((column) => `e.${quoted(`@${column}`)}`).join(', ');
const BY_COLUMN = TOLD.map((column) => `NULL AS ${quoted(`@${column}`)}`).join(', ');

/** The rows that a relation reaches now, and apart from them those that a dated one reached before. */
function linesOf(
  { via, target }: Relation,
  place: number,
  row: EntityMatch['row'],
  params: string[],
): string[] {
  const time = CATALOGUE.kind(target)?.timeAttribute ?? 'createdAt';
  const line = `SELECT ${String(place)} AS place, t.uuid, t.name, t.${quoted(time)}::TIMESTAMP AS moment`;
  const from = `FROM ${quoted(target)} t`;
  if (via.kind === 'edge') {
    const former = via.dated ? 'NOT e."isNow"' : 'false';
    return [
      `${line}, ${former} AS former, ${BY_EDGE} ${from} JOIN edge e ON e.far = t.uuid
       WHERE e.relation = '${via.relation}' AND e.direction = '${via.direction}' AND NOT t.deleted`,
    ];
  }
  const value = via.kind === 'link' ? row[via.column] : row['uuid'];
  if (typeof value !== 'string') return [];
  const column = via.kind === 'link' ? 'uuid' : via.column;
  const bound = `$${String(params.push(value))}::UUID`;
  return [
    `${line}, false AS former, ${BY_COLUMN} ${from} WHERE t.${quoted(column)} = ${bound} AND NOT t.deleted`,
  ];
}

interface ItemRow {
  readonly place: number;
  readonly uuid: string;
  readonly name: string | null;
  readonly former: boolean;
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

function itemsOf(relation: Relation, rows: readonly ItemRow[]): { total: number; items: Item[] } {
  const items = rows.map((row) => ({
    uuid: row.uuid,
    kind: relation.target,
    name: row.name !== null && isVisible(row.name) ? row.name : row.uuid,
    ...edgeOf(row, relation),
  }));
  return { total: rows[0]?.total ?? 0, items };
}

/** What relations lead to from an entity: what holds now, and apart from it what a dated one led to before. */
export async function readRelations(
  store: KeyedReader,
  relations: readonly Relation[],
  { kind, row }: EntityMatch,
): Promise<Related[]> {
  const params = [String(row['uuid'])];
  const lines = relations.flatMap((relation, place) => linesOf(relation, place, row, params));
  if (lines.length === 0)
    return relations.map(({ name, label, target }) => ({ name, label, target, total: 0, items: [] }));
  const uuid = String(row['uuid']);
  const near = await edgesAt(store, { kind: kind.name, uuid, placeholder: '$1' }, EDGE_COLUMNS);
  const rows = await store.rows<ItemRow>(
    `WITH ${edgesIn(near)}, line AS (${lines.join(' UNION ALL ')}),
       counted AS (SELECT *, count(*) OVER each AS total, row_number() OVER (each ORDER BY moment DESC NULLS LAST, uuid) AS nth
         FROM line WINDOW each AS (PARTITION BY place, former))
     SELECT * REPLACE (uuid::VARCHAR AS uuid, total::INTEGER AS total) FROM counted WHERE nth <= ${String(MOST_ITEMS)} ORDER BY place, former, nth`,
    params,
  );
  return relations.map((relation, place) => {
    const own = rows.filter((each) => Number(each.place) === place);
    const former = itemsOf(
      relation,
      own.filter((each) => each.former),
    );
    const { name, label, target } = relation;
    const now = itemsOf(
      relation,
      own.filter((each) => !each.former),
    );
    return { name, label, target, ...now, ...(former.total > 0 ? { former } : {}) };
  });
}
