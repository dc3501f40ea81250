import type { FeedChoices, FeedEvent, FeedFilter } from '@cairn/contracts/feed';
import type { ZoneTable } from '@cairn/query';
import type { Audience } from '../../query/passes/limit-people.ts';
import type { Reader } from '../../query/engine/reader.ts';
import { EVENT_COLUMNS, type EventRow, namedFor, presentEvent } from '../story/events.ts';

/** What somebody follows, by the uuids of now. */
export interface FollowedUuids {
  readonly people: readonly string[];
  readonly repositories: readonly string[];
  readonly projects: readonly string[];
  readonly teams: readonly string[];
}

export interface FeedOptions {
  readonly followed: FollowedUuids;
  readonly filter: FeedFilter;
  /** Instants in epoch ms; the end is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly zone: ZoneTable;
  readonly withoutBots: boolean;
  readonly page: number;
  readonly pageSize: number;
  /** Whose names are told; null for everybody's. */
  readonly named: Audience;
  /** Of which teams the caller may see what their members do. */
  readonly isOpen: (team: string) => boolean;
}

const FIRST_PARAMS = 2;
const uuidsOf = (at: number) => `SELECT unnest(from_json($${String(at)}::JSON, '["UUID"]'))`;
/** Who is in one of the teams now. */
const membersOf = (at: number) =>
  `SELECT "fromUuid" FROM "Relation" WHERE relation = 'memberOf' AND until IS NULL AND "toUuid" IN (${uuidsOf(at)})`;
const ofTeams = (at: number) => `(e."teamUuid" IN (${uuidsOf(at)}) OR e."actorUuid" IN (${membersOf(at)}))`;
const ofRepositories = (
  at: number,
) => `(e."repositoryUuid" IN (${uuidsOf(at)}) OR e."entityUuid" IN (${uuidsOf(at)})
    OR e."entityUuid" IN (SELECT "fromUuid" FROM "Relation" WHERE relation = 'inRepository' AND "toUuid" IN (${uuidsOf(at)})))`;
const ofProjects = (at: number) => `(e."projectUuid" IN (${uuidsOf(at)}) OR e."repositoryUuid" IN
    (SELECT uuid FROM "Repository" WHERE "projectUuid" IN (${uuidsOf(at)})))`;

/** The condition for what is followed; its lists are bound from `$3` on. */
function isFollowed({ people, repositories, projects, teams }: FollowedUuids): Bound {
  const ways: [readonly string[], (at: number) => string][] = [
    [people, (at) => `e."actorUuid" IN (${uuidsOf(at)})`],
    [repositories, ofRepositories],
    [projects, ofProjects],
    [teams, ofTeams],
  ];
  const used = ways.filter(([uuids]) => uuids.length > 0);
  const sql = used.map(([, way], index) => way(FIRST_PARAMS + 1 + index));
  return {
    sql: sql.length > 0 ? `(${sql.join(' OR ')})` : 'false',
    params: used.map(([uuids]) => JSON.stringify(uuids)),
  };
}

interface Bound {
  readonly sql: string;
  readonly params: readonly string[];
}

/** The condition of the filters; their lists are bound after the others. */
function fits({ types, projects, teams }: FeedFilter, after: number): Bound {
  const ways: [readonly string[], (at: number) => string][] = [
    [types, (at) => `list_contains(from_json($${String(at)}::JSON, '["VARCHAR"]'), e."entityType")`],
    [projects, ofProjects],
    [teams, ofTeams],
  ];
  const used = ways.filter(([values]) => values.length > 0);
  const sql = used.map(([, way], index) => `AND ${way(after + 1 + index)}`);
  return { sql: sql.join(' '), params: used.map(([values]) => JSON.stringify(values)) };
}

const instant = (ms: number) => new Date(ms).toISOString().slice(0, -1);

/** The events that a feed is made of, before its filters, and their parameters. */
function followedEvents({ followed, start, end, withoutBots }: FeedOptions): Bound {
  const is = isFollowed(followed);
  const bots = withoutBots ? ' AND NOT coalesce(p."isBot", false)' : '';
  return {
    sql: `FROM "Event" e LEFT JOIN "Person" p ON p.uuid = e."actorUuid"
      WHERE e."occurredAt" >= $1::TIMESTAMP AND e."occurredAt" < $2::TIMESTAMP AND ${is.sql}${bots}`,
    params: [instant(start), instant(end), ...is.params],
  };
}

