import { instantOf, isZone, zoneTable } from '@cairn/query';
import type { EntityMatch } from '../find.ts';
import type { StoryEvents } from '../key-index/event-sorts.ts';
import { type KeyedReader, namedRows } from '../key-index/keyed-rows.ts';
import { entitiesAt } from './reach.ts';

/** The column of an event that names the entity whose story it belongs to, beside its own entity. */
const COLUMN: Readonly<Record<string, string>> = {
  Person: 'actorUuid',
  Issue: 'issueUuid',
  PullRequest: 'pullRequestUuid',
  Project: 'projectUuid',
  Team: 'teamUuid',
  Sprint: 'sprintUuid',
  Channel: 'channelUuid',
  Repository: 'repositoryUuid',
};

/** The issues of an epic. */
const CHILDREN = `SELECT uuid FROM "Issue" WHERE "epicUuid" = $1::UUID`;

/** The pull requests of a branch, which keep its commits after a merge. */
const PULLS = `SELECT uuid FROM "PullRequest" WHERE "branchUuid" = $1::UUID`;

/** The meetings of a day, whoever held them. */
const meetings = (store: KeyedReader) => entitiesAt(store, 'covers', 'fromUuid', '$1');

const replies = (kind: string) => () => `SELECT uuid FROM "${kind}" WHERE "replyToUuid" = $1::UUID`;

/** Other entities whose own events belong to the story of the entity `$1`, as a query of uuids. */
const ENTITIES: Readonly<Record<string, (store: KeyedReader) => string>> = {
  Repository: (store) => entitiesAt(store, 'inRepository', 'toUuid', '$1'),
  Branch: () => `SELECT uuid FROM "Commit" WHERE "branchUuid" = $1::UUID UNION ALL ${PULLS}`,
  Issue: () => CHILDREN,
  SourceFile: (store) => entitiesAt(store, 'touches', 'toUuid', '$1'),
  Release: (store) => entitiesAt(store, 'includes', 'fromUuid', '$1'),
  Commit: () => `SELECT uuid FROM "CicdPipeline" WHERE "commitUuid" = $1::UUID
    UNION ALL SELECT uuid FROM "Release" WHERE "commitUuid" = $1::UUID`,
  CicdPipeline: () => `SELECT uuid FROM "Issue" WHERE "causedByUuid" = $1::UUID`,
  PullRequestReview: () => `SELECT uuid FROM "PullRequestReviewComment" WHERE "reviewUuid" = $1::UUID`,
  PullRequestReviewComment: replies('PullRequestReviewComment'),
  DiscussionComment: replies('DiscussionComment'),
  Message: replies('Message'),
};

type Row = EntityMatch['row'];

/** Midnight to midnight of a daily summary, where its person was; null for one without a day. */
function dayOf(row: Row): string | null {
  const { Date: day, timezone } = row;
  if (typeof day !== 'string') return null;
  const zone = typeof timezone === 'string' && isZone(timezone) ? timezone : 'UTC';
  const calendar = { zone: zoneTable(zone), firstDay: 1 as const };
  const write = (side: 'start' | 'end') =>
    `TIMESTAMP '${new Date(instantOf(day, calendar, side)).toISOString().slice(0, -1)}'`;
  return `e."occurredAt" >= ${write('start')} AND e."occurredAt" < ${write('end')}`;
}

