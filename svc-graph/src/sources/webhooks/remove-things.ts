import type { GraphStore } from '../../store/graph-store.ts';
import { PUBLISH } from '../../store/load.ts';
import { update } from '../../store/statement.ts';
import type { Statement } from '../../store/statement.ts';
import type { GoneThing } from '../connector.ts';
import { leaveStatements } from '../leave-graph.ts';
import { strikeFrom } from './strike-payload.ts';

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
  const left = things.flatMap(({ kind, uuid }) =>
    leaveStatements(kind, { sql: 'SELECT $1::UUID AS uuid', params: [uuid] }, sourceId),
  );
  await store.transaction((open) => open.runAll([...struck, ...left, PUBLISH]));
}