/** What the filters may name: the kinds, projects and teams of the events. */
async function choicesOf(store: Reader, options: FeedOptions): Promise<FeedChoices> {
  const events = followedEvents(options);
  const rows = await store.rows<{ field: keyof FeedChoices; value: string; label: string; count: number }>(
    `WITH followed AS MATERIALIZED (SELECT e."entityType", e."actorUuid",
         coalesce(e."projectUuid", (SELECT r."projectUuid" FROM "Repository" r WHERE r.uuid = e."repositoryUuid")) AS project ${events.sql}),
       chosen AS (
         SELECT 'types' AS field, "entityType" AS value, "entityType" AS label, count(*)::INTEGER AS count FROM followed GROUP BY ALL
         UNION ALL SELECT 'projects', j.uuid::VARCHAR, j.name, count(*)::INTEGER FROM followed f JOIN "Project" j ON j.uuid = f.project GROUP BY ALL
         UNION ALL SELECT 'teams', t.uuid::VARCHAR, t.name, count(*)::INTEGER FROM followed f
           JOIN "Relation" m ON m.relation = 'memberOf' AND m.until IS NULL AND m."fromUuid" = f."actorUuid"
           JOIN "Team" t ON t.uuid = m."toUuid" GROUP BY ALL)
     SELECT * FROM chosen ORDER BY label, value LIMIT 200`,
    [...events.params],
  );
  const of = (field: keyof FeedChoices) =>
    rows.filter((row) => row.field === field).map(({ value, label, count }) => ({ value, label, count }));
  const teams = of('teams').filter(({ value }) => options.isOpen(value));
  return { types: of('types'), projects: of('projects'), teams };
}

interface FeedRow extends EventRow {
  readonly total: number;
  readonly placeUuid: string | null;
  readonly placeName: string | null;
}

/** A page of what happened to what is followed, newest first, and the choices of the filters. */
export async function readFeed(
  store: Reader,
  options: FeedOptions,
): Promise<{ data: FeedEvent[]; total: number; choices: FeedChoices }> {
  const { filter, zone, page, pageSize } = options;
  const events = followedEvents(options);
  const filtered = fits(filter, events.params.length);
  const bound = [...events.params, ...filtered.params];
  const [limit, offset] = [bound.length + 1, bound.length + 2];
  const read = store.rows<FeedRow>(
    `WITH told AS MATERIALIZED (SELECT e.rowid AS row, e."occurredAt", e.uuid ${events.sql} ${filtered.sql}),
       found AS (SELECT row AS at FROM told ORDER BY "occurredAt" DESC, uuid LIMIT $${String(limit)} OFFSET $${String(offset)})
     SELECT ${EVENT_COLUMNS}, (SELECT count(*)::INTEGER FROM told) AS total, coalesce(r.uuid, j.uuid)::VARCHAR AS "placeUuid", coalesce(r.name, j.name) AS "placeName"
     FROM found f JOIN "Event" e ON e.rowid = f.at LEFT JOIN "Person" p ON p.uuid = e."actorUuid"
       LEFT JOIN "Repository" r ON r.uuid = e."repositoryUuid" LEFT JOIN "Project" j ON j.uuid = e."projectUuid"
     ORDER BY e."occurredAt" DESC, e.uuid`,
    [...bound, pageSize, (page - 1) * pageSize],
  );
  const [rows, choices] = await Promise.all([read, choicesOf(store, options)]);
  const data = rows.map((row) => ({
    ...presentEvent(namedFor(row, options.named), zone),
    place: row.placeUuid === null ? null : { uuid: row.placeUuid, name: row.placeName ?? '' },
  }));
  return { data, total: rows[0]?.total ?? 0, choices };
}

/** The names of what is followed; what is no longer in the graph is left out. */
export function followedNames(
  store: Reader,
  { people, repositories, projects, teams }: FollowedUuids,
): Promise<{ kind: string; uuid: string; name: string }[]> {
  return store.rows(
    `SELECT kind, uuid::VARCHAR AS uuid, name FROM (
       SELECT 'person' AS kind, uuid, name FROM "Person" WHERE uuid IN (${uuidsOf(1)})
       UNION ALL SELECT 'repository', uuid, name FROM "Repository" WHERE uuid IN (${uuidsOf(2)})
       UNION ALL SELECT 'project', uuid, name FROM "Project" WHERE uuid IN (${uuidsOf(3)})
       UNION ALL SELECT 'team', uuid, name FROM "Team" WHERE uuid IN (${uuidsOf(4)}))
     WHERE name IS NOT NULL ORDER BY kind, name, uuid`,
    [people, repositories, projects, teams].map((uuids) => JSON.stringify(uuids)),
  );
}
