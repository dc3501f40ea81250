import { type OutputOf, isVisible } from '@cairn/contracts';
import { entityStoryContract } from '@cairn/contracts/story';
import { type Catalogue, type Kind, type Relation } from '@cairn/entities';
import type { ZoneTable } from '@cairn/query';
import type { Audience } from '../../query/passes/limit-people.ts';
import { quoted } from '../../store/ddl.ts';
import { type EntityMatch, isoOf } from '../find.ts';
import type { KeyedReader } from '../key-index/keyed-rows.ts';
import { ACTOR_COLUMNS, type ActorRow, actorOf, namedFor } from './events.ts';
import { type Bind, actorColumn, keyOf, nearEdges, parameters, reachedBy, statusOfRow } from './reach.ts';

type Work = OutputOf<typeof entityStoryContract.entityWork>;

/** Kinds that are no work; they are listed when they are asked for. */
const NO_WORK = new Set(['Person', 'Team', 'TimeInStatus', 'SourceFile', 'Project', 'Repository', 'Channel']);

/** What somebody else wrote about a person is no work of theirs, and what merged or names a pull request none of its commits. */
const leadsToWork =
  (kind: string) =>
  ({ name, target }: Relation): boolean =>
    target !== 'Event' &&
    !(kind === 'Person' && name.startsWith('MentionedIn')) &&
    !(kind === 'PullRequest' && target === 'Commit' && name !== 'Commit');

export interface WorkOptions {
  readonly page: number;
  readonly pageSize: number;
  readonly zone: ZoneTable;
  readonly catalogue: Catalogue;
  readonly actorUuid: string | undefined;
  readonly types: readonly string[] | undefined;
  readonly search: string | undefined;
  /** Whose names are told; null for everybody's. */
  readonly named: Audience;
}

/** The rows that one relation reaches, as lines of a work list. */
function linesOf(
  relation: Relation,
  place: number,
  { row }: EntityMatch,
  { catalogue, search }: WorkOptions,
  bind: Bind,
): string | null {
  const kind = catalogue.kind(relation.target);
  if (!kind) return null;
  const reached = reachedBy(relation, row, bind);
  if (reached === null) return null;
  const { status, category } = statusOfRow(kind);
  const key = keyOf(kind);
  const conditions = [reached, 'NOT coalesce(t.deleted, false)'];
  if (search) {
    const term = bind(search.toLowerCase());
    conditions.push(
      `(contains(lower(coalesce(t.name, '')), ${term}) OR contains(lower(coalesce(${key}, '')), ${term}))`,
    );
  }
  return `SELECT t.uuid, '${kind.name}' AS kind, ${String(place)} AS place, t.name, ${key} AS key, ${typeColumn(kind)} AS type, ${status} AS status,
      ${category} AS category, ${actorColumn(kind)} AS actor, coalesce(greatest(t."updatedAt", t.${quoted(kind.timeAttribute)}), t."createdAt") AS last
    FROM ${quoted(kind.name)} t WHERE ${conditions.join(' AND ')}`;
}

/** The column of the type of an issue; no other kind has one. */
const typeColumn = ({ attributes }: Kind) =>
  attributes.some(({ name }) => name === 'issueType') ? `t.${quoted('issueType')}` : 'NULL';

interface WorkRow extends ActorRow {
  readonly uuid: string;
  readonly kind: string;
  readonly name: string | null;
  readonly key: string | null;
  readonly type: string | null;
  readonly status: string | null;
  readonly category: string | null;
  readonly places: readonly string[];
  readonly last: string | null;
}

function presentLine(relations: readonly Relation[], line: WorkRow): Work['data'][number] {
  const { uuid, kind, name, key, type, status, category, places, last } = line;
  return {
    entity: {
      uuid,
      kind,
      name: name !== null && isVisible(name) ? name : uuid,
      key,
      ...(type ? { type } : {}),
      status,
      statusCategory: category,
    },
    relations: places.flatMap((place) => relations[Number(place)]?.label ?? []),
    actor: actorOf(line),
    lastActivity: last === null ? null : isoOf(last),
  };
}

/** Every line once, with the places of the relations that lead to it: `line`; those of one person: `mine`. */
const linesIn = (
  lines: readonly string[],
  actor: string | null,
) => `line AS MATERIALIZED (SELECT uuid, kind, any_value(last) AS last,
    any_value(name) AS name, any_value(key) AS key, any_value(type) AS type, any_value(status) AS status, any_value(category) AS category,
    any_value(actor) AS actor, list_sort(list(DISTINCT place))::VARCHAR[] AS places
  FROM (${lines.join(' UNION ALL ')}) GROUP BY uuid, kind),
  mine AS (SELECT * FROM line ${actor === null ? '' : `WHERE actor = ${actor}::UUID`})`;

