import {
  closeSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OrgId } from '@cairn/contracts';
import { type TestTokens, silentLog, testTokens } from '@cairn/service-kit/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { RecomputeQueue } from '../derive/recompute-queue.ts';
import { Jobs } from '../sources/jobs.ts';
import { Recovery } from '../sources/recovery.ts';
import { GraphStores } from './graph-stores.ts';
import { NEW_SOURCE, addSource } from './source-row.ts';

const log = silentLog();
const sound = OrgId.parse('sound');
const broken = OrgId.parse('broken');
let data: string;
let stores: GraphStores;
let jobs: Jobs;
let recovery: Recovery;
let app: ReturnType<typeof createApp>;
let tokens: TestTokens;

const SOME_COMMITS = `INSERT INTO "Commit" (uuid, name, message, sha, deleted, "committedAt")
  SELECT uuid(), md5(range::VARCHAR), md5(range::VARCHAR), md5(range::VARCHAR), false, TIMESTAMP '2026-01-01'
  FROM range(20000)`;
/** A DuckDB file begins with three headers of 4 KB. */
const HEADERS = 12_288;

const fileOf = (name: string) => join(data, 'graph', `${name}.duckdb`);

async function plant(): Promise<void> {
  const first = new GraphStores(data);
  for (const orgId of [sound, broken]) {
    const source = { id: `of ${orgId}`, type: 'unknown', settings: {}, name: orgId };
    const active = { ...NEW_SOURCE, status: 'active' as const };
    await addSource(await first.open(orgId), { ...source, state: active });
  }
  await first.close();
}

function start(): void {
  stores = new GraphStores(data);
  jobs = new Jobs({ stores, log, connectors: [] });
  const recomputes = new RecomputeQueue({ stores, log });
  recovery = new Recovery({ graphs: stores, jobs, recomputes, log });
  app = createApp({ graphs: stores, jobs, recomputes, connectors: [], verifier: tokens.verifier, log });
}

async function sourcesOf(orgId: string) {
  const headers = await tokens.headers({ orgId, role: 'admin' });
  const answer = await app.request(`/api/${orgId}/sources/list-sources`, { headers });
  const body = (await answer.json()) as {
    data?: { name: string }[];
    error?: { code: string; message: string };
  };
  return { status: answer.status, names: body.data?.map(({ name }) => name), error: body.error };
}

/** Queries the messages of an org's commits, which reads their column. */
async function messagesOf(orgId: string) {
  const headers = await tokens.headers({ orgId, role: 'admin' });
  const query = {
    select: ['Commit'],
    groupBys: [{ target: 'Commit', attribute: 'message' }],
    format: 'json',
  };
  const answer = await app.request(`/api/${orgId}/graph-search/group-bys`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(query),
  });
  const body = (await answer.json()) as { error?: { code: string; message: string } };
  return { status: answer.status, error: body.error };
}

/** Overwrites everything after the headers of a file, even while it is open. */
function overwriteBlocks(file: string): void {
  const garbage = Buffer.alloc(statSync(file).size - HEADERS, 'garbage ');
  const handle = openSync(file, 'r+');
  writeSync(handle, garbage, 0, garbage.length, HEADERS);
  closeSync(handle);
}

async function readiness() {
  const answer = await app.request('/readyz');
  return { status: answer.status, body: (await answer.json()) as { problems: { file?: string }[] } };
}

beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'cairn-damaged-'));
  tokens = await testTokens();
  await plant();
});
afterEach(async () => {
  await jobs.close();
  await stores.close();
  rmSync(data, { recursive: true });
});

it.each([
  ['garbage', (file: string) => writeFileSync(file, 'garbage '.repeat(2_000))],
  ['empty of its second half', (file: string) => truncateSync(file, 6_000)],
  ['empty', (file: string) => truncateSync(file, 0)],
])('keeps a file that is %s to its own org, and goes on when the file is back', async (_, damage) => {
  copyFileSync(fileOf(broken), join(data, 'backup'));
  damage(fileOf(broken));
  start();
  await jobs.resume();
  await recovery.attempt();

  expect(await sourcesOf(sound)).toMatchObject({ status: 200, names: [sound] });
  const refused = await sourcesOf(broken);
  expect(refused).toMatchObject({ status: 503, error: { code: 'unreadable_data' } });
  expect(refused.error?.message).toContain('damaged');
  expect(refused.error?.message).not.toContain(data);
  expect(await readiness()).toMatchObject({
    status: 200,
    body: { status: 'ready', problems: [{ code: 'damaged_graph', file: fileOf(broken) }] },
  });

  copyFileSync(join(data, 'backup'), fileOf(broken));
  await recovery.attempt();
  expect(await sourcesOf(broken)).toMatchObject({ status: 200, names: [broken] });
  expect((await readiness()).body.problems).toEqual([]);
});

it('keeps a file that is damaged while it is open to its own org, shut until it is mended', async () => {
  const first = new GraphStores(data);
  await (await first.open(broken)).run(SOME_COMMITS);
  await first.close();
  copyFileSync(fileOf(broken), join(data, 'backup'));
  start();
  await jobs.resume();
  expect(await sourcesOf(broken)).toMatchObject({ status: 200, names: [broken] });
  overwriteBlocks(fileOf(broken));

  for (let time = 0; time < 2; time += 1) {
    expect(await messagesOf(broken)).toMatchObject({
      status: 503,
      error: { code: 'unreadable_data', message: expect.stringContaining('damaged') },
    });
    expect(await sourcesOf(broken)).toMatchObject({ status: 503, error: { code: 'unreadable_data' } });
    expect(await messagesOf(sound)).toMatchObject({ status: 200 });
    expect(await readiness()).toMatchObject({
      status: 200,
      body: { status: 'ready', problems: [{ code: 'damaged_graph', file: fileOf(broken) }] },
    });
    await recovery.attempt();
  }

  copyFileSync(join(data, 'backup'), fileOf(broken));
  await recovery.attempt();
  expect(await messagesOf(broken)).toMatchObject({ status: 200 });
  expect((await readiness()).body.problems).toEqual([]);
});

it('begins anew for an org whose damaged file was moved away, and says that the old one is gone', async () => {
  writeFileSync(fileOf(broken), 'garbage');
  start();
  await jobs.resume();
  rmSync(fileOf(broken));
  await recovery.attempt();
  expect((await readiness()).body.problems).toEqual([]);
  expect(await sourcesOf(broken)).toMatchObject({ status: 200, names: [] });
  expect((await readiness()).body.problems).toMatchObject([{ code: 'lost_graph', file: fileOf(broken) }]);
});

it('starts beside stray files and folders', async () => {
  writeFileSync(fileOf('copy of sound'), 'garbage');
  writeFileSync(fileOf('stray'), 'garbage');
  mkdirSync(fileOf('folder'));
  start();
  await jobs.resume();
  await recovery.attempt();
  expect(await sourcesOf(sound)).toMatchObject({ status: 200, names: [sound] });
});
