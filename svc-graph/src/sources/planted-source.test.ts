import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OrgId, Source, SourceType, phaseOf } from '@cairn/contracts';
import { type TestTokens, silentLog, testTokens } from '@cairn/service-kit/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { plantedConnector } from '../../test/planted-source.ts';
import { PlantedTracker } from '../../test/planted-tracker.ts';
import { createApp } from '../app.ts';
import { GraphStores } from '../store/graph-stores.ts';
import { Jobs } from './jobs.ts';
import { readSecrets } from './secrets.ts';

const acme = OrgId.parse('acme');
/** Milliseconds that a thread may take to start on a busy machine. */
const LONGEST = 50_000;
const connectors = [plantedConnector];
const worker = new URL('../../test/planted.worker.ts', import.meta.url);
const tokens: TestTokens = await testTokens();
let folder: string;
let stores: GraphStores;
let jobs: Jobs;
let app: ReturnType<typeof createApp>;
let tracker: PlantedTracker;
let url: string;
let logged: unknown[];

function open(): void {
  const keep = (...entry: unknown[]) => void logged.push(entry);
  const log = Object.assign(silentLog(), { info: keep, warn: keep, error: keep, debug: keep });
  Object.defineProperty(log, 'child', { value: () => log });
  stores = new GraphStores(folder);
  jobs = new Jobs({ stores, log, connectors, worker });
  app = createApp({ graphs: stores, jobs, connectors, verifier: tokens.verifier, log });
}
async function close(): Promise<void> {
  await jobs.close();
  await stores.close();
}
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-planted-'));
  tracker = new PlantedTracker();
  url = await tracker.listen();
  logged = [];
  open();
});
afterEach(async () => {
  await close();
  tracker.close();
  rmSync(folder, { recursive: true });
});

