import { entityContract, type OutputOf } from '@cairn/contracts';
import type { Reader } from '../query/engine/reader.ts';
import { findEntity, isoOf } from './find.ts';

type History = OutputOf<typeof entityContract.entityHistory>;

/** Events that belong on the page of a kind, beside its own. */
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
};

/** What an event happened to, where that is not its own entity. */
const SUBJECT = `coalesce(CASE
    WHEN e."entityType" IN ('IssueComment', 'Worklog') THEN e."issueUuid"
    WHEN e."entityType" IN ('PullRequestReviewComment', 'DiscussionComment') THEN e."pullRequestUuid"
    WHEN e."entityType" = 'Message' THEN e."channelUuid" END, e."entityUuid")`;

const Delta = entityContract.entityHistory.output.shape.data.element.shape.delta.catch(null);

interface EventRow {
  readonly uuid: string;
  readonly occurredAt: string;
  readonly action: string;
  readonly integration: string;
  readonly entityType: string;
  readonly entityUuid: string;
  readonly name: string | null;
  readonly subjectUuid: string;
  readonly newStatus: string | null;
  readonly delta: string | null;
  readonly comment: string | null;
  readonly reference: string | null;
  readonly draft: boolean | null;
  readonly actorUuid: string | null;
  readonly actorName: string | null;
}

/** A page of the events that concern an entity, newest first. */
export async function entityHistory(
  store: Reader,
  wanted: string,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<History> {
  const { kind, row } = await findEntity(store, wanted);
  const uuid = String(row['uuid']);
  const also = ALSO[kind.name];
  const where = `e."occurredAt" IS NOT NULL AND (e."entityUuid" = $1::UUID${also ? ` OR ${also}` : ''})`;
  const [count] = await store.rows<{ total: number }>(
    `SELECT count(*)::INTEGER AS total FROM "Event" e WHERE ${where}`,
    [uuid],
  );
  const rows = await store.rows<EventRow>(
    `SELECT e.uuid, e."occurredAt", e.action, e.integration, e."entityType", e."entityUuid", e.name,
       ${SUBJECT}::VARCHAR AS "subjectUuid", e."newStatus", e.delta, e.comment, e.reference, e.draft,
       p.uuid AS "actorUuid", p.name AS "actorName"
     FROM "Event" e LEFT JOIN "Person" p ON p.uuid = e."actorUuid"
     WHERE ${where} ORDER BY e."occurredAt" DESC, e.uuid LIMIT $2 OFFSET $3`,
    [uuid, pageSize, (page - 1) * pageSize],
  );
  const data = rows.map(({ actorUuid, actorName, occurredAt, delta, ...event }) => ({
    ...event,
    delta: Delta.parse(delta === null ? null : JSON.parse(delta)),
    occurredAt: isoOf(occurredAt),
    actor: actorUuid === null ? null : { uuid: actorUuid, name: actorName ?? '' },
  }));
  return { data, meta: { page, pageSize, total: count?.total ?? 0 } };
}
