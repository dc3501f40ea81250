import { CATALOGUE } from '@cairn/entities';
import { writtenTablesOf } from '../store/ddl.ts';
import { createTemp, deleteFrom, dropTemps, insertInto } from '../store/statement.ts';
import type { BoundQuery, Statement } from '../store/statement.ts';

/** What is a part of a thing of a kind, and goes with it: the kind, and the column that names the whole. */
const PARTS: Readonly<Record<string, readonly (readonly [kind: string, column: string])[]>> = {
  Issue: [
    ['IssueComment', 'issueUuid'],
    ['Worklog', 'issueUuid'],
  ],
  PullRequest: [
    ['PullRequestReview', 'pullRequestUuid'],
    ['PullRequestReviewComment', 'pullRequestUuid'],
    ['DiscussionComment', 'pullRequestUuid'],
  ],
  PullRequestReview: [['PullRequestReviewComment', 'reviewUuid']],
  /** Replies have replies. */
  DiscussionComment: [['DiscussionComment', 'replyToUuid']],
};

const FOUND = 'SELECT uuid FROM temp.found_thing';
const GONE = 'SELECT uuid FROM temp.gone_thing';
const TOUCHED = 'SELECT uuid FROM temp.touched_whole';

/** Measures are computed of what an open transaction inserts, so one event of each whole is inserted again. */
function touchWholes(): Statement[] {
  const columns = [...(writtenTablesOf(CATALOGUE.kinds).get('Event')?.keys() ?? [])];
  const list = columns.map((column) => `"${column}"`).join(', ');
  const one = ['pullRequestUuid', 'issueUuid'].map(
    (column) =>
      `SELECT min(uuid) AS uuid FROM "Event" WHERE "${column}" IN (${TOUCHED}) AND "entityType" IN ('PullRequest', 'Issue') GROUP BY "${column}"`,
  );
  const chosen = one.join(' UNION ');
  return [
    createTemp('event_again', `SELECT ${list} FROM "Event" WHERE uuid IN (${chosen})`),
    deleteFrom('Event', 'uuid IN (SELECT uuid FROM temp.event_again)'),
    insertInto('Event', columns, `SELECT ${list} FROM temp.event_again`),
  ];
}

/**
 * Statements that take things of a source out of the graph, with their parts, unless another source knows them. They are
 * of one kind, and a query finds their uuids.
 */
export function leaveStatements(kind: string, found: BoundQuery, sourceId: string): Statement[] {
  const parts = PARTS[kind] ?? [];
  const whole = [...new Set([kind, ...parts.map(([part]) => part)])];
  const own = `"sourceId" = $1 AND "entityUuid" IN (${GONE})`;
  const known = `SELECT "entityUuid" FROM "SourceRecord" WHERE NOT deleted`;
  const within = parts.flatMap(([part, column]) => {
    const direct = `SELECT uuid FROM "${part}" WHERE "${column}" IN (${FOUND})`;
    return part === kind ? [direct, `SELECT uuid FROM "${part}" WHERE "${column}" IN (${direct})`] : [direct];
  });
  const wholes = ['pullRequestUuid', 'issueUuid'].map(
    (column) => `SELECT "${column}" AS uuid FROM "Event" WHERE "entityUuid" IN (${GONE})`,
  );
  return [
    createTemp('found_thing', found.sql, found.params),
    createTemp('gone_thing', [FOUND, ...within].join(' UNION ')),
    deleteFrom('SourceRecord', own, [sourceId]),
    createTemp('gone_thing', `${GONE} WHERE uuid NOT IN (${known})`),
    createTemp(
      'touched_whole',
      `SELECT uuid FROM (${wholes.join(' UNION ')}) WHERE uuid IS NOT NULL AND uuid NOT IN (${GONE})`,
    ),
    deleteFrom('Relation', `"fromUuid" IN (${GONE}) OR "toUuid" IN (${GONE})`),
    deleteFrom(
      'Event',
      `"entityUuid" IN (${GONE}) OR "issueUuid" IN (${GONE}) OR "pullRequestUuid" IN (${GONE})`,
    ),
    deleteFrom('TimeInStatus', `"issueUuid" IN (${GONE})`),
    ...whole.map((name) => deleteFrom(name, `uuid IN (${GONE})`)),
    ...touchWholes(),
    dropTemps(['found_thing', 'gone_thing', 'touched_whole', 'event_again']),
  ];
}
