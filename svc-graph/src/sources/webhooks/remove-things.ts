import { CATALOGUE } from '@cairn/entities';
import { writtenTablesOf } from '../../store/ddl.ts';
import type { GraphStore } from '../../store/graph-store.ts';
import { PUBLISH } from '../../store/load.ts';
import { createTemp, deleteFrom, dropTemps, insertInto, update } from '../../store/statement.ts';
import type { Statement } from '../../store/statement.ts';
import type { GoneThing } from '../connector.ts';
import { strikeFrom } from './strike-payload.ts';

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
};

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

/** Statements that take a thing of a source out of the graph, with its parts, unless another source knows it. */
function leaveStatements({ kind, uuid }: GoneThing, sourceId: string): Statement[] {
  const parts = PARTS[kind] ?? [];
  const whole = [kind, ...parts.map(([part]) => part)];
  const own = `"sourceId" = $1 AND "entityUuid" IN (${GONE})`;
  const known = `SELECT "entityUuid" FROM "SourceRecord" WHERE NOT deleted`;
  const found = parts.map(([part, column]) => `SELECT uuid FROM "${part}" WHERE "${column}" = $1::UUID`);
  const wholes = ['pullRequestUuid', 'issueUuid'].map(
    (column) => `SELECT "${column}" AS uuid FROM "Event" WHERE "entityUuid" IN (${GONE})`,
  );
  return [
    createTemp('gone_thing', ['SELECT $1::UUID AS uuid', ...found].join(' UNION '), [uuid]),
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
    dropTemps(['gone_thing', 'touched_whole', 'event_again']),
  ];
}

/** Statements that strike things from the payloads of a source, so that building again does not bring them back. */
async function strikeStatements(
  store: Pick<GraphStore, 'rows'>,
  things: readonly GoneThing[],
  sourceId: string,
): Promise<Statement[]> {
  const statements: Statement[] = [];
  const ids = JSON.stringify(things.map(({ id }) => id));
  const of = 'FROM "RawPayload" WHERE "sourceId" = $1';
  // Only payloads that name one of them are read.
  const numbers = await store.rows<{ number: string }>(
    `SELECT number ${of} AND list_bool_or([contains(decode(payload), id) FOR id IN from_json($2::JSON, '["VARCHAR"]')]) ORDER BY number`,
    [sourceId, ids],
  );
  for (const { number } of numbers) {
    const [kept] = await store.rows<{ kind: string; body: string }>(
      `SELECT kind, decode(payload) AS body ${of} AND number = $2::BIGINT`,
      [sourceId, number],
    );
    if (!kept) continue;
    const body = JSON.parse(kept.body) as unknown;
    const left = things.reduce<unknown>((value, thing) => strikeFrom(value, kept.kind, thing), body);
    if (left === body) continue;
    const payload = Buffer.from(JSON.stringify(left));
    const where = 'WHERE "sourceId" = $1 AND number = $2::BIGINT';
    statements.push(update('RawPayload', { payload: '$3::BLOB' }, where, [sourceId, number, payload]));
  }
  return statements;
}

/** Takes things that a tool deleted out of the graph, and strikes them from the payloads of the source. */
export async function removeThings(
  store: GraphStore,
  sourceId: string,
  things: readonly GoneThing[],
): Promise<void> {
  if (things.length === 0) return;
  const struck = await strikeStatements(store, things, sourceId);
  const left = things.flatMap((thing) => leaveStatements(thing, sourceId));
  await store.transaction((open) => open.runAll([...struck, ...left, PUBLISH]));
}
