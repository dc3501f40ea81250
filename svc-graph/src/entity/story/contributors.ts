import type { OutputOf } from '@cairn/contracts';
import type { entityStoryContract } from '@cairn/contracts/story';
import type { Catalogue, Kind, Relation } from '@cairn/entities';
import type { ZoneTable } from '@cairn/query';
import { quoted } from '../../store/ddl.ts';
import type { EntityMatch } from '../find.ts';
import { sortsOf } from '../key-index/event-sorts.ts';
import { type KeyedReader, edgesOfPeople, namesAny } from '../key-index/keyed-rows.ts';
import { storyEvents } from './about.ts';
import { ACTOR_COLUMNS, type ActorRow, actorOf } from './events.ts';
import { type Bind, nearEdges, parameters, reachedBy } from './reach.ts';

type Contributors = OutputOf<typeof entityStoryContract.entityContributors>;

/** The role by which an action is known, and whose events of which it is so. */
const ROLE_OF_ACTION = `CASE
    WHEN e.action IN ('approved', 'changes_requested', 'reviewed') THEN 'Reviewer'
    WHEN e."entityType" = 'Commit' AND e.action = 'authored' THEN 'Author'
    WHEN e."entityType" = 'Commit' AND e.action = 'committed' THEN 'Committer'
    WHEN e.action = 'commented' THEN 'Commenter'
    WHEN e.action = 'merged' THEN 'Merged it'
    ELSE 'Contributor' END`;
/** Roles by events come after those that relations say: who made it before who spoke of it. The default comes last. */
const PLACES = ['Author', 'Committer', 'Merged it', 'Reviewer', 'Commenter', 'Contributor'] as const;
const BY_EVENT = 500;

/** What a person is by a relation whose label tells of the thing. */
const ROLES: Readonly<Record<string, string>> = {
  'Created by': 'Author',
  'Merged by': 'Merged it',
  'Published by': 'Published it',
  'Triggered by': 'Started it',
  'Logged by': 'Logged it',
  'Organised by': 'Organiser',
  'Attended by': 'Attendee',
  'Current assignee': 'Assignee',
  'Assignee when it was entered': 'Assignee',
  Mentions: 'Mentioned',
  // Of a daily summary.
  Person: 'Whose day it is',
};

/** The role that a relation to people gives each of them, such as "Reviewer" of "Reviewers". */
export function roleOf({ label, many }: Relation): string {
  return ROLES[label] ?? (many ? label.replace(/s$/, '') : label);
}

/** Whose issues a sprint or an epic has, as the issues of a placeholder. It reads `near_edge`. */
const ISSUES: Readonly<Record<string, (uuid: string) => string>> = {
  Sprint: () => `uuid IN (SELECT "fromUuid" FROM near_edge WHERE relation = 'inSprint' AND until IS NULL)`,
  Issue: (uuid) => `"epicUuid" = ${uuid}::UUID`,
};
const ASSIGNED = 'Assignee of its issues';

/** Who works on the issues of an entity; null for one that has none. */
function assigneesOf({ kind }: EntityMatch, uuid: string, place: number): string | null {
  const issues = ISSUES[kind.name]?.(uuid);
  return issues === undefined
    ? null
    : `SELECT "currentAssigneeUuid" AS person, ${text(ASSIGNED)} AS role, ${String(place)} AS place, max("updatedAt") AS latest
        FROM "Issue" WHERE ${issues} AND NOT coalesce(deleted, false) GROUP BY 1`;
}

const text = (value: string) => `'${value.replaceAll("'", "''")}'`;

const PLACE_LIST = `[${PLACES.map(text).join(', ')}]`;

/** The people of one relation of the entity of a placeholder. It reads `near_edge`. */
function peopleOf(kind: Kind, relation: Relation, uuid: string, role: string, place: number): string | null {
  const { via } = relation;
  const said = `${text(role)} AS role, ${String(place)} AS place, NULL::TIMESTAMP AS latest`;
  if (via.kind === 'link')
    return `SELECT t.${quoted(via.column)} AS person, ${said} FROM ${quoted(kind.name)} t WHERE t.uuid = ${uuid}::UUID`;
  if (via.kind !== 'edge') return null;
  const [here, there] = via.direction === 'out' ? ['fromUuid', 'toUuid'] : ['toUuid', 'fromUuid'];
  const ended = text(`Former ${role.toLowerCase()}`);
  const asNow = via.dated ? `CASE WHEN bool_or(r.until IS NULL) THEN role ELSE ${ended} END` : 'role';
  return `SELECT person, ${asNow} AS role, place, latest
    FROM (SELECT r.${quoted(there ?? '')} AS person, r.until, ${said} FROM near_edge r
      WHERE r.relation = ${text(via.relation)} AND r.${quoted(here ?? '')} = ${uuid}::UUID) r GROUP BY person, r.role, place, latest`;
}

