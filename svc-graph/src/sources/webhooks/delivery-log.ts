import { DELIVERIES_SHOWN, type WebhookDelivery, type WebhookLog } from '@cairn/contracts/webhooks';
import type { GraphStore } from '../../store/graph-store.ts';
import { deleteFrom, insertInto, update } from '../../store/statement.ts';
import type { Statement } from '../../store/statement.ts';
import type { Transaction } from '../../store/transaction.ts';
import type { ToldMessage } from '../connector.ts';

/** How many deliveries of one source are kept, so that those that come again are known. */
const MOST_KEPT = 500;

/** A message that was verified, before it is stored. */
export interface NewDelivery {
  readonly sourceId: string;
  readonly id: string;
  readonly kind: string;
  readonly bytes: number;
  readonly payload: unknown;
}

/** A stored message that waits for its outcome. */
export interface LeftDelivery extends Omit<ToldMessage, 'id'> {
  readonly number: number;
  readonly sourceId: string;
}

const MOMENT = (param: string) => `make_timestamp(${param}::BIGINT * 1000)`;

/** Stores deliveries that did not come before, and forgets old ones. Payloads are kept until there is an outcome. */
export async function keepDeliveries(
  transaction: Transaction,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  const at = String(Date.now());
  for (const { sourceId, id, kind, bytes, payload } of deliveries)
    await transaction.run(
      insertInto(
        'SourceDelivery',
        ['sourceId', 'number', 'id', 'kind', 'receivedAt', 'bytes', 'payload'],
        `SELECT $1, (SELECT coalesce(max(number), 0) + 1 FROM "SourceDelivery"), $2, $3, ${MOMENT('$4')}, $5::BIGINT, $6::BLOB
         WHERE NOT EXISTS (SELECT 1 FROM "SourceDelivery" WHERE "sourceId" = $1 AND id = $2)`,
        [sourceId, id, kind, at, String(bytes), Buffer.from(JSON.stringify(payload ?? null))],
      ),
    );
  for (const sourceId of new Set(deliveries.map((each) => each.sourceId)))
    await transaction.run(
      deleteFrom(
        'SourceDelivery',
        `"sourceId" = $1 AND outcome IS NOT NULL AND number NOT IN
          (SELECT number FROM "SourceDelivery" WHERE "sourceId" = $1 ORDER BY number DESC LIMIT ${String(MOST_KEPT)})`,
        [sourceId],
      ),
    );
}

/** Removes the deliveries of a source. */
export const removeDeliveries = (sourceId: string): Statement =>
  deleteFrom('SourceDelivery', '"sourceId" = $1', [sourceId]);

/** Says what came of a delivery; its payload is not needed any more. */
export const endDelivery = (number: number, outcome: WebhookDelivery['outcome']): Statement =>
  update('SourceDelivery', { outcome: '$2', payload: 'NULL' }, 'WHERE number = $1::BIGINT', [
    String(number),
    outcome,
  ]);

/** The oldest deliveries of an org without an outcome. */
export async function leftDeliveries(store: Pick<GraphStore, 'rows'>): Promise<LeftDelivery[]> {
  const rows = await store.rows<{ number: string; sourceId: string; kind: string; payload: string }>(
    `SELECT number, "sourceId", kind, decode(payload) AS payload FROM "SourceDelivery"
     WHERE outcome IS NULL ORDER BY number LIMIT 20`,
  );
  return rows.map(({ number, payload, ...row }) => ({
    ...row,
    number: Number(number),
    payload: JSON.parse(payload) as unknown,
  }));
}

/** The last deliveries of a source, newest first, and which kinds of them mean nothing. */
export async function readDeliveries(
  store: Pick<GraphStore, 'rows'>,
  sourceId: string,
): Promise<Pick<WebhookLog, 'deliveries' | 'ignored'>> {
  const rows = await store.rows<Record<keyof WebhookDelivery, string> & { receivedAt: number }>(
    `SELECT id, kind, epoch_ms("receivedAt")::DOUBLE AS "receivedAt", bytes, coalesce(outcome, 'waiting') AS outcome
     FROM "SourceDelivery" WHERE "sourceId" = $1 ORDER BY number DESC LIMIT ${String(DELIVERIES_SHOWN)}`,
    [sourceId],
  );
  const ignored = await store.rows<{ kind: string; count: number }>(
    `SELECT kind, count(*)::INTEGER AS count FROM "SourceDelivery" WHERE "sourceId" = $1 AND outcome = 'ignored'
     GROUP BY 1 ORDER BY 2 DESC, 1`,
    [sourceId],
  );
  const deliveries = rows.map(({ receivedAt, bytes, outcome, ...row }) => ({
    ...row,
    receivedAt: new Date(receivedAt).toISOString(),
    bytes: Number(bytes),
    outcome: outcome as WebhookDelivery['outcome'],
  }));
  return { deliveries, ignored };
}
