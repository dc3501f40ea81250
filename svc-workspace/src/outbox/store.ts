import { UserId, type OrgId } from '@cairn/contracts';
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
  const { orgId, sourceId: about, integration, error, path, at } = message;
  if (error === null) return withdraw(trx, orgId, 'IntegrationError', about);
  await notify(trx, orgId, await adminsOf(trx, orgId), {
    type: 'IntegrationError',
    about,
    message: `[${integration}] Integration Error: ${error}`,
    metadata: { integration, path },
    at,
  });
}

function tellStarter(trx: Transaction<Tables>, told: MessageOf<'job'>): Promise<void> {
  const { orgId, userId, job, message, path, at } = told;
  return notify(trx, orgId, [userId], { type: 'JobFinished', about: job, message, metadata: { path }, at });
}

/** Those of people who may be told of a person: where an org limits measures of one person, its admins (ruling 11). */
async function allowedOf(
  trx: Transaction<Tables>,
  orgId: OrgId,
  followers: readonly UserId[],
): Promise<UserId[]> {
  const org = trx.selectFrom('orgs').select('person_measures').where('id', '=', orgId);
  const { person_measures } = await org.executeTakeFirstOrThrow();
  if (person_measures === 'everybody') return [...followers];
  const admins = new Set(await adminsOf(trx, orgId));
  return followers.filter((userId) => admins.has(userId));
}

/** Tells followers of entities what a reading brought about them. */
async function tellFollowers(trx: Transaction<Tables>, told: MessageOf<'news'>): Promise<void> {
  const { orgId, things, at } = told;
  const ids = things.flatMap(({ id, formerIds }) => [id, ...formerIds]);
  const rows = await trx
    .selectFrom('followed')
    .select(['kind', 'thing_id', 'user_id'])
    .where('org_id', '=', orgId)
    .where('thing_id', 'in', ids)
    .execute();
  for (const { kind, id, formerIds, name, words } of things) {
    const isAbout = (row: (typeof rows)[number]) =>
      row.kind === kind && (row.thing_id === id || formerIds.includes(row.thing_id));
    const followers = [...new Set(rows.filter(isAbout).map((row) => UserId.parse(row.user_id)))];
    if (followers.length === 0) continue;
    const people = kind === 'person' ? await allowedOf(trx, orgId, followers) : followers;
    const metadata = { path: `entity/${id}` };
    await notify(trx, orgId, people, {
      type: 'Followed',
      about: id,
      message: `${name}: ${words}`,
      metadata,
      at,
    });
  }
}

async function store(trx: Transaction<Tables>, message: OutboxMessage): Promise<void> {
  if (message.kind === 'source') return tellAdmins(trx, message);
  if (message.kind === 'job') return tellStarter(trx, message);
  if (message.kind === 'news') return tellFollowers(trx, message);
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