/** The commits of an entity `$` whose authors contribute to it, as a query of uuids. It reads `near_edge`. */
const COMMITS: Readonly<Record<string, (uuid: string, store: KeyedReader) => string>> = {
  // The commits of a merged branch are on another one, and still in its pull request.
  Branch: (uuid, store) => `SELECT uuid FROM "Commit" WHERE "branchUuid" = ${uuid}::UUID
    UNION ALL SELECT r."toUuid" FROM "Relation" r WHERE r.relation = 'hasCommit'
      AND ${namesAny(store, 'Relation', 'r', `SELECT uuid FROM "PullRequest" WHERE "branchUuid" = ${uuid}::UUID`)}`,
  Repository: (uuid) => `SELECT uuid FROM "Commit" WHERE "repositoryUuid" = ${uuid}::UUID
    UNION ALL SELECT "fromUuid" FROM near_edge WHERE relation = 'inRepository'`,
  Release: () => `SELECT "toUuid" FROM near_edge WHERE relation = 'includes'`,
  SourceFile: () => `SELECT "fromUuid" FROM near_edge WHERE relation IN ('touches', 'touchedBefore')`,
};

/** Who wrote the commits of an entity: who only committed what others wrote did not contribute to a file. */
function selectAuthors(commits: string, onDefaultBranch: boolean): string {
  const branch = `AND c."branchUuid" IN (SELECT uuid FROM "Branch" WHERE status = 'default')`;
  return `SELECT c."authorUuid" AS person, 'Author' AS role, ${String(BY_EVENT)} AS place, max(c."authoredAt") AS latest
    FROM "Commit" c WHERE c.uuid IN (${commits}) AND NOT coalesce(c.deleted, false) ${onDefaultBranch ? branch : ''} GROUP BY 1`;
}

interface Asked {
  readonly store: KeyedReader;
  readonly sorts: string;
  readonly onDefaultBranch: boolean;
}

/** People of the entity itself: by its relations, by the commits that it has, and by what they did in its story. */
function firstDegree(found: EntityMatch, { store, sorts, onDefaultBranch }: Asked, bind: Bind): string[] {
  const { kind, row } = found;
  const itself = bind(String(row['uuid']));
  const related = kind.relations
    .filter(({ target }) => target === 'Person')
    .flatMap((relation, place) => peopleOf(kind, relation, itself, roleOf(relation), place) ?? []);
  const acting = `SELECT e."actorUuid" AS person, ${ROLE_OF_ACTION} AS role,
      ${String(BY_EVENT)} + list_position(${PLACE_LIST}, ${ROLE_OF_ACTION}) AS place, e.latest
    FROM (${sorts}) e`;
  const commits = COMMITS[kind.name]?.(itself, store);
  const told =
    commits === undefined
      ? [acting]
      : [`${acting} WHERE e."entityType" <> 'Commit'`, selectAuthors(commits, onDefaultBranch)];
  const assigned = assigneesOf(found, itself, kind.relations.length);
  return [...related, ...(assigned === null ? [] : [assigned]), ...told].map(
    (sql) => `SELECT *, 1 AS degree FROM (${sql})`,
  );
}

interface Ways {
  /** Common table expressions that the queries read, by name. */
  readonly tables: Readonly<Record<string, string>>;
  readonly queries: readonly string[];
}

/** The people of the rows of one kind that the entity is related to; the rows are read once. */
function peopleNear(near: Kind, conditions: readonly string[]): Ways {
  const people = near.relations
    .map((relation, place) => ({ relation, place, role: `${near.label}: ${roleOf(relation).toLowerCase()}` }))
    .filter(({ relation }) => relation.target === 'Person');
  const linked = people.flatMap(({ relation: { via }, ...said }) =>
    via.kind === 'link' ? [{ column: via.column, ...said }] : [],
  );
  const rows = `near_${near.name}`;
  const columns = [...new Set(linked.map(({ column }) => `, t.${quoted(column)}`))].join('');
  const table = `(SELECT t.uuid${columns} FROM ${quoted(near.name)} t WHERE ${conditions.join(' OR ')})`;
  const listed = (of: (each: (typeof linked)[number]) => string) => `unnest([${linked.map(of).join(', ')}])`;
  const byLinks = `SELECT ${listed(({ column }) => quoted(column))} AS person, ${listed(({ role }) => text(role))} AS role,
      ${listed(({ place }) => String(place))} AS place, NULL::TIMESTAMP AS latest FROM ${rows}`;
  const byEdges = people.flatMap(({ relation: { via }, role, place }) => {
    if (via.kind !== 'edge') return [];
    const [here, there] = via.direction === 'out' ? ['fromUuid', 'toUuid'] : ['toUuid', 'fromUuid'];
    return `SELECT r.${quoted(there ?? '')} AS person, ${text(role)} AS role, ${String(place)} AS place, NULL::TIMESTAMP AS latest FROM far_edge r
      WHERE r.relation = ${text(via.relation)} AND r.${quoted(here ?? '')} IN (SELECT uuid FROM ${rows})`;
  });
  return { tables: { [rows]: table }, queries: linked.length > 0 ? [byLinks, ...byEdges] : byEdges };
}

