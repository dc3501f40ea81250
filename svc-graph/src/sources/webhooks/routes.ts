import { createHash, randomUUID } from 'node:crypto';
import { AppError, type Caller, type OrgId } from '@cairn/contracts';
import { MOST_SECRETS, type WebhookSecret, type webhookContract } from '@cairn/contracts/webhooks';
import type { Handlers } from '@cairn/service-kit';
import { writerOf } from '../../store/graph-writer.ts';
import { actorIdOf, tell } from '../../store/outbox.ts';
import type { SourceRow } from '../../store/source-row.ts';
import type { Statement } from '../../store/statement.ts';
import { type ToldMessage, type WebhookMessage, connectorOf } from '../connector.ts';
import { listWebhookSecrets, removeWebhookSecret, webhookSecretStatements } from '../secrets.ts';
import { sourceWork } from '../source-work.ts';
import type { SourcesDeps } from '../sources-deps.ts';
import { readDeliveries } from './delivery-log.ts';
import type { Inbox } from './inbox.ts';
import type { KnownSource, KnownSources } from './known-sources.ts';

const LONGEST_KIND = 100;
const LONGEST_ID = 200;

/** The same words for every message that is not taken, so that nobody learns which addresses exist. */
const notTaken = () =>
  new AppError(
    'unauthenticated',
    'No source takes this message. Give the tool the address of a source and one of its webhook secrets.',
  );

/** What a message says, with its number; one without a number is known by its bytes. */
function readMessage({ connector }: KnownSource, message: WebhookMessage): ToldMessage & { id: string } {
  let told: ToldMessage | undefined;
  try {
    told = connector.webhook?.read(message);
  } catch (cause) {
    throw new AppError('invalid_input', 'The body is not what this tool sends. Let it send JSON.', { cause });
  }
  if (!told) throw notTaken();
  const id = told.id ?? createHash('sha256').update(message.body).digest('hex');
  return { ...told, id: id.slice(0, LONGEST_ID), kind: told.kind.slice(0, LONGEST_KIND) };
}

type WebhookHandlers = Omit<Handlers<typeof webhookContract>, 'updateSource'>;

/** Receives messages: verified, stored, answered, and only then acted on. */
function receiving(known: KnownSources, inbox: Inbox): Pick<WebhookHandlers, 'receiveWebhook'> {
  return {
    receiveWebhook: async ({ params, request }) => {
      const message = { headers: request.headers, body: new Uint8Array(await request.arrayBuffer()) };
      const signer = await known.signer(params, message);
      if (!signer) throw notTaken();
      const { orgId, source, connector } = signer;
      const { id, kind, payload } = readMessage(signer, message);
      const greeting = connector.webhook?.greet?.(payload);
      const kept = connector.webhook?.strip?.(payload, { orgId, source }) ?? payload;
      const bytes = message.body.byteLength;
      await inbox.keep(orgId, { sourceId: source.id, id, kind, bytes, payload: kept });
      return greeting ?? { data: { accepted: true } };
    },
  };
}

/** An id that tells when it was made, so that ids are in the order of their making. */
const newSecretId = () => `${String(Date.now()).padStart(15, '0')}-${randomUUID().slice(0, 8)}`;

const presentSecret = (id: string): WebhookSecret => ({
  id,
  since: new Date(Number(id.split('-')[0])).toISOString(),
});

/** Tells svc-workspace that webhook secrets of a source changed, and never to what. */
const secretAct = (orgId: OrgId, caller: Caller, { id, name }: SourceRow, to: string) =>
  tell(orgId, {
    kind: 'act',
    actorId: actorIdOf(caller),
    action: 'source.changed',
    target: { id, name },
    changes: [{ what: 'webhook secret', from: null, to }],
  });

/** Lists, adds, replaces and removes webhook secrets, whose values leave the service never. */
function secretHandlers(
  deps: SourcesDeps,
  known: KnownSources,
): Pick<WebhookHandlers, 'listSecrets' | 'createSecret' | 'updateSecret' | 'removeSecret'> {
  const { stores, connectors } = deps;
  const { find } = sourceWork(deps);
  const open = async (orgId: OrgId, sourceId: string, type?: string) => {
    const source = await find(orgId, sourceId);
    if (type !== undefined && source.type !== type)
      throw new AppError('not_found', 'There is no such source.');
    if (type !== undefined && !connectorOf(connectors, type)?.webhook)
      throw new AppError('invalid_input', 'A source of this type takes no messages, so it has no secret.');
    const store = await stores.open(orgId);
    return { source, store, ids: await listWebhookSecrets(store, sourceId) };
  };
  const write = async (at: Awaited<ReturnType<typeof open>>, statements: readonly Statement[]) => {
    await writerOf(at.store).commit(statements);
    known.forget(at.source.id);
  };
  return {
    listSecrets: async ({ params: { orgId }, input: { sourceId } }) => ({
      data: (await open(orgId, sourceId)).ids.map(presentSecret),
    }),
    createSecret: async ({ params: { orgId }, input: { type, sourceId, secret }, caller }) => {
      const at = await open(orgId, sourceId, type);
      if (at.ids.length >= MOST_SECRETS)
        throw new AppError('conflict', 'Two secrets are valid already. Remove the older one first.');
      const id = newSecretId();
      const kept = await webhookSecretStatements(stores.dataDir, { orgId, sourceId, id, secret });
      await write(at, [...kept, secretAct(orgId, caller, at.source, 'added')]);
      return { data: presentSecret(id) };
    },
    updateSecret: async ({ params: { orgId }, input: { type, sourceId, id, secret }, caller }) => {
      const at = await open(orgId, sourceId, type);
      if (!at.ids.includes(id)) return { data: { exists: false } };
      const kept = await webhookSecretStatements(stores.dataDir, { orgId, sourceId, id, secret });
      await write(at, [...kept, secretAct(orgId, caller, at.source, 'replaced')]);
      return { data: { exists: true } };
    },
    removeSecret: async ({ params: { orgId }, input: { type, sourceId, id }, caller }) => {
      const at = await open(orgId, sourceId, type);
      if (!at.ids.includes(id)) return { data: { exists: false } };
      await write(at, [removeWebhookSecret(sourceId, id), secretAct(orgId, caller, at.source, 'removed')]);
      return { data: { exists: at.ids.length > 1 } };
    },
  };
}

/** Receives messages of tools, and shows admins what came of them. */
export function webhookHandlers(deps: SourcesDeps, known: KnownSources, inbox: Inbox): WebhookHandlers {
  const { find } = sourceWork(deps);
  return {
    ...receiving(known, inbox),
    ...secretHandlers(deps, known),
    listDeliveries: async ({ params: { orgId }, input: { id } }) => {
      await find(orgId, id);
      const refused = known.refused(id);
      return {
        data: {
          ...(await readDeliveries(await deps.stores.open(orgId), id)),
          refused: refused && { ...refused, lastAt: new Date(refused.lastAt).toISOString() },
        },
      };
    },
  };
}
