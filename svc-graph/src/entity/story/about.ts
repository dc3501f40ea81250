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

const replies = (kind: string) => () => `SELECT uuid FROM "${kind}" WHERE "replyToUuid" = $1::UUID`;

/** Other entities whose own events belong to the story of the entity `$1`, as a query of uuids. */
const ENTITIES: Readonly<Record<string, (store: KeyedReader) => string>> = {
  Repository: (store) => entitiesAt(store, 'inRepository', 'toUuid', '$1'),
  Branch: () => `SELECT uuid FROM "Commit" WHERE "branchUuid" = $1::UUID`,
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

/** Events that belong to a story by more than the entities that they name. */
const FURTHER: Readonly<Record<string, string>> = {
  PullRequestReview: `e.action IN ('approved', 'changes_requested', 'reviewed') AND EXISTS (SELECT 1 FROM "PullRequestReview" r
      WHERE r.uuid = $1::UUID AND r."pullRequestUuid" = e."pullRequestUuid" AND r."authorUuid" = e."actorUuid" AND r."submittedAt" = e."occurredAt")`,
  Flow: `e."actorUuid" = (SELECT "personUuid" FROM "Flow" WHERE uuid = $1::UUID)
    AND e."occurredAt" BETWEEN (SELECT least("dayStart", "Date"::TIMESTAMP) FROM "Flow" WHERE uuid = $1::UUID)
      AND (SELECT greatest("dayEnd", "dayStart") FROM "Flow" WHERE uuid = $1::UUID)`,
  TimeInStatus: `e."entityType" = 'Issue' AND e."issueUuid" = (SELECT "issueUuid" FROM "TimeInStatus" WHERE uuid = $1::UUID)
    AND e."occurredAt" BETWEEN (SELECT "enteredAt" FROM "TimeInStatus" WHERE uuid = $1::UUID)
      AND (SELECT coalesce("leftAt", TIMESTAMP '9999-12-31') FROM "TimeInStatus" WHERE uuid = $1::UUID)`,
};

/** What an index finds events by, where not every event that it finds belongs to the story. */
const NAMED: Readonly<Record<string, string>> = {
  CicdPipeline: `SELECT uuid FROM "Issue" WHERE "causedByUuid" = $1::UUID`,
  PullRequestReview: `SELECT "pullRequestUuid" FROM "PullRequestReview" WHERE uuid = $1::UUID`,
  Flow: `SELECT "personUuid" FROM "Flow" WHERE uuid = $1::UUID`,
  TimeInStatus: `SELECT "issueUuid" FROM "TimeInStatus" WHERE uuid = $1::UUID`,
};

/** What conditions of a story read of an event. */
const READ = ['entityUuid', 'entityType', 'actorUuid', 'issueUuid', 'pullRequestUuid', 'action', 'occurredAt']
  .map((column) => `"${column}"`)
  .join(', ');

function conditionOf(store: KeyedReader, kind: string): string {
  const [column, entities, further] = [COLUMN[kind], ENTITIES[kind]?.(store), FURTHER[kind]];
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
  const queries = [NAMED[kind], ENTITIES[kind]?.(store)].filter((each) => each !== undefined);
  if (queries.length === 0) return [];
  const found = await store.rows(`SELECT 1 FROM (${queries.join(' UNION ALL ')}) LIMIT 1`, [uuid]);
  return found.length > 0 ? queries : [];
}

/** The events of the story of the entity `$1`. */
export async function storyEvents(store: KeyedReader, { kind, row }: EntityMatch): Promise<StoryEvents> {
  const known = `e."occurredAt" IS NOT NULL`;
  const condition = conditionOf(store, kind.name);
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