const COUNTS = `SELECT to_json(list({'kind': kind, 'total': total} ORDER BY kind))::VARCHAR AS counts
  FROM (SELECT kind, count(*)::INTEGER AS total FROM mine GROUP BY kind)`;
const MOST_ACTORS = 100;
/** The people of all work by name, because nobody is ranked. */
const ACTORS = `SELECT to_json(list({'uuid': uuid, 'name': name} ORDER BY name, uuid))::VARCHAR AS actors
  FROM (SELECT DISTINCT p.uuid::VARCHAR AS uuid, coalesce(p.name, '') AS name FROM line l JOIN "Person" p ON p.uuid = l.actor
    WHERE l.kind NOT IN (${[...NO_WORK].map((kind) => `'${kind}'`).join(', ')})
    ORDER BY name, uuid LIMIT ${String(MOST_ACTORS)})`;

const Counts = entityStoryContract.entityWork.output.shape.meta.shape.types;
type Counts = Work['meta']['types'];
const countsOf = (text: string | null | undefined): Counts => (text ? Counts.parse(JSON.parse(text)) : []);
const Actors = entityStoryContract.entityWork.output.shape.meta.shape.actors;
const actorsOf = (text: string | null | undefined): Work['meta']['actors'] =>
  text ? Actors.parse(JSON.parse(text)) : [];

/** What is said of all lines beside those of a page. */
interface Summary {
  readonly counts: string | null;
  readonly actors: string | null;
}
const SUMMARY = `(${COUNTS}) AS counts, (${ACTORS}) AS actors`;

/** A page of what an entity is related to, by when something last happened to it; a thing stands once. */
export async function entityWork(
  store: KeyedReader,
  found: EntityMatch,
  options: WorkOptions,
): Promise<Work> {
  const { page, pageSize, zone, actorUuid } = options;
  // Without a chosen type all are wanted.
  const types = options.types?.length ? options.types : undefined;
  const isWanted = (kind: string) => (types ? types.includes(kind) : !NO_WORK.has(kind));
  const relations = found.kind.relations.filter(leadsToWork(found.kind.name));
  const { values, bind } = parameters();
  const lines = relations.flatMap((relation, place) => linesOf(relation, place, found, options, bind) ?? []);
  const meta = { page, pageSize, timezone: zone.zone };
  if (lines.length === 0) return { data: [], meta: { ...meta, total: 0, types: [], actors: [] } };
  const all = `WITH ${await nearEdges(store, found, bind)}, ${linesIn(lines, actorUuid ? bind(actorUuid) : null)}`;
  const alone = values.slice();
  const kinds = bind(JSON.stringify(relations.map(({ target }) => target).filter(isWanted)));
  const [limit, offset] = [bind(pageSize), bind((page - 1) * pageSize)];
  const rows = await store.rows<WorkRow & Summary>(
    `${all}, shown AS (SELECT * FROM mine WHERE list_contains(from_json(${kinds}::JSON, '["VARCHAR"]'), kind)
       ORDER BY last DESC NULLS LAST, uuid LIMIT ${limit} OFFSET ${offset})
     SELECT s.* EXCLUDE (uuid, actor), s.uuid::VARCHAR AS uuid, ${ACTOR_COLUMNS}, ${SUMMARY}
     FROM shown s LEFT JOIN "Person" p ON p.uuid = s.actor ORDER BY s.last DESC NULLS LAST, s.uuid`,
    values,
  );
  // A page without rows has nobody to say the counts.
  const [row] = rows.length > 0 ? rows : await store.rows<Summary>(`${all} SELECT ${SUMMARY}`, alone);
  const counts = countsOf(row?.counts);
  // Where there is no work, what there is stands for it, such as the people of a team.
  if (!types && counts.length > 0 && !counts.some(({ kind }) => isWanted(kind)))
    return entityWork(store, found, { ...options, types: counts.map(({ kind }) => kind) });
  const total = counts.filter(({ kind }) => isWanted(kind)).reduce((sum, each) => sum + each.total, 0);
  return {
    data: rows.map((line) => presentLine(relations, namedFor(line, options.named))),
    meta: { ...meta, total, types: counts, actors: actorsOf(row?.actors) },
  };
}
