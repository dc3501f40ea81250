import { type OutputOf, isVisible } from '@cairn/contracts';
import type { entityStoryContract } from '@cairn/contracts/story';
import { type Catalogue, type Relation } from '@cairn/entities';
import type { ZoneTable } from '@cairn/query';
import type { Reader } from '../../query/engine/reader.ts';
import { quoted } from '../../store/ddl.ts';
import { type EntityMatch, isoOf } from '../find.ts';
import { ACTOR_COLUMNS, type ActorRow, actorOf } from './events.ts';
import { type Bind, actorColumn, keyOf, nearEdges, parameters, reachedBy, statusOfRow } from './reach.ts';

type Work = OutputOf<typeof entityStoryContract.entityWork>;

/** Kinds that are no work; they are listed when they are asked for. */
const NO_WORK = new Set(['Person', 'Team', 'TimeInStatus', 'SourceFile', 'Project', 'Repository', 'Channel']);

export interface WorkOptions {
  readonly page: number;
  readonly pageSize: number;
  readonly zone: ZoneTable;
  readonly catalogue: Catalogue;
  readonly actorUuid: string | undefined;
  readonly types: readonly string[] | undefined;
  readonly search: string | undefined;
}

/** The rows that one relation reaches, as lines of a work list. */
function linesOf(
  relation: Relation,
  place: number,
  { row }: EntityMatch,
  { catalogue, actorUuid, search }: WorkOptions,
  bind: Bind,
): string | null {
  const kind = catalogue.kind(relation.target);
  if (!kind) return null;
  const reached = reachedBy(relation, row, bind);
  if (reached === null) return null;
  const { status, category } = statusOfRow(kind);
  const key = keyOf(kind);
  const conditions = [reached, 'NOT coalesce(t.deleted, false)'];
  if (actorUuid) conditions.push(`${actorColumn(kind)} = ${bind(actorUuid)}::UUID`);
  if (search) {
    const term = bind(search.toLowerCase());
    conditions.push(
      `(contains(lower(coalesce(t.name, '')), ${term}) OR contains(lower(coalesce(${key}, '')), ${term}))`,
    );
  }
  return `SELECT t.uuid, '${kind.name}' AS kind, ${String(place)} AS place, t.name, ${key} AS key, ${status} AS status,
      ${category} AS category, ${actorColumn(kind)} AS actor, coalesce(greatest(t."updatedAt", t.${quoted(kind.timeAttribute)}), t."createdAt") AS last
    FROM ${quoted(kind.name)} t WHERE ${conditions.join(' AND ')}`;
}

interface WorkRow extends ActorRow {
  readonly uuid: string;
  readonly kind: string;
  readonly name: string | null;
  readonly key: string | null;
  readonly status: string | null;
  readonly category: string | null;
  readonly places: readonly string[];
  readonly last: string | null;
}

const emptyPage = ({ page, pageSize, zone }: WorkOptions): Work => ({
  data: [],
  meta: { page, pageSize, total: 0, timezone: zone.zone, types: [] },
});

function presentLine(relations: readonly Relation[], line: WorkRow): Work['data'][number] {
  const { uuid, kind, name, key, status, category, places, last } = line;
  return {
    entity: {
      uuid,
      kind,
      name: name !== null && isVisible(name) ? name : uuid,
      key,
      status,
      statusCategory: category,
    },
    relations: places.flatMap((place) => relations[Number(place)]?.label ?? []),
    actor: actorOf(line),
    lastActivity: last === null ? null : isoOf(last),
  };
}

/** A page of what an entity is related to, by when something last happened to it; a thing stands once. */
export async function entityWork(store: Reader, found: EntityMatch, options: WorkOptions): Promise<Work> {
  const { page, pageSize, zone, types } = options;
  const wanted = (kind: string) => (types ? types.includes(kind) : !NO_WORK.has(kind));
  const relations = found.kind.relations.filter(({ target }) => target !== 'Event');
  const { values, bind } = parameters();
  const lines = relations.flatMap((relation, place) => linesOf(relation, place, found, options, bind) ?? []);
  if (lines.length === 0) return emptyPage(options);
  const all = `WITH ${nearEdges(found.row, bind)}, line AS MATERIALIZED (SELECT uuid, kind, any_value(last) AS last, list_sort(list(DISTINCT place))::VARCHAR[] AS places
    FROM (${lines.join(' UNION ALL ')}) GROUP BY uuid, kind)`;
  const counts = await store.rows<{ kind: string; total: number }>(
    `${all} SELECT kind, count(*)::INTEGER AS total FROM line GROUP BY kind ORDER BY kind`,
    values,
  );
  const kinds = counts.map(({ kind }) => kind).filter(wanted);
  const total = counts.filter(({ kind }) => wanted(kind)).reduce((sum, each) => sum + each.total, 0);
  if (total === 0) return { ...emptyPage(options), meta: { ...emptyPage(options).meta, types: counts } };
  const shown = bind(JSON.stringify(kinds));
  const [limit, offset] = [bind(pageSize), bind((page - 1) * pageSize)];
  const details = kinds.flatMap((name) => {
    const kind = options.catalogue.kind(name);
    if (!kind) return [];
    const { status, category } = statusOfRow(kind);
    return `SELECT f.uuid::VARCHAR AS uuid, f.kind, f.places, f.last, t.name, ${keyOf(kind)} AS key, ${status} AS status, ${category} AS category,
        ${actorColumn(kind)} AS actor FROM found f JOIN ${quoted(name)} t ON t.uuid = f.uuid WHERE f.kind = '${name}'`;
  });
  const rows = await store.rows<WorkRow>(
    `${all}, found AS MATERIALIZED (SELECT * FROM line WHERE list_contains(from_json(${shown}::JSON, '["VARCHAR"]'), kind)
       ORDER BY last DESC NULLS LAST, uuid LIMIT ${limit} OFFSET ${offset})
     SELECT w.*, ${ACTOR_COLUMNS} FROM (${details.join(' UNION ALL ')}) w LEFT JOIN "Person" p ON p.uuid = w.actor
     ORDER BY w.last DESC NULLS LAST, w.uuid`,
    values,
  );
  const data = rows.map((line) => presentLine(relations, line));
  return { data, meta: { page, pageSize, total, timezone: zone.zone, types: counts } };
}
