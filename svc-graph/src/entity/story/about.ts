import { type KeyedReader, namesEntity, narrowedTo } from '../key-index/keyed-rows.ts';
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
  Repository: (store) => entitiesAt(store, 'inRepository', 'toUuid', '$1::UUID'),
  Branch: () => `SELECT uuid FROM "Commit" WHERE "branchUuid" = $1::UUID`,
  SourceFile: (store) => entitiesAt(store, 'touches', 'toUuid', '$1::UUID'),
  Release: (store) => entitiesAt(store, 'includes', 'fromUuid', '$1::UUID'),
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

/** Entities beside itself whose events an index finds, where a story has more than the events that name it. */
const NAMED_BESIDE: Readonly<Record<string, string>> = {
  PullRequestReview: `SELECT "pullRequestUuid" FROM "PullRequestReview" WHERE uuid = $1::UUID`,
  Flow: `SELECT "personUuid" FROM "Flow" WHERE uuid = $1::UUID`,
  TimeInStatus: `SELECT "issueUuid" FROM "TimeInStatus" WHERE uuid = $1::UUID`,
};

/** The condition under which an event `e` belongs to the story of the entity `$1` of a kind. */
export function isAbout(store: KeyedReader, kind: string): string {
  const [column, entities, further] = [COLUMN[kind], ENTITIES[kind]?.(store), FURTHER[kind]];
  const known = `e."occurredAt" IS NOT NULL`;
  if (column !== undefined && entities === undefined && store.keys?.Event)
    return `${known} AND ${namesEntity(store, 'Event', 'e', '$1')}`;
  const conditions = [
    'e."entityUuid" = $1::UUID',
    ...(column === undefined ? [] : [`e."${column}" = $1::UUID`]),
    ...(entities === undefined ? [] : [`e."entityUuid" IN (${entities})`]),
    ...(further === undefined ? [] : [`(${further})`]),
  ];
  const named = ['SELECT $1::UUID', entities, NAMED_BESIDE[kind]].filter((each) => each !== undefined);
  return `${known} AND (${conditions.join(' OR ')})${narrowedTo(store, 'Event', 'e', named.join(' UNION ALL '))}`;
}
