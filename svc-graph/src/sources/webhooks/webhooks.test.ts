import { createHmac, randomUUID } from 'node:crypto';
import type { Source } from '@cairn/contracts';
import { MESSAGE_BYTES, MOST_SECRETS, WebhookLog, WebhookSecret } from '@cairn/contracts/webhooks';
import { silentLog } from '@cairn/service-kit/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { plantedConnector } from '../../../test/planted-source.ts';
import { LONGEST, PlantedService } from '../../../test/planted-service.ts';
import { Inbox } from './inbox.ts';
import { KnownSources } from './known-sources.ts';

const SECRET = 'a webhook secret that nobody guesses';
const type = 'planted-tracker';
let at: PlantedService;
let source: Source;

beforeEach(async () => {
  at = new PlantedService();
  await at.begin();
  source = await at.addAndRead();
});
afterEach(() => at.end());

const signedBy = (secret: string, body: string) => createHmac('sha256', secret).update(body).digest('hex');

interface Sent {
  readonly path?: string;
  readonly secret?: string;
  readonly id?: string;
}

async function send(
  message: object | string,
  { path = source.webhook ?? '', secret = SECRET, id }: Sent = {},
) {
  const body = typeof message === 'string' ? message : JSON.stringify(message);
  const answer = await at.app.request(path, {
    method: 'POST',
    headers: { 'x-signature': signedBy(secret, body), ...(id ? { 'x-delivery': id } : {}) },
    body,
  });
  const { error, data } = (await answer.json()) as {
    error?: { code: string; message: string };
    data?: object;
  };
  return { status: answer.status, ...(error ? { code: error.code, message: error.message } : { data }) };
}

const createSecret = (secret: string) =>
  at.call('sources/create-secret', { type, sourceId: source.id, secret });
const readLog = async () =>
  WebhookLog.parse((await at.call('sources/list-deliveries', { id: source.id })).data);
/** The log once every message has an outcome. */
async function settledLog(): Promise<WebhookLog> {
  await vi.waitUntil(async () => (await readLog()).deliveries.every(({ outcome }) => outcome !== 'waiting'), {
    timeout: LONGEST,
  });
  return readLog();
}
const runs = async () => {
  const { data } = await at.call('sources/list-runs', { id: source.id });
  return (data as { reason: string }[]).filter(({ reason }) => reason === 'message').length;
};
async function names(kind: string): Promise<string[]> {
  const store = await at.stores.open(at.orgId);
  const rows = await store.rows<{ name: string }>(`SELECT name FROM "${kind}" ORDER BY name`);
  return rows.map(({ name }) => name);
}

