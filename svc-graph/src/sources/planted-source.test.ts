import { readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Source, SourceType, phaseOf } from '@cairn/contracts';
import type { SourceRun } from '@cairn/contracts/source-runs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LONGEST, PlantedService } from '../../test/planted-service.ts';
import { readSecrets } from './secrets.ts';

let at: PlantedService;

beforeEach(async () => {
  at = new PlantedService();
  await at.begin();
});
afterEach(() => at.end());

const call: PlantedService['call'] = (...request) => at.call(...request);

async function names(kind: string): Promise<number> {
  const { data } = await call('graph-search/group-bys', {
    select: [kind],
    aggregations: [{ target: kind, attribute: 'name', reducer: 'countDistinct' }],
    format: 'json',
  });
  const [row] = data as Record<string, number>[];
  return row?.[`countDistinct(${kind}.name)`] ?? -1;
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
    at.tracker.held = 'issues 10';
    const created = Source.parse((await at.create()).data);
    expect(created).toMatchObject({ type: 'planted-tracker', name: new URL(at.url).host, status: 'new' });
    expect(created.progress).toMatchObject({ state: 'waiting', current: null });
    await vi.waitUntil(async () => phaseOf(await at.only())?.done === 10, { timeout: LONGEST });
    const source = await at.only();
    expect(source).toMatchObject({ status: 'ingesting', progress: { state: 'running' } });
    expect(phaseOf(source)).toMatchObject({ label: 'Reading issues', unit: 'issues', done: 10, total: 25 });
    at.tracker.release();
    await at.jobs.idle(at.orgId);
    const read = await at.only();
    expect(read).toMatchObject({ status: 'active', error: null, progress: { state: 'done' } });
    expect(read.progress.phases.map(({ id, done, total }) => [id, done, total])).toEqual([
      ['issues', 25, 25],
      ['comments', 15, 15],
    ]);
    expect([await names('Issue'), await names('IssueComment')]).toEqual([25, 15]);
  });

  it('brings fields that only its org has', async () => {
    await at.addAndRead();
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
      [{ url: 'ftp://tracker', token: at.tracker.token }, /^url: /],
      [{ url: at.url, token: 'short' }, /^token: /],
      [{ url: at.url }, /^token: /],
      [{ url: at.url, token: at.tracker.token, path: '/' }, /path/],
    ] as const;
    for (const [settings, message] of wrong) {
      const { status, error } = await at.create(settings);
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
    at.tracker.failing = 'issues 20';
    await at.addAndRead();
    const failed = await at.only();
    expect(failed).toMatchObject({ status: 'error', progress: { state: 'failed', current: 'issues' } });
    expect(failed.error).toEqual({
      code: 'internal',
      message: 'Reading stopped: the tracker answered 500 to Bearer ***',
    });
    expect(await names('Issue')).toBe(20);
    at.tracker.failing = undefined;
    at.tracker.asked.length = 0;
    await call('sources/sync-source', { id: failed.id });
    await at.jobs.idle(at.orgId);
    expect(at.tracker.asked[0]).toBe('issues 20');
    expect(await at.only()).toMatchObject({ status: 'active', error: null });
    expect(await names('Issue')).toBe(25);
  });

  it('goes on from its cursor after the service was stopped in the middle', async () => {
    at.tracker.held = 'comments 10';
    await at.create();
    await vi.waitUntil(() => at.tracker.asked.includes('comments 10'), { timeout: LONGEST });
    await vi.waitUntil(async () => (await names('Issue')) === 25, { timeout: LONGEST });
    await at.close();
    at.tracker.release();
    at.tracker.asked.length = 0;
    at.open();
    await at.jobs.resume();
    await at.jobs.idle(at.orgId);
    expect(at.tracker.asked).toEqual(['issues 25', 'comments 10', 'comments 15']);
    const read = await at.only();
    expect(read.status).toBe('active');
    expect(phaseOf(read)).toMatchObject({ id: 'comments', done: 15, total: 15 });
    expect([await names('Issue'), await names('IssueComment')]).toEqual([25, 15]);
  });

  it('reads only what is new when it is synced', async () => {
    const { id } = await at.addAndRead();
    at.tracker.sizes.issues = 31;
    at.tracker.asked.length = 0;
    await call('sources/sync-source', { id });
    await at.jobs.idle(at.orgId);
    expect(at.tracker.asked).toEqual(['issues 25', 'issues 31', 'comments 15']);
    expect(await names('Issue')).toBe(31);
    expect((await at.only()).progress.phases[0]).toMatchObject({ done: 6, total: 6 });
  });

  it('is read again in the thread of its first reading', async () => {
    const { id } = await at.addAndRead();
    const started: unknown[] = [];
    const note = (worker: unknown) => started.push(worker);
    process.on('worker', note);
    at.tracker.sizes.issues = 26;
    await call('sources/sync-source', { id });
    await at.jobs.idle(at.orgId);
    process.off('worker', note);
    expect(await names('Issue')).toBe(26);
    expect(started).toEqual([]);
  });

  it('is built again from its payloads, without a word to the tracker', async () => {
    const { id } = await at.addAndRead();
    const store = await at.stores.open(at.orgId);
    await store.run(`UPDATE "Issue" SET name = 'spoilt'`);
    await store.run(`DELETE FROM "IssueComment"`);
    at.tracker.asked.length = 0;
    await call('sources/renormalise', { id });
    await at.jobs.idle(at.orgId);
    expect([await names('Issue'), await names('IssueComment')]).toEqual([25, 15]);
    expect(at.tracker.asked).toEqual([]);
    expect(await at.only()).toMatchObject({ status: 'active', error: null });
  });

  it('names in the log of its runs which kinds became nothing, of a reading and of building again', async () => {
    const { id } = await at.addAndRead();
    await call('sources/renormalise', { id });
    await at.jobs.idle(at.orgId);
    const [again, first] = (await call('sources/list-runs', { id })).data as SourceRun[];
    const ignored = [
      { kind: 'thirteenth of comments', count: 1 },
      { kind: 'thirteenth of issues', count: 1 },
    ];
    expect(first).toMatchObject({ kind: 'ingest', ignored });
    expect(again).toMatchObject({ kind: 'renormalise', ignored });
    await call('sources/sync-source', { id });
    await at.jobs.idle(at.orgId);
    const [unchanged] = (await call('sources/list-runs', { id })).data as SourceRun[];
    expect(unchanged).toMatchObject({ kind: 'ingest', ignored: [] });
  });

  it('says that an earlier version made its rows until it is built again, whatever is read meanwhile', async () => {
    const { id } = await at.addAndRead();
    expect(await at.only()).not.toHaveProperty('isOlder');
    const store = await at.stores.open(at.orgId);
    await store.run(`UPDATE "Source" SET state = json_merge_patch(state, '{"madeBy": 0}')`);
    expect(await at.only()).toMatchObject({ isOlder: true });
    at.tracker.sizes.issues = 31;
    for (const [path, isOlder] of [
      ['sources/sync-source', true],
      ['sources/renormalise', undefined],
    ] as const) {
      await call(path, { id });
      await at.jobs.idle(at.orgId);
      expect((await at.only()).isOlder).toBe(isOlder);
    }
    expect(await names('Issue')).toBe(31);
  });

  it('is removed with its rows, its payloads and its secrets', async () => {
    const { id } = await at.addAndRead();
    expect((await call('sources/remove-source', { id })).data).toEqual({ id });
    const store = await at.stores.open(at.orgId);
    for (const table of ['Issue', 'IssueComment', 'RawPayload', 'SourceSecret', 'Source'])
      expect([table, await store.rows(`SELECT * FROM "${table}"`)]).toEqual([table, []]);
    expect((await call('sources/remove-source', { id })).status).toBe(404);
  });
});

