import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFixtureRepository } from '@cairn/acceptance';
import { OrgId } from '@cairn/contracts';
import { type TestTokens, silentLog, testTokens } from '@cairn/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApp } from '../app.ts';
import { GraphStores } from '../store/graph-stores.ts';
import { CONNECTORS } from './connectors.ts';
import { Jobs } from './jobs.ts';

const acme = OrgId.parse('acme');
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'cairn-simulated-')));
const repo = join(folder, 'weather');
const log = silentLog();
const connectors = CONNECTORS;
const stores = new GraphStores(join(folder, 'data'));
const jobs = new Jobs({ stores, log, connectors });
let tokens: TestTokens;
let app: ReturnType<typeof createApp>;

const to = Date.UTC(2026, 2, 3) / 1_000;
const settings = { seed: 3, events: 1_500, from: to - 90 * 86_400, to };
const company = { type: 'simulated', settings };
const service = { role: 'admin', userId: 'service' };

async function call(path: string, body: object | undefined, claims: object, org = 'acme') {
  const answer = await app.request(`/api/${org}/${path}`, {
    method: 'POST',
    headers: await tokens.headers(claims),
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

beforeAll(async () => {
  await makeFixtureRepository({ dir: repo, commits: 5, seed: 3 });
  tokens = await testTokens();
  app = createApp({ graphs: stores, jobs, connectors, verifier: tokens.verifier, log });
});
afterAll(async () => {
  await jobs.close();
  await stores.close();
  rmSync(folder, { recursive: true });
});

describe('simulated data', () => {
  it('is added by Cairn itself and by no person, whatever their role', async () => {
    const { status } = await call('sources/create-source', company, { role: 'super' });
    expect(status).toBe(400);
  });

  it('is made up on request in an org for it, and nowhere else', async () => {
    const at = (org: string, claims: object) =>
      call('sources/simulate-company', undefined, { orgId: org, ...claims }, org);
    const refused = await at('real', { role: 'super' });
    expect([refused.status, refused.body['error']]).toMatchObject([409, { code: 'conflict' }]);
    expect((await at('invented', { role: 'user', simulated: true })).status).toBe(403);
    const started = vi.spyOn(jobs, 'start').mockReturnValue();
    const made = await at('invented', { role: 'super', simulated: true });
    expect(made.body['data']).toMatchObject({ type: 'simulated', name: 'Simulated company' });
    expect((await at('invented', { role: 'super', simulated: true })).status).toBe(200);
    expect(started).toHaveBeenCalledTimes(1);
    started.mockRestore();
  });

  it('is made in a thread, answers queries, and stays away from real data', async () => {
    const { status } = await call('sources/create-source', company, service);
    expect(status).toBe(200);
    await jobs.idle(acme);
    const question = {
      select: ['PullRequest'],
      groupBys: ['PullRequest.status'],
      aggregations: [{ target: 'PullRequest', attribute: 'uuid', reducer: 'count' }],
      format: 'json',
    };
    const { body } = await call('graph-search/group-bys', question, { role: 'viewer' });
    expect((body['data'] as Record<string, unknown>[]).map((row) => row['PullRequest.status'])).toContain(
      'Merged',
    );
    const filters = [{ target: 'Commit', attribute: 'changedFiles', comparison: { WITHIN: [2, null] } }];
    const commits = {
      select: ['Commit'],
      columns: ['uuid', 'changedFiles', 'additions'],
      filters,
      format: 'json',
    };
    const rows = (await call('graph-search/entities', { ...commits, pageSize: 1 }, {})).body['data'];
    const [row] = rows as Record<string, number>[];
    const diff = await call('entity-diff', { entityUuid: row?.['uuid'] }, {});
    const files = diff.body['data'] as { additions: number; patch: null; reason: string }[];
    expect(diff.status).toBe(200);
    expect(files).toHaveLength(row?.['Commit.changedFiles'] ?? 0);
    expect(files.reduce((sum, { additions }) => sum + additions, 0)).toBe(row?.['Commit.additions']);
    expect(new Set(files.map(({ reason }) => reason))).toEqual(new Set(['No diff data available']));
    await call('sources/allow-folder', { path: folder }, { role: 'admin', superuser: true });
    const real = await call(
      'sources/create-source',
      { type: 'git', settings: { path: repo } },
      { role: 'admin' },
    );
    expect([real.status, real.body['error']]).toMatchObject([409, { code: 'conflict' }]);
  });
});