describe('a message of a tool', { timeout: 2 * LONGEST }, () => {
  it('has what is new read when a secret of the source signed it, and is listed with its outcome', async () => {
    await createSecret(SECRET);
    at.tracker.sizes.issues = 31;
    expect(await send({ kind: 'changed' }, { id: 'd-1' })).toEqual({ status: 200, data: { accepted: true } });
    const [delivery] = (await settledLog()).deliveries;
    expect(delivery).toMatchObject({ id: 'd-1', kind: 'changed', bytes: 18, outcome: 'reading' });
    await vi.waitUntil(async () => (await names('Issue')).length === 31, { timeout: LONGEST });
  });

  it('is refused in the same words and with as many signatures, whether its address or its signature is wrong', async () => {
    await createSecret(SECRET);
    const elsewhere = { path: `/api/v1/${type}/webhook/${randomUUID()}` };
    const refused = await send({ kind: 'changed' }, { secret: 'another secret' });
    expect(refused).toMatchObject({ status: 401, code: 'unauthenticated' });
    for (const sent of [elsewhere, { path: `/api/v1/git/webhook/${source.id}` }, { secret: 'a' }])
      expect(await send({ kind: 'changed' }, sent)).toEqual(refused);
    expect(await send('not JSON', { secret: 'another secret' })).toEqual(refused);
    let tried = 0;
    const isSigned = () => (tried += 1) < 0;
    const counting = { ...plantedConnector, webhook: { ...plantedConnector.webhook, isSigned } };
    const known = new KnownSources(at.stores, [counting as unknown as typeof plantedConnector]);
    const message = { headers: new Headers(), body: new Uint8Array() };
    const signatures = async (sourceId: string) => {
      tried = 0;
      await known.signer({ type, sourceId }, message);
      return tried;
    };
    const [ours, nobodys] = [await signatures(source.id), await signatures(randomUUID())];
    expect([ours, nobodys]).toEqual([2 * MOST_SECRETS, 2 * MOST_SECRETS]);
    expect((await readLog()).deliveries).toEqual([]);
    expect((await readLog()).refused?.count).toBe(4);
  });

  it('is refused where the source has no secret', async () => {
    expect(await send({ kind: 'changed' })).toMatchObject({ status: 401 });
  });

  it('that comes again is answered alike and counts once', async () => {
    await createSecret(SECRET);
    const first = await send({ kind: 'changed' }, { id: 'd-1' });
    expect(await send({ kind: 'changed' }, { id: 'd-1' })).toEqual(first);
    await send({ kind: 'hello', again: 1 });
    await send({ kind: 'hello', again: 1 });
    expect((await settledLog()).deliveries.map(({ kind, outcome }) => [kind, outcome])).toEqual([
      ['hello', 'greeting'],
      ['changed', 'reading'],
    ]);
  });

  it('of an unknown kind is taken and counted, and has nothing read', async () => {
    await createSecret(SECRET);
    for (const id of ['a', 'b']) expect(await send({ kind: 'tea' }, { id })).toMatchObject({ status: 200 });
    expect(await settledLog()).toMatchObject({ ignored: [{ kind: 'tea', count: 2 }] });
    await new Promise((later) => setTimeout(later, 1_500));
    expect(await runs()).toBe(0);
  });

  it('that is too large or no JSON is refused in words', async () => {
    await createSecret(SECRET);
    const large = await send(`{"kind":"changed","more":"${'x'.repeat(MESSAGE_BYTES)}"}`);
    expect(large).toMatchObject({ status: 413, message: 'The body is too large: 25 MB at most.' });
    const almost = `{"kind":"tea","more":"${'x'.repeat(MESSAGE_BYTES - 100)}"}`;
    expect(await send(almost)).toMatchObject({ status: 200 });
    expect(await send('{"kind":')).toMatchObject({ status: 400, code: 'invalid_input' });
  });

  it('that says what was deleted takes it out of the graph, and building again does not bring it back', async () => {
    await createSecret(SECRET);
    expect(await names('Issue')).toContain('issues 7');
    await send({ kind: 'deleted', issue: 7 });
    expect((await settledLog()).deliveries[0]?.outcome).toBe('removed');
    const left = await names('Issue');
    expect(left).not.toContain('issues 7');
    expect(left).toHaveLength(24);
    const store = await at.stores.open(at.orgId);
    const payloads = await store.rows<{ text: string }>('SELECT decode(payload) AS text FROM "RawPayload"');
    expect(payloads.map(({ text }) => text).join()).not.toContain('"issues 7"');
    expect(payloads.map(({ text }) => text).join()).toContain('"comments 7"');
    await at.call('sources/renormalise', { id: source.id });
    await at.jobs.idle(at.orgId);
    expect(await names('Issue')).toEqual(left);
    expect(await names('IssueComment')).toHaveLength(15);
  });

  it('that a killed process stored is acted on by the next one', async () => {
    const store = await at.stores.open(at.orgId);
    await store.run(
      `INSERT INTO "SourceDelivery" VALUES ('${source.id}', 1, 'd-1', 'deleted', now()::TIMESTAMP, 1, '{"kind":"deleted","issue":3}'::BLOB, NULL)`,
    );
    const inbox = new Inbox({ ...at, log: silentLog() });
    inbox.goOn(at.orgId);
    expect((await settledLog()).deliveries[0]?.outcome).toBe('removed');
    expect(await names('Issue')).not.toContain('issues 3');
  });
});

