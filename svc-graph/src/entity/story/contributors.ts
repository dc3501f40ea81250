import type { OutputOf } from '@cairn/contracts';
import type { entityStoryContract } from '@cairn/contracts/story';
import type { Catalogue, Kind, Relation } from '@cairn/entities';
import type { ZoneTable } from '@cairn/query';
import type { Reader } from '../../query/engine/reader.ts';
import { quoted } from '../../store/ddl.ts';
import type { EntityMatch } from '../find.ts';
import { isAbout } from './about.ts';
import { ACTOR_COLUMNS, type ActorRow, actorOf } from './events.ts';
import { type Bind, nearEdges, parameters, reachedBy } from './reach.ts';

type Contributors = OutputOf<typeof entityStoryContract.entityContributors>;

/** The role by which an action is known, and whose events of which it is so. */
const ROLE_OF_ACTION = `CASE
    WHEN e.action IN ('approved', 'changes_requested', 'reviewed') THEN 'Reviewer'
    WHEN e."entityType" = 'Commit' THEN 'Committer'
    WHEN e.action = 'commented' THEN 'Commenter'
    WHEN e.action = 'merged' THEN 'Merged by'
    ELSE 'Contributor' END`;
/** Roles by events come after those that relations say; the default comes last. */
const BY_EVENT = 500;
const BY_DEFAULT = 900;

/** The role that a relation to people gives each of them, such as "Reviewer" of "Reviewers". */
export function roleOf({ label, many }: Relation): string {
  if (label === 'Mentions') return 'Mentioned';
  return many ? label.replace(/s$/, '') : label;
}

const text = (value: string) => `'${value.replaceAll("'", "''")}'`;

/** The people of one relation of rows `t`, whose condition is given. */
function peopleOf(
  kind: Kind,
  relation: Relation,
  condition: string,
  role: string,
  place: number,
): string | null {
  const { via } = relation;
  const said = `${text(role)} AS role, ${String(place)} AS place`;
  if (via.kind === 'link')
    return `SELECT t.${quoted(via.column)} AS person, ${said} FROM ${quoted(kind.name)} t WHERE ${condition}`;
  if (via.kind !== 'edge') return null;
  const [here, there] = via.direction === 'out' ? ['fromUuid', 'toUuid'] : ['toUuid', 'fromUuid'];
  return `SELECT r.${quoted(there ?? '')} AS person, ${said} FROM "Relation" r
    WHERE r.relation = ${text(via.relation)} AND r.${quoted(here ?? '')} IN (SELECT t.uuid FROM ${quoted(kind.name)} t WHERE ${condition})`;
}

/** People of the entity itself: by its relations, and by what they did in its story. */
function firstDegree({ kind, row }: EntityMatch, bind: Bind): string[] {
  const itself = `t.uuid = ${bind(String(row['uuid']))}::UUID`;
  const related = kind.relations
    .filter(({ target }) => target === 'Person')
    .flatMap((relation, place) => peopleOf(kind, relation, itself, roleOf(relation), place) ?? []);
  const acting = `SELECT e."actorUuid" AS person, ${ROLE_OF_ACTION} AS role,
      CASE ${ROLE_OF_ACTION} WHEN 'Contributor' THEN ${String(BY_DEFAULT)} ELSE ${String(BY_EVENT)} END AS place
    FROM "Event" e WHERE ${isAbout(kind.name)}`;
  return [...related, acting].map((sql) => `SELECT *, 1 AS degree FROM (${sql})`);
}

/** People of what the entity is related to, such as the authors of the commits of a pull request. */
function secondDegree({ kind, row }: EntityMatch, catalogue: Catalogue, bind: Bind): string[] {
  return kind.relations
    .filter(({ target }) => !['Person', 'Event', 'Team', 'TimeInStatus'].includes(target))
    .flatMap((relation) => {
      const near = catalogue.kind(relation.target);
      const people =
        near?.relations.filter(({ target, via }) => target === 'Person' && via.kind !== 'inverse') ?? [];
      const condition = people.length > 0 ? reachedBy(relation, row, bind) : null;
      if (!near || condition === null) return [];
      return people.flatMap((each, place) => {
        const role = `${near.label}: ${roleOf(each).toLowerCase()}`;
        return peopleOf(near, each, condition, role, place) ?? [];
      });
    })
    .map((sql) => `SELECT *, 2 AS degree FROM (${sql})`);
}

interface ContributorRow extends ActorRow {
  readonly email: string | null;
  readonly roles: readonly string[];
  readonly degree: number;
  readonly total: number;
}

/** A page of the people of an entity: by degree, role and name, bots last, and never by how much they did. */
export async function entityContributors(
  store: Reader,
  found: EntityMatch,
  {
    page,
    pageSize,
    zone,
    degrees,
    catalogue,
  }: { page: number; pageSize: number; zone: ZoneTable; degrees: number; catalogue: Catalogue },
): Promise<Contributors> {
  const { values, bind } = parameters();
  const first = firstDegree(found, bind);
  const ways = degrees > 1 ? [...first, ...secondDegree(found, catalogue, bind)] : first;
  const own = bind(String(found.row['uuid']));
  const rows = await store.rows<ContributorRow>(
    `WITH ${nearEdges(found.row, bind)}, way AS (SELECT DISTINCT coalesce(j."personUuid", w.person) AS person, role, place, degree FROM (${ways.join(' UNION ALL ')}) w
         LEFT JOIN "JoinedPerson" j ON j."accountUuid" = w.person
         WHERE w.person IS NOT NULL AND w.person <> ${own}::UUID),
       role AS (SELECT person, role, min(degree * 1000 + place) AS place FROM way GROUP BY ALL),
       contributor AS (SELECT person, min(place) AS place, list(role ORDER BY place, role) AS roles FROM role GROUP BY person)
     SELECT ${ACTOR_COLUMNS}, p.email, c.roles, (c.place // 1000)::INTEGER AS degree, (count(*) OVER ())::INTEGER AS total
     FROM contributor c JOIN "Person" p ON p.uuid = c.person WHERE NOT coalesce(p.deleted, false)
     ORDER BY degree, "actorIsBot", c.place, p.name, p.uuid LIMIT ${bind(pageSize)} OFFSET ${bind((page - 1) * pageSize)}`,
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
