import { AppError, type OrgId } from '@cairn/contracts';
import type { OwnTeam } from '@cairn/contracts/teams';
import type { GraphStores } from '../store/graph-stores.ts';
import type { GraphWriter } from '../store/graph-writer.ts';
import { loadStatements, PUBLISH, type Row } from '../store/load.ts';
import { recordLoad } from '../store/source-records.ts';
import { deleteFrom, type Statement } from '../store/statement.ts';

type Rows = Pick<GraphWriter, 'rows'>;

/** What rows say that admins made, in the place of a source. */
export const SETTINGS = 'settings';

/** The teams that admins made. */
const OWN = `SELECT "entityUuid" FROM "SourceRecord" WHERE kind = 'Team' AND "sourceId" = '${SETTINGS}'`;

/** A team as an admin wants it. */
export interface WantedTeam {
  readonly uuid: string;
  readonly name: string;
  readonly description: string;
  readonly members: readonly {
    readonly person: string;
    readonly role: string;
    readonly since: string | null;
    readonly until: string | null;
  }[];
  readonly repositories: readonly string[];
  readonly projects: readonly string[];
  readonly parent: string | null;
}

/** The day of a moment; null for none. */
const dayOf = (column: string) => `strftime(${column}, '%Y-%m-%d')`;

/** What teams look after, by relation and kind. */
const OWNED = [
  ['ownsRepository', 'Repository'],
  ['ownsProject', 'Project'],
] as const;

/** The things of one kind that teams of admins look after, by name. */
const ownedOf = (store: Rows, [relation, kind]: (typeof OWNED)[number]) =>
  store.rows<{ team: string; uuid: string; name: string }>(
    `SELECT o."fromUuid"::VARCHAR AS team, r.uuid::VARCHAR AS uuid, r.name FROM "Relation" o
       JOIN "${kind}" r ON r.uuid = o."toUuid"
     WHERE o.relation = '${relation}' AND o."sourceId" = '${SETTINGS}' ORDER BY lower(r.name), r.uuid`,
  );

interface TeamOwnRow {
  readonly uuid: string;
  readonly name: string;
  readonly description: string | null;
  readonly parentUuid: string | null;
  readonly parentName: string | null;
}

/** The teams that admins made, by name, with their people and what they look after. */
export async function readOwnTeams(store: Rows): Promise<OwnTeam[]> {
  const teams = await store.rows<TeamOwnRow>(
    `SELECT t.uuid::VARCHAR AS uuid, t.name, t.description, p.uuid::VARCHAR AS "parentUuid", p.name AS "parentName"
     FROM "Team" t LEFT JOIN "Team" p ON p.uuid = t."parentUuid" WHERE t.uuid IN (${OWN}) ORDER BY lower(t.name), t.uuid`,
  );
  const members = await store.rows<OwnTeam['members'][number] & { team: string }>(
    `SELECT m."toUuid"::VARCHAR AS team, p.uuid::VARCHAR AS uuid, p.name, coalesce(m.role, 'member') AS role,
       ${dayOf('m.since')} AS since, ${dayOf('m.until')} AS until
     FROM "Relation" m JOIN "Person" p ON p.uuid = m."fromUuid"
     WHERE m.relation = 'memberOf' AND m."sourceId" = '${SETTINGS}' ORDER BY lower(p.name), p.uuid, m.since`,
  );
  const [repositories, projects] = [await ownedOf(store, OWNED[0]), await ownedOf(store, OWNED[1])];
  const of = <Item extends { readonly team: string }>(items: readonly Item[], uuid: string) =>
    items.flatMap(({ team, ...item }) => (team === uuid ? [item] : []));
  return teams.map(({ uuid, name, description, parentUuid, parentName }) => ({
    uuid,
    name,
    description: description ?? '',
    members: of(members, uuid),
    repositories: of(repositories, uuid),
    projects: of(projects, uuid),
    parent: parentUuid === null ? null : { uuid: parentUuid, name: parentName ?? '' },
  }));
}

/** Whether an admin of the org made a team, so that what settings fill is offered. */
export async function hasOwnTeams(stores: Pick<GraphStores, 'open'>, orgId: OrgId): Promise<boolean> {
  const store = await stores.open(orgId);
  return (await store.rows(`${OWN} LIMIT 1`)).length > 0;
}

/** Refuses a team that no admin made. */
export async function checkOwn(store: Rows, uuid: string): Promise<OwnTeam> {
  const team = (await readOwnTeams(store)).find((each) => each.uuid === uuid);
  if (team) return team;
  throw new AppError('not_found', 'There is no team of this organization with this uuid that an admin made.');
}