describe('a burst of messages', { timeout: 2 * LONGEST }, () => {
  it('is answered whole, and asks for few readings', async () => {
    await createSecret(SECRET);
    await send({ kind: 'tea' });
    const sending: ReturnType<typeof send>[] = [];
    const began = performance.now();
    for (let count = 0; count < 100; count += 1) {
      sending.push(send({ kind: 'changed' }, { id: `burst ${String(count)}` }));
      await new Promise((later) => setTimeout(later, 20));
    }
    await Promise.all(sending);
    // Readings are four seconds apart at least, however long a busy machine takes for the burst.
    const most = Math.ceil((performance.now() - began) / 4_000) + 2;
    await vi.waitUntil(async () => (await runs()) > 0, { timeout: LONGEST });
    await at.jobs.idle(at.orgId);
    expect(await runs()).toBeLessThanOrEqual(most);
    expect((await settledLog()).deliveries).toHaveLength(50);
  });
});

describe('the secrets of messages', { timeout: 2 * LONGEST }, () => {
  const list = async () =>
    WebhookSecret.array().parse((await at.call('sources/list-secrets', { sourceId: source.id })).data);

  it('are two while one replaces the other, each valid until it is removed', async () => {
    await createSecret('the old secret');
    await createSecret('the new secret');
    expect(await createSecret('a third')).toMatchObject({ status: 409, error: { code: 'conflict' } });
    for (const secret of ['the old secret', 'the new secret'])
      expect(await send({ kind: 'tea' }, { secret })).toMatchObject({ status: 200 });
    const [old] = await list();
    const gone = await at.call('sources/remove-secret', { type, sourceId: source.id, id: old?.id });
    expect(gone.data).toEqual({ exists: true });
    expect(await send({ kind: 'tea' }, { secret: 'the old secret' })).toMatchObject({ status: 401 });
    expect(await send({ kind: 'tea' }, { secret: 'the new secret' })).toMatchObject({ status: 200 });
  });

  it('are replaced by their id, which says whether there is one', async () => {
    await createSecret('the old secret');
    const [{ id } = { id: '' }] = await list();
    const change = { type, sourceId: source.id, secret: 'the new secret' };
    expect((await at.call('sources/update-secret', { ...change, id })).data).toEqual({ exists: true });
    expect((await at.call('sources/update-secret', { ...change, id: 'none' })).data).toEqual({
      exists: false,
    });
    expect(await send({ kind: 'tea' }, { secret: 'the old secret' })).toMatchObject({ status: 401 });
    expect(await send({ kind: 'tea' }, { secret: 'the new secret' })).toMatchObject({ status: 200 });
  });

  it('stay when the source is added again, are told nowhere, and go with the source', async () => {
    await createSecret(SECRET);
    await at.addAndRead();
    expect(await at.only()).toMatchObject({ status: 'active', error: null });
    expect(await send({ kind: 'tea' })).toMatchObject({ status: 200 });
    const told = JSON.stringify([await list(), await readLog(), await at.only(), at.logged]);
    expect(told).not.toContain(SECRET);
    const store = await at.stores.open(at.orgId);
    const rows = await store.rows('SELECT name, sealed::VARCHAR AS sealed FROM "SourceSecret"');
    expect(JSON.stringify(rows)).not.toContain(SECRET);
    await at.call('sources/remove-source', { id: source.id });
    expect(await send({ kind: 'tea' })).toMatchObject({ status: 401 });
    for (const table of ['SourceSecret', 'SourceDelivery'])
      expect(await store.rows(`SELECT 1 FROM "${table}"`)).toEqual([]);
  });
});
