import type { OutboxMessage } from '@cairn/contracts/outbox';
import type { Transaction } from 'kysely';
import { adminsOf, notify, withdraw } from '../database/notify.ts';
import { recordAct } from '../database/record-act.ts';
import type { Database, Tables } from '../database/tables.ts';

type MessageOf<Kind extends OutboxMessage['kind']> = Extract<OutboxMessage, { kind: Kind }>;

export interface MessageStore {
  /** Stores what a message tells, once; whatever concerns an org that is gone is dropped. */
  take(message: OutboxMessage): Promise<void>;
}

/** How long a message may come again. */
const KEPT_MS = 30 * 86_400_000;

async function tellAdmins(trx: Transaction<Tables>, message: MessageOf<'source'>): Promise<void> {
  const { orgId, sourceId: about, integration, error, at } = message;
  if (error === null) return withdraw(trx, orgId, 'IntegrationError', about);
  await notify(trx, orgId, await adminsOf(trx, orgId), {
    type: 'IntegrationError',
    about,
    message: `[${integration}] Integration Error: ${error}`,
    metadata: { integration, path: 'settings/integrations' },
    at,
  });
}

function tellStarter(trx: Transaction<Tables>, told: MessageOf<'job'>): Promise<void> {
  const { orgId, userId, job, message, path, at } = told;
  return notify(trx, orgId, [userId], { type: 'JobFinished', about: job, message, metadata: { path }, at });
}

async function store(trx: Transaction<Tables>, message: OutboxMessage): Promise<void> {
  if (message.kind === 'source') return tellAdmins(trx, message);
  if (message.kind === 'job') return tellStarter(trx, message);
  const { target, ...act } = message;
  await recordAct(trx, { ...act, ...(target ? { target } : {}) });
}

/** Keeps what svc-graph tells. Each message is stored with the note that it was taken, so that it counts once. */
export function messageStore(db: Database, now: () => Date = () => new Date()): MessageStore {
  return {
    take: (message) =>
      db.transaction().execute(async (trx) => {
        const org = trx.selectFrom('orgs').select('id').where('id', '=', message.orgId);
        if (!(await org.executeTakeFirst())) return;
        const { numInsertedOrUpdatedRows } = await trx
          .insertInto('taken_messages')
          .values({ id: message.id, taken_at: now().toISOString() })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        if (numInsertedOrUpdatedRows !== 1n) return;
        await store(trx, message);
        const old = new Date(now().getTime() - KEPT_MS).toISOString();
        await trx.deleteFrom('taken_messages').where('taken_at', '<', old).execute();
      }),
  };
}