type Kind = 'Person' | 'Repository' | 'Project' | 'Team';

/** The things of these uuids that are there and not deleted. */
export async function thereOf(
  store: Rows,
  kind: Kind,
  uuids: readonly string[],
): Promise<ReadonlySet<string>> {
  const listed = `SELECT unnest(from_json($1::JSON, '["UUID"]'))`;
  const sql = `SELECT DISTINCT uuid::VARCHAR AS uuid FROM "${kind}" WHERE uuid IN (${listed}) AND NOT coalesce(deleted, false)`;
  const rows = await store.rows<{ uuid: string }>(sql, [JSON.stringify(uuids)]);
  return new Set(rows.map(({ uuid }) => uuid));
}

/** Refuses things that are not there. */
async function checkThere(store: Rows, kind: Kind, uuids: readonly string[], word: string): Promise<void> {
  const there = await thereOf(store, kind, uuids);
  if (there.size < new Set(uuids).size) throw new AppError('not_found', `There is no such ${word}.`);
}

/** Refuses a team within itself, also by way of others. */
async function checkParent(store: Rows, { uuid, parent }: WantedTeam): Promise<void> {
  if (parent === null) return;
  await checkThere(store, 'Team', [parent], 'team');
  // UNION ends also where teams of a source are within each other.
  const within = await store.rows(
    `WITH RECURSIVE above AS (SELECT $1::UUID AS uuid UNION
       SELECT t."parentUuid" FROM above a JOIN "Team" t ON t.uuid = a.uuid WHERE t."parentUuid" IS NOT NULL)
     SELECT 1 FROM above WHERE uuid = $2::UUID`,
    [parent, uuid],
  );
  if (within.length > 0) throw new AppError('conflict', 'A team cannot be within itself.');
}

/** Refuses what is not there, a name that another team has, and a circle of teams. */
export async function checkTeam(store: Rows, team: WantedTeam): Promise<void> {
  const people = team.members.map(({ person }) => person);
  await checkThere(store, 'Person', people, 'person');
  await checkThere(store, 'Repository', team.repositories, 'repository');
  await checkThere(store, 'Project', team.projects, 'project');
  await checkParent(store, team);
  const alike = await store.rows(
    `SELECT 1 FROM "Team" WHERE lower(name) = lower($1) AND uuid <> $2::UUID AND NOT coalesce(deleted, false) LIMIT 1`,
    [team.name, team.uuid],
  );
  if (alike.length > 0) throw new AppError('conflict', `Another team is called ${team.name}.`);
}

const seconds = (day: string | null) => (day === null ? null : Date.parse(`${day}T00:00:00Z`) / 1_000);

/** The statement that takes people and what it looks after from a team. */
export const withoutEdges = (uuid: string): Statement =>
  deleteFrom(
    'Relation',
    `"sourceId" = '${SETTINGS}' AND ((relation = 'memberOf' AND "toUuid" = $1::UUID) OR (relation IN ('ownsRepository', 'ownsProject') AND "fromUuid" = $1::UUID))`,
    [uuid],
  );

/** The statements that make a team what an admin wants it to be. */
export function teamStatements(team: WantedTeam, at: number): Statement[] {
  const { uuid, name, description } = team;
  const members = team.members.map(({ person, role, since, until }): Row => ({
    relation: 'memberOf',
    fromUuid: person,
    toUuid: uuid,
    since: seconds(since),
    until: seconds(until),
    role,
    sourceId: SETTINGS,
  }));
  const ownedBy = (relation: string, things: readonly string[]) =>
    [...new Set(things)].map((thing): Row => ({
      relation,
      fromUuid: uuid,
      toUuid: thing,
      sourceId: SETTINGS,
    }));
  const row = {
    uuid,
    name,
    description,
    parentUuid: team.parent,
    integration: SETTINGS,
    externalId: uuid,
    deleted: false,
  };
  const match = {
    name: 'replace',
    description: 'replace',
    parentUuid: 'replace',
    deleted: 'replace',
  } as const;
  const edges = [
    members,
    ownedBy('ownsRepository', team.repositories),
    ownedBy('ownsProject', team.projects),
  ].filter((rows) => rows.length > 0);
  return [
    ...loadStatements({ table: 'Team', rows: [row], match }),
    ...loadStatements(recordLoad({ sourceId: SETTINGS, kind: 'Team', at }, [{ uuid, externalId: uuid }])),
    withoutEdges(uuid),
    ...edges.flatMap((rows) => loadStatements({ table: 'Relation', rows, append: true })),
    PUBLISH,
  ];
}