async function call(path: string, body?: object, claims: object = { role: 'admin' }) {
  const answer = await app.request(`/api/acme/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: await tokens.headers(claims),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  expect(text).not.toContain(tracker.token);
  return { status: answer.status, ...(JSON.parse(text) as { data: unknown; error?: { message: string } }) };
}

const create = (settings: object = { url, token: tracker.token }) =>
  call('sources/create-source', { type: 'planted-tracker', settings });

async function only(): Promise<Source> {
  const [source] = Source.array().parse((await call('sources/list-sources')).data);
  if (!source) throw new Error('there is no source');
  return source;
}

async function names(kind: string): Promise<number> {
  const { data } = await call('graph-search/group-bys', {
    select: [kind],
    aggregations: [{ target: kind, attribute: 'name', reducer: 'countDistinct' }],
    format: 'json',
  });
  const [row] = data as Record<string, number>[];
  return row?.[`countDistinct(${kind}.name)`] ?? -1;
}

async function addAndRead(): Promise<Source> {
  const { data } = await create();
  await jobs.idle(acme);
  return Source.parse(data);
}

describe('a source that is planted in the list of connectors', { timeout: 2 * LONGEST }, () => {
  it('is offered with its words and the settings that it takes', async () => {
    const [type] = SourceType.array().parse((await call('sources/list-connectors')).data);
    expect(type).toMatchObject({ type: 'planted-tracker', provides: ['jira'], addable: true });
    expect(type?.words.add).toBe('Add tracker');
    expect(type?.settings.map(({ name, secret }) => [name, secret])).toEqual([
      ['url', false],
      ['token', true],
    ]);
    expect(type?.phases.map(({ id, unit }) => [id, unit])).toEqual([
      ['issues', 'issues'],
      ['comments', 'comments'],
    ]);
  });

  it('waits, is read a phase after the other with its counts, and can then be queried', async () => {
    tracker.held = 'issues 10';
    const created = Source.parse((await create()).data);
    expect(created).toMatchObject({ type: 'planted-tracker', name: new URL(url).host, status: 'new' });
    expect(created.progress).toMatchObject({ state: 'waiting', current: null });
    await vi.waitUntil(async () => (await only()).progress.current === 'issues', { timeout: LONGEST });
    const source = await only();
    expect(source).toMatchObject({ status: 'ingesting', progress: { state: 'running' } });
    expect(phaseOf(source)).toMatchObject({ label: 'Reading issues', unit: 'issues', done: 10, total: 25 });
    tracker.release();
    await jobs.idle(acme);
    const read = await only();
    expect(read).toMatchObject({ status: 'active', error: null, progress: { state: 'done' } });
    expect(read.progress.phases.map(({ id, done, total }) => [id, done, total])).toEqual([
      ['issues', 25, 25],
      ['comments', 15, 15],
    ]);
    expect([await names('Issue'), await names('IssueComment')]).toEqual([25, 15]);
  });

  it('brings fields that only its org has', async () => {
    await addAndRead();
    const { data } = await call('graph-search/group-bys', {
      select: ['Issue'],
      groupBys: ['Issue.customSeverity'],
      aggregations: [{ target: 'Issue', attribute: 'uuid', reducer: 'count' }],
      format: 'json',
    });
    expect(data).toEqual([{ 'Issue.customSeverity': 'high', 'count(Issue.uuid)': 25 }]);
  });

  it('says which setting is wrong, and adds nothing', async () => {
    const wrong = [
      [{ url: 'ftp://tracker', token: tracker.token }, /^url: /],
      [{ url, token: 'short' }, /^token: /],
      [{ url }, /^token: /],
      [{ url, token: tracker.token, path: '/' }, /path/],
    ] as const;
    for (const [settings, message] of wrong) {
      const { status, error } = await create(settings);
      expect([status, error]).toMatchObject([
        400,
        { code: 'invalid_input', message: expect.stringMatching(message) as string },
      ]);
    }
    const unknown = await call('sources/create-source', { type: 'nothing', settings: {} });
    expect(unknown.error?.message).toBe(
      'There is no source of type nothing. The types are: planted-tracker.',
    );
    expect((await call('sources/list-sources')).data).toEqual([]);
  });

  it('fails with the message of what it met, keeps what was read, and goes on from there', async () => {
    tracker.failing = 'issues 20';
    await addAndRead();
    const failed = await only();
    expect(failed).toMatchObject({ status: 'error', progress: { state: 'failed', current: 'issues' } });
    expect(failed.error).toEqual({
      code: 'internal',
      message: 'Reading stopped: the tracker answered 500 to Bearer ***',
    });
    expect(await names('Issue')).toBe(20);
    tracker.failing = undefined;
    tracker.asked.length = 0;
    await call('sources/sync-source', { id: failed.id });
    await jobs.idle(acme);
    expect(tracker.asked[0]).toBe('issues 20');
    expect(await only()).toMatchObject({ status: 'active', error: null });
    expect(await names('Issue')).toBe(25);
  });

  it('goes on from its cursor after the service was stopped in the middle', async () => {
    tracker.held = 'comments 10';
    await create();
    await vi.waitUntil(() => tracker.asked.includes('comments 10'), { timeout: LONGEST });
    await close();
    tracker.release();
    tracker.asked.length = 0;
    open();
    await jobs.resume();
    await jobs.idle(acme);
    expect(tracker.asked).toEqual(['issues 25', 'comments 10', 'comments 15']);
    const read = await only();
    expect(read.status).toBe('active');
    expect(phaseOf(read)).toMatchObject({ id: 'comments', done: 15, total: 15 });
    expect([await names('Issue'), await names('IssueComment')]).toEqual([25, 15]);
  });

  it('reads only what is new when it is synced', async () => {
    const { id } = await addAndRead();
    tracker.sizes.issues = 31;
    tracker.asked.length = 0;
    await call('sources/sync-source', { id });
    await jobs.idle(acme);
    expect(tracker.asked).toEqual(['issues 25', 'issues 31', 'comments 15']);
    expect(await names('Issue')).toBe(31);
    expect((await only()).progress.phases[0]).toMatchObject({ done: 6, total: 6 });
  });

  it('is built again from its payloads, without a word to the tracker', async () => {
    const { id } = await addAndRead();
    const store = await stores.open(acme);
    await store.run(`UPDATE "Issue" SET name = 'spoilt'`);
    await store.run(`DELETE FROM "IssueComment"`);
    tracker.asked.length = 0;
    await call('sources/renormalise', { id });
    await jobs.idle(acme);
    expect([await names('Issue'), await names('IssueComment')]).toEqual([25, 15]);
    expect(tracker.asked).toEqual([]);
    expect(await only()).toMatchObject({ status: 'active', error: null });
  });

  it('is removed with its rows, its payloads and its secrets', async () => {
    const { id } = await addAndRead();
    expect((await call('sources/remove-source', { id })).data).toEqual({ id });
    const store = await stores.open(acme);
    for (const table of ['Issue', 'IssueComment', 'RawPayload', 'SourceSecret', 'Source'])
      expect([table, await store.rows(`SELECT * FROM "${table}"`)]).toEqual([table, []]);
    expect((await call('sources/remove-source', { id })).status).toBe(404);
  });
});

describe('a secret setting', { timeout: 2 * LONGEST }, () => {
  it('reaches the reader, and is neither in an answer nor in a log nor in the clear in any file', async () => {
    await addAndRead();
    expect(await only()).toMatchObject({ status: 'active' });
    const store = await stores.open(acme);
    expect(await store.rows('SELECT settings FROM "Source"')).toEqual([
      { settings: JSON.stringify({ url }) },
    ]);
    expect(logged.length).toBeGreaterThan(3);
    expect(JSON.stringify(logged)).not.toContain(tracker.token);
    await close();
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((file) => statSync(file).isFile());
    expect(files.some((file) => file.endsWith('.duckdb'))).toBe(true);
    for (const file of files) expect(readFileSync(file).includes(tracker.token)).toBe(false);
    const key = files.find((file) => file.endsWith('source-secrets.key')) ?? '';
    expect(statSync(key).mode & 0o777).toBe(0o600);
    open();
  });

  it('is replaced when the source is added again with another one', async () => {
    await addAndRead();
    tracker.token = 'another token of today';
    const { id } = await only();
    await call('sources/sync-source', { id });
    await jobs.idle(acme);
    expect((await only()).error?.message).toBe('Reading stopped: the tracker answered 401 to Bearer ***');
    await addAndRead();
    expect(await only()).toMatchObject({ id, status: 'active', error: null });
  });

  it('that cannot be decrypted any more fails the source with a way out, and keeps no other from being read', async () => {
    const { id } = await addAndRead();
    rmSync(join(folder, 'source-secrets.key'));
    await call('sources/sync-source', { id });
    await jobs.idle(acme);
    const failed = await only();
    expect(failed.error).toEqual({
      code: 'source_unavailable',
      message: 'The secrets of this source cannot be decrypted. Add it again with its settings.',
    });
    await addAndRead();
    expect(await only()).toMatchObject({ status: 'active', error: null });
  });

  it('cannot be passed off as that of another source', async () => {
    const { id } = await addAndRead();
    const store = await stores.open(acme);
    await store.rows(`UPDATE "SourceSecret" SET "sourceId" = 'other' WHERE "sourceId" = $1`, [id]);
    await expect(readSecrets(stores, acme, 'other')).rejects.toThrow();
    expect(await readSecrets(stores, acme, id)).toEqual({});
  });
});

describe('a message of a source', { timeout: 2 * LONGEST }, () => {
  const body = JSON.stringify({ changed: 'issues' });
  const signed = (secret: string) => createHmac('sha256', secret).update(body).digest('hex');
  const send = async (path: string, signature: string) => {
    const answer = await app.request(path, { method: 'POST', headers: { 'x-signature': signature }, body });
    const { error } = (await answer.json()) as { error?: { code: string } };
    return error?.code ?? answer.status;
  };

  it('reads what is new when the secret of the source signed it', async () => {
    await addAndRead();
    tracker.sizes.issues = 31;
    const { webhook = '' } = await only();
    expect(await send(webhook, signed(tracker.token))).toBe(200);
    await jobs.idle(acme);
    expect(await names('Issue')).toBe(31);
  });

  it('is refused with another signature, and starts nothing', async () => {
    await addAndRead();
    const before = tracker.asked.length;
    const { webhook = '' } = await only();
    for (const signature of ['', 'nonsense', signed('another secret'), signed(tracker.token).slice(2)])
      expect(await send(webhook, signature)).toBe('unauthenticated');
    await jobs.idle(acme);
    expect(tracker.asked).toHaveLength(before);
  });

  it('is refused where no source takes messages', async () => {
    await addAndRead();
    const { id } = await only();
    const other = '0f8fad5b-d9cb-469f-a165-70867728950e';
    for (const path of [`planted-tracker/webhook/${other}`, `git/webhook/${id}`, `nothing/webhook/${id}`])
      expect(await send(`/api/v1/${path}`, signed(tracker.token))).toBe('not_found');
    expect(await send('/api/v1/planted-tracker/webhook/..', signed(tracker.token))).not.toBe(200);
  });
});
