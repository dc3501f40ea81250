import { AppError } from '@cairn/contracts';
import { OwnTeam, REMOVED_TEAM_DAYS } from '@cairn/contracts/teams';
import { z } from 'zod';
import type { GraphWriter } from '../store/graph-writer.ts';
import { PUBLISH } from '../store/load.ts';
import { deleteFrom, insertInto, update, type Statement } from '../store/statement.ts';
import { SETTINGS, thereOf, type WantedTeam, withoutEdges } from './own-teams.ts';

type Rows = Pick<GraphWriter, 'rows'>;

/** A team as it was removed, with the teams that were within it. */
const Removed = OwnTeam.extend({ beneath: z.array(z.string()) });

const KEPT_MS = REMOVED_TEAM_DAYS * 86_400_000;
const MOMENT = 'make_timestamp($1::BIGINT * 1000)';

/** The statements that remove a team and keep what it was; its people, what it looked after and teams within it stay. */
export async function removalStatements(store: Rows, team: OwnTeam, now: number): Promise<Statement[]> {
  const { uuid } = team;
  const within = await store.rows<{ uuid: string }>(
    'SELECT uuid::VARCHAR AS uuid FROM "Team" WHERE "parentUuid" = $1::UUID',
    [uuid],
  );
  const kept = JSON.stringify({ ...team, beneath: within.map((each) => each.uuid) });
  return [
    deleteFrom('RemovedTeam', `"removedAt" < ${MOMENT}`, [String(now - KEPT_MS)]),
    insertInto('RemovedTeam', ['removedAt', 'uuid', 'team'], `SELECT ${MOMENT}, $2::UUID, $3`, [
      String(now),
      uuid,
      kept,
    ]),
    withoutEdges(uuid),
    update('Team', { parentUuid: 'NULL' }, 'WHERE "parentUuid" = $1::UUID', [uuid]),
    deleteFrom('Team', 'uuid = $1::UUID', [uuid]),
    deleteFrom('SourceRecord', `"entityUuid" = $1::UUID AND "sourceId" = '${SETTINGS}'`, [uuid]),
    PUBLISH,
  ];
}

/** A removed team without what is gone since, and the teams that were within it; throws where none is kept. */
export async function readRemoved(
  store: Rows,
  uuid: string,
  now: number,
): Promise<{ team: WantedTeam; beneath: readonly string[] }> {
  const [row] = await store.rows<{ team: string }>(
    `SELECT team::VARCHAR AS team FROM "RemovedTeam" WHERE "removedAt" >= ${MOMENT} AND uuid = $2::UUID
     ORDER BY "removedAt" DESC LIMIT 1`,
    [String(now - KEPT_MS), uuid],
  );
  if (!row) throw new AppError('not_found', 'There is no removed team of this organization with this uuid.');
  const { beneath, ...team } = Removed.parse(JSON.parse(row.team));
  const people = await thereOf(
    store,
    'Person',
    team.members.map((member) => member.uuid),
  );
  const still = async (kind: 'Repository' | 'Project', things: readonly { uuid: string }[]) => [
    ...(await thereOf(
      store,
      kind,
      things.map((thing) => thing.uuid),
    )),
  ];
  const above = await thereOf(store, 'Team', team.parent ? [team.parent.uuid] : []);
  return {
    team: {
      uuid,
      name: team.name,
      description: team.description,
      members: team.members.flatMap((member) =>
        people.has(member.uuid) ? [{ ...member, person: member.uuid }] : [],
      ),
      repositories: await still('Repository', team.repositories),
      projects: await still('Project', team.projects),
      parent: [...above][0] ?? null,
    },
    beneath,
  };
}

/** The statements that bring teams back beneath a restored one; those that are elsewhere or above it by now stay. */
export const putBack = (uuid: string, beneath: readonly string[]): Statement[] => [
  update(
    'Team',
    { parentUuid: '$1::UUID' },
    `WHERE "parentUuid" IS NULL AND uuid IN (SELECT unnest(from_json($2::JSON, '["UUID"]')))
       AND uuid NOT IN (WITH RECURSIVE above AS (SELECT $1::UUID AS uuid UNION
         SELECT p."parentUuid" FROM above a JOIN "Team" p ON p.uuid = a.uuid WHERE p."parentUuid" IS NOT NULL)
       SELECT uuid FROM above)`,
    [uuid, JSON.stringify(beneath)],
  ),
  deleteFrom('RemovedTeam', 'uuid = $1::UUID', [uuid]),
];
