import { mkdtempSync, rmSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OrgId } from '@cairn/contracts';
import type { OutboxMessage } from '@cairn/contracts/outbox';
import { silentLog, testTokens } from '@cairn/service-kit/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { plantedConnector } from '../../test/planted-source.ts';
import { createApp } from '../app.ts';
import { Jobs } from '../sources/jobs.ts';
import { GraphStores } from '../store/graph-stores.ts';
import { readOutbox, tell } from '../store/outbox.ts';
import { Delivery } from './deliver.ts';

const acme = OrgId.parse('acme');
const tokens = await testTokens();
let folder: string;
let stores: GraphStores;
let jobs: Jobs;
let delivery: Delivery;
let app: ReturnType<typeof createApp>;
let taken: OutboxMessage[];
let isAway: boolean;
let forgetsToAnswer: boolean;

function open(): void {
  const [log, connectors] = [silentLog(), [plantedConnector]];
  stores = new GraphStores(folder);
  jobs = new Jobs({ stores, log, connectors });
  const send = async (messages: readonly OutboxMessage[]) => {
    if (isAway) throw new Error('svc-workspace is away');
    taken.push(...messages);
    if (forgetsToAnswer) throw new Error('the answer was lost');
  };
  delivery = new Delivery({ stores, log, send, every: 10 });
  app = createApp({ graphs: stores, jobs, connectors, verifier: tokens.verifier, log });
}
async function close(): Promise<void> {
  await jobs.close();
  await delivery.close();
  await stores.close();
}
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-outbox-'));
  [taken, isAway, forgetsToAnswer] = [[], false, false];
  open();
});
afterEach(async () => {
  await close();
  rmSync(folder, { recursive: true });
});

const post = async (path: string, body: object, role: 'admin' | 'super' = 'admin') =>
  app.request(`/api/acme/${path}`, {
    method: 'POST',
    headers: await tokens.headers({ role, superuser: true }),
    body: JSON.stringify(body),
  });
const WEEK = { zone: 'UTC', days: [1, 2], opens: 540, closes: 1_020, holidays: [] };
const setCalendar = (opens = 540) =>
  post('working-calendars/set', { owner: 'org', calendar: { ...WEEK, opens } });
const acts = () =>
  taken.map((message) => (message.kind === 'act' ? [message.action, message.target?.name] : []));

/** A message that a calendar was changed. */
const calendarTold = () =>
  tell(acme, {
    kind: 'act',
    actorId: null,
    action: 'calendar.changed',
    target: { id: 't', name: 'Core' },
    changes: [],
  });

describe('what people do in svc-graph', () => {
  it('is told with who did it, on what, and what changed', async () => {
    expect((await setCalendar()).status).toBe(200);
    await expect
      .poll(() => taken)
      .toEqual([
        expect.objectContaining({
          kind: 'act',
          orgId: 'acme',
          action: 'calendar.changed',
          actorId: expect.any(String),
          target: { id: 'org', name: 'The organization' },
          changes: [{ what: 'calendar', from: null, to: 'days 1 2, 540 to 1020, UTC, 0 holidays' }],
        }),
      ]);
    await expect.poll(async () => readOutbox(await stores.open(acme))).toEqual([]);
  });

  it('is not told where it is refused, or changes nothing', async () => {
    expect((await setCalendar(2_000)).status).toBe(400);
    expect((await post('sources/allow-folder', { path: folder })).status).toBe(200);
    expect((await post('sources/allow-folder', { path: folder })).status).toBe(200);
    await expect.poll(acts).toEqual([['folder.allowed', folder]]);
    expect((await post('sources/forbid-folder', { path: folder })).status).toBe(200);
    await expect.poll(acts).toEqual([
      ['folder.allowed', folder],
      ['folder.forbidden', folder],
    ]);
  });

  it('tells which repositories and projects were given a category, and nothing where they had it', async () => {
    const store = await stores.open(acme);
    const [api, web] = [randomUUID(), randomUUID()];
    for (const [uuid, name] of [
      [api, 'api'],
      [web, 'web'],
    ])
      await store.run(`INSERT INTO "Repository" (uuid, name, deleted) VALUES ('${uuid}', '${name}', false)`);
    const give = (category: string | null, ...uuids: string[]) =>
      post('resource-categories/set', { uuids, category }, 'super');
    expect((await give('Platform', api)).status).toBe(200);
    expect((await give('Platform', api)).status).toBe(200);
    expect((await give('Shared', api, web)).status).toBe(200);
    expect((await give('Shared', randomUUID())).status).toBe(404);
    const changes = () => taken.map((message) => (message.kind === 'act' ? message.changes : []));
    await expect.poll(changes).toEqual([
      [{ what: 'api', from: null, to: 'Platform' }],
      [
        { what: 'api', from: 'Platform', to: 'Shared' },
        { what: 'web', from: null, to: 'Shared' },
      ],
    ]);
    expect(acts()).toEqual([
      ['categories.changed', 'api'],
      ['categories.changed', 'api and 1 more'],
    ]);
  });

  it('waits in its order while svc-workspace is away, also over a restart, and is not told twice', async () => {
    isAway = true;
    await setCalendar(500);
    await setCalendar(510);
    await close();
    open();
    await setCalendar(520);
    await expect.poll(async () => (await readOutbox(await stores.open(acme))).length).toBe(3);
    expect(taken).toEqual([]);
    isAway = false;
    await expect
      .poll(() => taken.map((message) => (message.kind === 'act' ? message.changes[0]?.to : null)))
      .toEqual([500, 510, 520].map((opens) => `days 1 2, ${opens} to 1020, UTC, 0 holidays`));
    await delivery.deliver(acme);
    expect(taken).toHaveLength(3);
  });

  it('leaves as soon as it is committed, whichever part of the service wrote it', async () => {
    const store = await stores.open(acme);
    await store.transaction((transaction) => transaction.run(calendarTold()));
    await expect.poll(acts).toEqual([['calendar.changed', 'Core']]);
  });

  it('stays where its transaction was rolled back', async () => {
    const store = await stores.open(acme);
    const failing = store.transaction(async (transaction) => {
      await transaction.run(calendarTold());
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await setCalendar();
    await expect.poll(acts).toEqual([['calendar.changed', 'The organization']]);
  });

  it('comes again with the same id where the answer was lost', async () => {
    forgetsToAnswer = true;
    await setCalendar();
    await expect.poll(() => taken.length).toBeGreaterThan(1);
    forgetsToAnswer = false;
    await expect.poll(async () => readOutbox(await stores.open(acme))).toEqual([]);
    expect(new Set(taken.map(({ id }) => id)).size).toBe(1);
  });

  it('is kept together with the act, or not at all', async () => {
    const store = await stores.open(acme);
    const message = tell(acme, { kind: 'act', actorId: null, action: 'source.removed', changes: [] });
    const broken = { sql: 'SELECT error(1)', params: [], writes: 'nothing' as const };
    await expect(store.beside((open) => open.runAll([message, broken]))).rejects.toThrow();
    expect(await readOutbox(store)).toEqual([]);
  });
});
