/** Events that belong to the story of a kind, beside those of the entity itself. */
const ALSO: Readonly<Record<string, string>> = {
  Person: 'e."actorUuid" = $1::UUID',
  Issue: 'e."issueUuid" = $1::UUID',
  PullRequest: 'e."pullRequestUuid" = $1::UUID',
  Project: 'e."projectUuid" = $1::UUID',
  Team: 'e."teamUuid" = $1::UUID',
  Sprint: 'e."sprintUuid" = $1::UUID',
  Channel: 'e."channelUuid" = $1::UUID',
  Repository: `e."repositoryUuid" = $1::UUID
    OR e."entityUuid" IN (SELECT "fromUuid" FROM "Relation" WHERE relation = 'inRepository' AND "toUuid" = $1::UUID)`,
  Branch: `e."entityUuid" IN (SELECT uuid FROM "Commit" WHERE "branchUuid" = $1::UUID)`,
  SourceFile: `e."entityUuid" IN (SELECT "fromUuid" FROM "Relation" WHERE relation = 'touches' AND "toUuid" = $1::UUID)`,
  Release: `e."entityUuid" IN (SELECT "toUuid" FROM "Relation" WHERE relation = 'includes' AND "fromUuid" = $1::UUID)`,
  Commit: `e."entityUuid" IN (SELECT uuid FROM "CicdPipeline" WHERE "commitUuid" = $1::UUID)
    OR e."entityUuid" IN (SELECT uuid FROM "Release" WHERE "commitUuid" = $1::UUID)`,
  CicdPipeline: `e."entityUuid" IN (SELECT uuid FROM "Issue" WHERE "causedByUuid" = $1::UUID)`,
  PullRequestReview: `e."entityUuid" IN (SELECT uuid FROM "PullRequestReviewComment" WHERE "reviewUuid" = $1::UUID)
    OR (e.action IN ('approved', 'changes_requested', 'reviewed') AND EXISTS (SELECT 1 FROM "PullRequestReview" r
      WHERE r.uuid = $1::UUID AND r."pullRequestUuid" = e."pullRequestUuid" AND r."authorUuid" = e."actorUuid" AND r."submittedAt" = e."occurredAt"))`,
  PullRequestReviewComment: `e."entityUuid" IN (SELECT uuid FROM "PullRequestReviewComment" WHERE "replyToUuid" = $1::UUID)`,
  DiscussionComment: `e."entityUuid" IN (SELECT uuid FROM "DiscussionComment" WHERE "replyToUuid" = $1::UUID)`,
  Message: `e."entityUuid" IN (SELECT uuid FROM "Message" WHERE "replyToUuid" = $1::UUID)`,
  Flow: `e."actorUuid" = (SELECT "personUuid" FROM "Flow" WHERE uuid = $1::UUID)
    AND e."occurredAt" BETWEEN (SELECT least("dayStart", "Date"::TIMESTAMP) FROM "Flow" WHERE uuid = $1::UUID)
      AND (SELECT greatest("dayEnd", "dayStart") FROM "Flow" WHERE uuid = $1::UUID)`,
  TimeInStatus: `e."entityType" = 'Issue' AND e."issueUuid" = (SELECT "issueUuid" FROM "TimeInStatus" WHERE uuid = $1::UUID)
    AND e."occurredAt" BETWEEN (SELECT "enteredAt" FROM "TimeInStatus" WHERE uuid = $1::UUID)
      AND (SELECT coalesce("leftAt", TIMESTAMP '9999-12-31') FROM "TimeInStatus" WHERE uuid = $1::UUID)`,
};

/** The condition under which an event `e` belongs to the story of the entity `$1` of a kind. */
export function isAbout(kind: string): string {
  const also = ALSO[kind];
  return `e."occurredAt" IS NOT NULL AND (e."entityUuid" = $1::UUID${also ? ` OR ${also}` : ''})`;
}