/** People of what the entity is related to, such as the authors of the commits of a pull request. */
function secondDegree(
  store: KeyedReader,
  { kind, row }: EntityMatch,
  catalogue: Catalogue,
  bind: Bind,
): Ways {
  const conditions = new Map<string, string[]>();
  for (const relation of kind.relations) {
    if (['Person', 'Event', 'Team', 'TimeInStatus'].includes(relation.target)) continue;
    const near = catalogue.kind(relation.target);
    const hasPeople = near?.relations.some(
      ({ target, via }) => target === 'Person' && via.kind !== 'inverse',
    );
    const condition = hasPeople ? reachedBy(relation, row, bind) : null;
    if (condition !== null)
      conditions.set(relation.target, [...(conditions.get(relation.target) ?? []), condition]);
  }
  const ways = [...conditions].flatMap(([name, each]) => {
    const near = catalogue.kind(name);
    return near ? [peopleNear(near, each)] : [];
  });
  const tables = Object.fromEntries(ways.flatMap((each) => Object.entries(each.tables)));
  const near = Object.keys(tables).map((name) => `SELECT uuid FROM ${name}`);
  if (near.length === 0) return NO_WAYS;
  return {
    tables: { ...tables, far_edge: farEdges(store, near.join(' UNION ALL ')) },
    queries: ways.flatMap(({ queries }) => queries).map((sql) => `SELECT *, 2 AS degree FROM (${sql})`),
  };
}

const NO_WAYS: Ways = { tables: {}, queries: [] };

/** The edges of people at the rows that the entity is related to, read once where an index has them. */
const farEdges = (store: KeyedReader, uuids: string) =>
  `(${edgesOfPeople(store, ['relation', 'fromUuid', 'toUuid'], uuids) ?? 'SELECT relation, "fromUuid", "toUuid" FROM "Relation"'})`;

interface ContributorRow extends ActorRow {
  readonly email: string | null;
  readonly roles: readonly string[];
  readonly degree: number;
  readonly total: number;
}

/** A page of the people of an entity: by degree, role and latest activity, bots last, and never by how much they did. */
export async function entityContributors(
  store: KeyedReader,
  found: EntityMatch,
  {
    page,
    pageSize,
    zone,
    degrees,
    onDefaultBranch,
    catalogue,
  }: {
    page: number;
    pageSize: number;
    zone: ZoneTable;
    degrees: number;
    onDefaultBranch: boolean;
    catalogue: Catalogue;
  },
): Promise<Contributors> {
  const { values, bind } = parameters();
  const sorts = sortsOf(store, await storyEvents(store, found));
  const first = firstDegree(found, { store, sorts, onDefaultBranch }, bind);
  const second = degrees > 1 ? secondDegree(store, found, catalogue, bind) : NO_WAYS;
  const ways = [...first, ...second.queries];
  const tables = Object.entries(second.tables).map(([name, sql]) => `${name} AS MATERIALIZED ${sql}`);
  const own = bind(String(found.row['uuid']));
  const rows = await store.rows<ContributorRow>(
    `WITH ${[await nearEdges(store, found, bind), ...tables].join(', ')}, way AS (SELECT coalesce(j."personUuid", w.person) AS person, role, min(degree * 1000 + place) AS place, max(latest) AS latest FROM (${ways.join(' UNION ALL ')}) w
         LEFT JOIN "JoinedPerson" j ON j."accountUuid" = w.person
         WHERE w.person IS NOT NULL AND w.person <> ${own}::UUID GROUP BY ALL),
       contributor AS (SELECT person, min(place) AS place, max(latest) AS latest, list(role ORDER BY place, role) AS roles FROM way GROUP BY person)
     SELECT ${ACTOR_COLUMNS}, p.email, c.roles, (c.place // 1000)::INTEGER AS degree, (count(*) OVER ())::INTEGER AS total
     FROM contributor c JOIN "Person" p ON p.uuid = c.person WHERE NOT coalesce(p.deleted, false)
     ORDER BY degree, "actorIsBot", c.place, c.latest DESC NULLS LAST, p.name, p.uuid LIMIT ${bind(pageSize)} OFFSET ${bind((page - 1) * pageSize)}`,
    values,
  );
  const data = rows.flatMap((row) => {
    const actor = actorOf(row);
    return actor
      ? [{ actor: { ...actor, email: row.email }, relations: [...row.roles], degree: row.degree }]
      : [];
  });
  return { data, meta: { page, pageSize, total: rows[0]?.total ?? 0, timezone: zone.zone } };
}