describe('a secret setting', { timeout: 2 * LONGEST }, () => {
  it('reaches the reader, and is neither in an answer nor in a log nor in the clear in any file', async () => {
    await at.addAndRead();
    expect(await at.only()).toMatchObject({ status: 'active' });
    const store = await at.stores.open(at.orgId);
    expect(await store.rows('SELECT settings FROM "Source"')).toEqual([
      { settings: JSON.stringify({ url: at.url }) },
    ]);
    expect(at.logged.length).toBeGreaterThan(3);
    expect(JSON.stringify(at.logged)).not.toContain(at.tracker.token);
    await at.close();
    const files = readdirSync(at.folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(at.folder, name))
      .filter((file) => statSync(file).isFile());
    expect(files.some((file) => file.endsWith('.duckdb'))).toBe(true);
    for (const file of files) expect(readFileSync(file).includes(at.tracker.token)).toBe(false);
    const key = files.find((file) => file.endsWith('source-secrets.key')) ?? '';
    expect(statSync(key).mode & 0o777).toBe(0o600);
    at.open();
  });

  it('is replaced when the source is added again with another one', async () => {
    await at.addAndRead();
    at.tracker.token = 'another token of today';
    const { id } = await at.only();
    await call('sources/sync-source', { id });
    await at.jobs.idle(at.orgId);
    expect((await at.only()).error?.message).toBe('Reading stopped: the tracker answered 401 to Bearer ***');
    await at.addAndRead();
    expect(await at.only()).toMatchObject({ id, status: 'active', error: null });
  });

  it('that cannot be decrypted any more fails the source with a way out, and keeps no other from being read', async () => {
    const { id } = await at.addAndRead();
    rmSync(join(at.folder, 'source-secrets.key'));
    await call('sources/sync-source', { id });
    await at.jobs.idle(at.orgId);
    const failed = await at.only();
    expect(failed.error).toEqual({
      code: 'source_unavailable',
      message: 'The secrets of this source cannot be decrypted. Add it again with its settings.',
    });
    await at.addAndRead();
    expect(await at.only()).toMatchObject({ status: 'active', error: null });
  });

  it('cannot be passed off as that of another source', async () => {
    const { id } = await at.addAndRead();
    const store = await at.stores.open(at.orgId);
    await store.rows(`UPDATE "SourceSecret" SET "sourceId" = 'other' WHERE "sourceId" = $1`, [id]);
    await expect(readSecrets(at.stores, at.orgId, 'other')).rejects.toThrow();
    expect(await readSecrets(at.stores, at.orgId, id)).toEqual({});
  });
});
