import type { OutputOf } from '@cairn/contracts';
import type { entityStoryContract } from '@cairn/contracts/story';
import type { ZoneTable } from '@cairn/query';
import type { Audience } from '../../query/passes/limit-people.ts';
import { type EntityMatch, isoOf } from '../find.ts';
import type { KeyedReader } from '../key-index/keyed-rows.ts';
import { isAbout } from './about.ts';
import { EVENT_COLUMNS, type EventRow, namedFor, timelineEvent } from './events.ts';

type Around = OutputOf<typeof entityStoryContract.entityAround>;

/** The attributes that tell the moment an entity is about, the most telling first. */
const MOMENTS = [
  'detectedAt',
  'mergedAt',
  'finishedAt',
  'publishedAt',
  'committedAt',
  'submittedAt',
  'startTime',
  'recordedAt',
  'dayStart',
  'completedAt',
  'closedAt',
  'createdAt',
];
const HALF_WINDOW = "INTERVAL '1 day'";

/** The columns of an event that say where it happened, and the value of each for a row. */
function placesOf({ kind, row }: EntityMatch): [column: string, uuid: string][] {
  const itself: Readonly<Record<string, string>> = {
    Repository: 'repositoryUuid',
    Project: 'projectUuid',
    Channel: 'channelUuid',
    Sprint: 'sprintUuid',
    Team: 'teamUuid',
    Person: 'actorUuid',
  };
  const own = itself[kind.name];
  const columns = ['repositoryUuid', 'projectUuid', 'channelUuid', 'sprintUuid'];
  const named = columns.flatMap((column): [string, string][] => {
    const value = row[column] ?? (column === 'sprintUuid' ? row['currentSprintUuid'] : undefined);
    return typeof value === 'string' ? [[column, value]] : [];
  });
  return own ? [[own, String(row['uuid'])], ...named] : named;
}

/** The places of what an entity belongs to, such as the project of a comment's issue. */
const PARENTS = ['issueUuid', 'pullRequestUuid', 'commitUuid'];
const PARENT_KIND: Readonly<Record<string, string>> = {
  issueUuid: 'Issue',
  pullRequestUuid: 'PullRequest',
  commitUuid: 'Commit',
};

async function placesAround(store: KeyedReader, found: EntityMatch): Promise<[string, string][]> {
  const places = placesOf(found);
  if (places.length > 0) return places;
  for (const column of PARENTS) {
    const parent = found.row[column];
    if (typeof parent !== 'string') continue;
    const [row] = await store.rows<Record<string, unknown>>(
      `SELECT * FROM "${PARENT_KIND[column] ?? 'Issue'}" WHERE uuid = $1::UUID`,
      [parent],
    );
    if (row) return placesOf({ kind: found.kind, row });
  }
  const person = ['personUuid', 'organiserUuid', 'authorUuid']
    .map((column) => found.row[column])
    .find((value) => typeof value === 'string');
  return person === undefined ? [] : [['actorUuid', person]];
}

/** What else happened in the repository, project, channel or sprint of an entity within a day of a moment. */
export async function entityAround(
  store: KeyedReader,
  found: EntityMatch,
  {
    at,
    zone,
    page,
    pageSize,
    withoutBots,
    named,
  }: {
    at: string | undefined;
    zone: ZoneTable;
    page: number;
    pageSize: number;
    withoutBots: boolean;
    named: Audience;
  },
): Promise<Around> {
  const known = MOMENTS.map((name) => found.row[name]).find((value) => value !== null && value !== undefined);
  const moment = at ?? (known === undefined ? null : isoOf(known));
  const places = await placesAround(store, found);
  const meta = { page, pageSize, timezone: zone.zone, at: moment };
  if (moment === null || places.length === 0) return { data: [], meta: { ...meta, total: 0 } };
  const where = places.map(([column], index) => `e."${column}" = $${String(index + 5)}::UUID`).join(' OR ');
  const rows = await store.rows<EventRow & { readonly total: number }>(
    `SELECT ${EVENT_COLUMNS}, (count(*) OVER ())::INTEGER AS total FROM "Event" e LEFT JOIN "Person" p ON p.uuid = e."actorUuid"
     WHERE e."occurredAt" BETWEEN $2::TIMESTAMP - ${HALF_WINDOW} AND $2::TIMESTAMP + ${HALF_WINDOW} AND (${where})
       AND NOT coalesce(${await isAbout(store, found)}, false)${withoutBots ? ' AND NOT coalesce(p."isBot", false)' : ''}
     ORDER BY e."occurredAt" DESC, e.uuid LIMIT $3 OFFSET $4`,
    [
      String(found.row['uuid']),
      moment.slice(0, -1),
      pageSize,
      (page - 1) * pageSize,
      ...places.map(([, uuid]) => uuid),
    ],
  );
  const data = rows.map((row) => timelineEvent(namedFor(row, named), zone));
  return { data, meta: { ...meta, total: rows[0]?.total ?? 0 } };
}
