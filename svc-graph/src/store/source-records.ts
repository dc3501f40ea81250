import { KINDS } from '@cairn/entities';
import type { Load } from './load.ts';
import { createTemp, deleteFrom, dropTemp, update } from './statement.ts';
import type { Statement } from './statement.ts';

/** A reading of a source: whose, of what kind, and when. */
export interface RecordedBy {
  readonly sourceId: string;
  readonly kind: string;
  /** Seconds since 1970, with milliseconds. */
  readonly at: number;
  /** The caller knows that the source has no record of any of the rows. */
  readonly isNew?: boolean;
}

/** The key of a record: a source has one of each thing that it knows. */
export const RECORD_KEY = ['entityUuid', 'sourceId'];

/** Records that a source knows these things. A known thing was seen again, and is there again. */
export function recordLoad(
  { sourceId, kind, at, isNew = false }: RecordedBy,
  things: readonly { readonly uuid: string; readonly externalId: string | null }[],
): Load {
  const rows = things.map(({ uuid, externalId }) => ({
    entityUuid: uuid,
    kind,
    sourceId,
    externalId,
    firstSeen: at,
    lastSeen: at,
    deleted: false,
  }));
  const match = { externalId: 'replace', lastSeen: 'greatest', deleted: 'replace' } as const;
  return { table: 'SourceRecord', rows, key: RECORD_KEY, ...(isNew ? { append: true } : { match }) };
}

const KIND_NAMES: ReadonlySet<string> = new Set(KINDS.map(({ name }) => name));

/** Rows that a source brings, with what says so: a column of edges and events, records beside anything else. */
export function ownedLoads(load: Load, by: Omit<RecordedBy, 'kind'>): Load[] {
  const { table, rows } = load;
  if (load.updateOnly === true) return [load];
  if (table === 'Event' || table === 'Relation' || table === 'VouchedEmail')
    return [{ ...load, rows: rows.map((row) => ({ ...row, sourceId: by.sourceId })) }];
  if (!KIND_NAMES.has(table)) return [load];
  const known = rows.map(({ uuid, externalId }) => ({
    uuid: String(uuid),
    externalId: typeof externalId === 'string' ? externalId : null,
  }));
  return [load, recordLoad({ ...by, kind: table }, known)];
}

/** Marks things of a source that a query of uuids does not give as gone from it, and the others as there. */
export function recordGone(
  { sourceId, kind }: Pick<RecordedBy, 'sourceId' | 'kind'>,
  there: string,
  params: readonly string[] = [],
): Statement[] {
  const gone = `"entityUuid" NOT IN (${there})`;
  const own = `WHERE t."sourceId" = $1 AND t.kind = '${kind}'`;
  const standing = `SELECT "entityUuid" FROM "SourceRecord" WHERE kind = '${kind}' AND NOT deleted`;
  const ofSource = `SELECT "entityUuid" FROM "SourceRecord" t ${own}`;
  return [
    update('SourceRecord', { deleted: gone }, `${own} AND t.deleted <> (${gone})`, [sourceId, ...params]),
    update(
      kind,
      { deleted: 'true' },
      `WHERE NOT t.deleted AND t.uuid IN (${ofSource} AND t.deleted) AND t.uuid NOT IN (${standing})`,
      [sourceId],
    ),
  ];
}

/** The temporary table of things that only the source knows, and of those that others know too. */
export const ONLY_HERE = 'temp.only_here';
export const ALSO_THERE = 'temp.also_there';

/** An edge stays where another source knows both of its ends. */
const OTHERS_EDGES = `SELECT e.rowid AS place, min(a."sourceId") AS "sourceId"
  FROM "Relation" e JOIN "SourceRecord" a ON a."entityUuid" = e."fromUuid"
    JOIN "SourceRecord" b ON b."entityUuid" = e."toUuid" AND b."sourceId" = a."sourceId"
  WHERE e."sourceId" = $1 AND a."sourceId" <> $1 AND e."fromUuid" IN (SELECT uuid FROM ${ALSO_THERE}) GROUP BY 1`;

/** Marks the sources that know some of the same things as to be built again; people are resolved at once. */
function outdateOthers(sourceId: string): Statement {
  return update(
    'Source',
    { state: `json_merge_patch(t.state, '{"outdated": true}')` },
    `WHERE t.id IN (SELECT r."sourceId" FROM "SourceRecord" r JOIN ${ALSO_THERE} a ON a.uuid = r."entityUuid"
      WHERE r."sourceId" <> $1 AND r.kind <> 'Person')`,
    [sourceId],
  );
}

/** Edges and events of what others know too become theirs. */
function handOver(sourceId: string): Statement[] {
  const params = [sourceId];
  return [
    update(
      'Relation',
      { sourceId: 's."sourceId"' },
      `FROM (${OTHERS_EDGES}) s WHERE t.rowid = s.place`,
      params,
    ),
    update(
      'Event',
      { sourceId: 's."sourceId"' },
      `FROM ${ALSO_THERE} s WHERE t."sourceId" = $1 AND t."entityUuid" = s.uuid`,
      params,
    ),
  ];
}

/**
 * Deletes what only this source knows, with its records, edges and events. What others know too stays. `more` runs
 * while the two temporary tables are there.
 */
export function forgetSource(sourceId: string, more: readonly Statement[] = []): Statement[] {
  const params = [sourceId];
  const own = 'SELECT "entityUuid" FROM "SourceRecord" WHERE "sourceId" = $1';
  const others = '"SourceRecord" WHERE "sourceId" <> $1';
  const gone = `(SELECT uuid FROM ${ONLY_HERE})`;
  return [
    createTemp(
      'also_there',
      `SELECT "entityUuid" AS uuid, min("sourceId") AS "sourceId" FROM ${others} AND "entityUuid" IN (${own}) GROUP BY 1`,
      params,
    ),
    createTemp(
      'only_here',
      `SELECT "entityUuid" AS uuid FROM (${own}) WHERE "entityUuid" NOT IN (SELECT uuid FROM ${ALSO_THERE})`,
      params,
    ),
    ...more,
    deleteFrom('Relation', '"sourceId" = $1', params),
    deleteFrom('Relation', `"fromUuid" IN ${gone} OR "toUuid" IN ${gone}`),
    deleteFrom('Event', '"sourceId" = $1', params),
    ...['SourceRecord', 'VouchedEmail'].map((table) => deleteFrom(table, '"sourceId" = $1', params)),
    ...KINDS.filter(({ name }) => name !== 'Event').map(({ name }) => deleteFrom(name, `uuid IN ${gone}`)),
    // What is derived of an issue has no record of its own.
    deleteFrom('TimeInStatus', `"issueUuid" IN ${gone}`),
    dropTemp('only_here'),
    dropTemp('also_there'),
  ];
}

/**
 * Deletes a source's rows for good: what others know too keeps its edges and events, and the others are to be built
 * again, since only they know what of it is theirs.
 */
export function removeSource(sourceId: string, more: readonly Statement[] = []): Statement[] {
  return forgetSource(sourceId, [...handOver(sourceId), ...more, outdateOthers(sourceId)]);
}