/** Events that belong to a story by more than the entities that they name. */
const FURTHER: Readonly<Record<string, (store: KeyedReader, row: Row) => string>> = {
  Branch: () => `e."pullRequestUuid" IN (${PULLS})`,
  // The way of each issue of an epic is part of its own.
  Issue: () => `e."issueUuid" IN (${CHILDREN})`,
  PullRequestReview:
    () => `e.action IN ('approved', 'changes_requested', 'reviewed') AND EXISTS (SELECT 1 FROM "PullRequestReview" r
      WHERE r.uuid = $1::UUID AND r."pullRequestUuid" = e."pullRequestUuid" AND r."authorUuid" = e."actorUuid" AND r."submittedAt" = e."occurredAt")`,
  // A meeting that others held is an event of theirs, and part of the day.
  Flow: (
    store,
    row,
  ) => `e."actorUuid" = (SELECT "personUuid" FROM "Flow" WHERE uuid = $1::UUID) AND ${dayOf(row) ?? 'false'}
    OR e.action = 'started' AND e."entityUuid" IN (${meetings(store)})`,
  TimeInStatus:
    () => `e."entityType" = 'Issue' AND e."issueUuid" = (SELECT "issueUuid" FROM "TimeInStatus" WHERE uuid = $1::UUID)
    AND e."occurredAt" BETWEEN (SELECT "enteredAt" FROM "TimeInStatus" WHERE uuid = $1::UUID)
      AND (SELECT coalesce("leftAt", TIMESTAMP '9999-12-31') FROM "TimeInStatus" WHERE uuid = $1::UUID)`,
};

/** What an index finds events by, where not every event that it finds belongs to the story. */
const NAMED: Readonly<Record<string, (store: KeyedReader) => string>> = {
  CicdPipeline: () => `SELECT uuid FROM "Issue" WHERE "causedByUuid" = $1::UUID`,
  PullRequestReview: () => `SELECT "pullRequestUuid" FROM "PullRequestReview" WHERE uuid = $1::UUID`,
  Flow: (store) => `SELECT "personUuid" FROM "Flow" WHERE uuid = $1::UUID UNION ALL ${meetings(store)}`,
  TimeInStatus: () => `SELECT "issueUuid" FROM "TimeInStatus" WHERE uuid = $1::UUID`,
};

/** What conditions of a story read of an event. */
const READ = ['entityUuid', 'entityType', 'actorUuid', 'issueUuid', 'pullRequestUuid', 'action', 'occurredAt']
  .map((column) => `"${column}"`)
  .join(', ');

function conditionOf(store: KeyedReader, { kind: { name: kind }, row }: EntityMatch): string {
  const [column, entities, further] = [COLUMN[kind], ENTITIES[kind]?.(store), FURTHER[kind]?.(store, row)];
  const conditions = [
    'e."entityUuid" = $1::UUID',
    ...(column === undefined ? [] : [`e."${column}" = $1::UUID`]),
    ...(entities === undefined ? [] : [`e."entityUuid" IN (${entities})`]),
    ...(further === undefined ? [] : [`(${further})`]),
  ];
  return `(${conditions.join(' OR ')})`;
}

/** Queries of the entities that an index finds events by beside the entity itself. Most entities have none. */
async function besideOf(store: KeyedReader, kind: string, uuid: string): Promise<string[]> {
  const queries = [NAMED[kind]?.(store), ENTITIES[kind]?.(store)].filter((each) => each !== undefined);
  if (queries.length === 0) return [];
  const found = await store.rows(`SELECT 1 FROM (${queries.join(' UNION ALL ')}) LIMIT 1`, [uuid]);
  return found.length > 0 ? queries : [];
}

/** The events of the story of the entity `$1`. */
export async function storyEvents(store: KeyedReader, found: EntityMatch): Promise<StoryEvents> {
  const { kind, row } = found;
  const known = `e."occurredAt" IS NOT NULL`;
  const condition = conditionOf(store, found);
  if (!store.keys?.Event) return { condition: `${known} AND ${condition}`, rows: null };
  const uuid = String(row['uuid']);
  const beside = await besideOf(store, kind.name, uuid);
  const wanted = {
    table: 'Event',
    entities: (placeholder: string) =>
      beside.length === 0 ? placeholder : ['SELECT $1::UUID', ...beside].join(' UNION ALL '),
    params: { placeholder: '$1', uuid },
  } as const;
  const rows = NAMED[kind.name]
    ? `SELECT row FROM (${await namedRows(store, { ...wanted, columns: `rowid AS row, ${READ}` })}) e WHERE ${condition}`
    : await namedRows(store, wanted);
  return { condition: `${known} AND e.rowid IN (${rows})`, rows };
}

/** The condition under which an event `e` belongs to the story of the entity `$1`. */
export const isAbout = async (store: KeyedReader, found: EntityMatch): Promise<string> =>
  (await storyEvents(store, found)).condition;
