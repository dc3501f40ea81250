import { randomUUID } from 'node:crypto';
import type { Caller, OrgId } from '@cairn/contracts';
import { OUTBOX_PAGE, OutboxMessage } from '@cairn/contracts/outbox';
import type { GraphStore } from './graph-store.ts';
import { deleteFrom, insertInto } from './statement.ts';
import type { Statement } from './statement.ts';

type Told<Message> = Message extends OutboxMessage ? Omit<Message, 'id' | 'at' | 'orgId'> : never;

/** The user by whose name Cairn's own processes act. */
export const CAIRN = 'service';

/** Whoever acts: a user, or Cairn itself. */
export const actorIdOf = ({ userId }: Pick<Caller, 'userId'>): Caller['userId'] | null =>
  userId === CAIRN ? null : userId;

/** Puts a message for svc-workspace into the outbox of an org; it belongs in the transaction of what it tells. */
export function tell(orgId: OrgId, told: Told<OutboxMessage>): Statement {
  const at = new Date().toISOString();
  const message = { ...told, id: randomUUID(), orgId, at };
  return insertInto('Outbox', ['id', 'at', 'message'], 'SELECT $1, make_timestamp($2::BIGINT * 1000), $3', [
    message.id,
    String(Date.parse(at)),
    JSON.stringify(message),
  ]);
}

/** The oldest messages of an org that are not taken yet. */
export async function readOutbox(store: Pick<GraphStore, 'rows'>): Promise<OutboxMessage[]> {
  const rows = await store.rows<{ message: string }>(
    `SELECT message::VARCHAR AS message FROM "Outbox" ORDER BY "at", rowid LIMIT ${String(OUTBOX_PAGE)}`,
  );
  return rows.map(({ message }) => OutboxMessage.parse(JSON.parse(message)));
}

/** Removes messages that were taken. */
export const forgetMessages = (messages: readonly OutboxMessage[]): Statement =>
  deleteFrom('Outbox', `id IN (SELECT unnest(from_json($1::JSON, '["VARCHAR"]')))`, [
    JSON.stringify(messages.map(({ id }) => id)),
  ]);
